import type { TextEvent } from '@gateway/platform-kit';
import { voterAbout } from '../answers/check-voter.js';
import type { Arrival, InboundDeps } from './arrival.js';
import { placeOf } from './place.js';
import type { FoundPrompt } from './prompt-by-message.js';
import type { PromptRow } from '../ports/rows.js';
import { nameTheQuestion } from '../questions/texts/replies.js';
import { draftReply } from '../questions/replies/draft-reply.js';
import { readReply } from '../questions/replies/read-reply.js';

/** More open prompts of one chat are not looked at: the person has to name one of them anyway. */
const MAX_OPEN = 20;

/** The only prompt that an unnamed text chooses from, or what its writer is told. */
export type Unnamed = FoundPrompt | { readonly told: string };

/**
 * The prompt that a text without a name and without a native reply answers, where people choose by replies: the only open one of the
 * chat, if the text is one of its choices. Null: it is no choice, but talk between people or a message to the agent. `isForwarded`: a
 * text that is no answer reaches an agent, so a wrong number is not remarked on.
 */
export async function promptByChoice(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  channelIds: readonly string[],
  isForwarded: boolean,
): Promise<Unnamed | null> {
  const { store, clock } = deps;
  const { event, account } = arrival;
  const found = await store.prompts.openIn(account.id.organizationId, channelIds, new Date(clock.now()), MAX_OPEN);
  const here = found.map(async (prompt) => {
    const place = await placeOf(deps, arrival, prompt);
    return place ? [{ prompt, place, fits: await isAnswer(deps, arrival, prompt, place.channelId, isForwarded) }] : [];
  });
  const checked = (await Promise.all(here)).flat();
  const open = checked.map(({ prompt }) => prompt);
  const [first] = checked;
  if (!first || !checked.some(({ fits }) => fits)) return null;
  return open.length === 1 ? first : { told: nameTheQuestion(open, event.text.trim()) };
}

async function isAnswer(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  prompt: PromptRow,
  channelId: string,
  isForwarded: boolean,
): Promise<boolean> {
  const { kind } = readReply(prompt, arrival.event.text);
  if (kind === 'choice' || kind === 'ambiguous') return true;
  if (kind === 'unknown') return !isForwarded;
  if (!prompt.terms?.decisions?.includes('edit') || draftReply(arrival.event.text) === null) return false;
  const voter = await voterAbout(deps, prompt, channelId, arrival);
  const draft = await deps.store.votes.draft(prompt.organizationId, prompt.num, voter.key);
  return draft !== null && draft.args !== null;
}
