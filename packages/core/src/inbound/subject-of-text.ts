import type { TextEvent } from '@gateway/platform-kit';
import { forwardMessage } from '../messages/forward-message.js';
import type { PromptRow } from '../ports/rows.js';
import { visibleState } from '../questions/prompt-state.js';
import { readsReplies } from '../questions/replies/markers.js';
import { whyNoText } from '../questions/replies/meaning.js';
import { parseShortName } from '../questions/replies/read-reply.js';
import { parseNearMiss, parseTextReply } from '../questions/replies/text-reply.js';
import { closedNotice, nearMiss, unknownQuestion } from '../questions/texts/notices.js';
import { promptChannelIds, type Arrival, type InboundDeps } from './arrival.js';
import { promptByNumber, promptByReply, type FoundPrompt } from './prompt-by-message.js';
import { duplicate, ignored, refused, type Result } from './result.js';
import type { NoSubject, Subject } from './subject.js';
import { promptByChoice } from './unnamed.js';

/**
 * A text is about the prompt that it names (`ID:#12 yes`) or that it is a native reply to, if this account posted it in this chat. A
 * reply that names another such prompt in a wrong form is refused as ambiguous. Where people choose by replies, `#12 2` names a prompt,
 * too, and a text that is a choice of the only open prompt answers it. Any other text goes to the chat's MESSAGE channel. Without one, a
 * text that names a prompt in a wrong form gets a reply with the right form.
 */
export async function subjectOfText(deps: InboundDeps, arrival: Arrival<TextEvent>): Promise<Subject | NoSubject> {
  const { event, channels, account } = arrival;
  if (channels.length === 0) return { result: ignored };
  const byReplies = readsReplies(account.platform.capabilities);
  const named = parseTextReply(event.text);
  const short = byReplies && !named ? await foundByShortName(deps, arrival) : null;
  const found = named
    ? await promptByNumber(deps, arrival, named.num)
    : (short?.found ?? (await promptByReply(deps, arrival)));
  const meant = named || short ? null : parseNearMiss(event.text);
  if (found) {
    const isOther = meant !== null && meant.num !== found.prompt.num;
    const other = isOther ? await promptByNumber(deps, arrival, meant.num) : null;
    if (other) return refusedNearMiss(deps, arrival, other.prompt.num, other.prompt);
    const reply = named ?? short ?? (isOther ? null : meant);
    return { ...found, said: { by: 'text', text: reply ? reply.text : event.text.trim(), event } };
  }

  const receiver = channels.find((channel) => channel.channelType === 'MESSAGE' && channel.callbackUrl !== null);
  const promptIds = promptChannelIds(arrival);
  const isUnnamed = !named && !meant && event.replyTo === null;
  if (isUnnamed && byReplies && promptIds.length > 0) {
    const unnamed = await promptByChoice(deps, arrival, promptIds, receiver !== undefined);
    if (unnamed && 'told' in unnamed) return { result: refused(unnamed.told, null) };
    if (unnamed) return { ...unnamed, said: { by: 'text', text: event.text.trim(), event } };
  }
  if (receiver && receiver.callbackUrl !== null) {
    const isNew = await forwardMessage(deps, arrival, { ...receiver, callbackUrl: receiver.callbackUrl });
    return { result: isNew ? forwarded : duplicate };
  }
  if (named) return { result: refused(unknownQuestion(named.num), null) };
  if (!meant) return { result: ignored };
  const near = await promptByNumber(deps, arrival, meant.num);
  return refusedNearMiss(deps, arrival, meant.num, near?.prompt ?? null);
}

const forwarded: Result = { result: 'forwarded', notice: null, prompt: null };

/** The prompt that `#12 2` names; null: there is none with this number here, so the text is ordinary. */
async function foundByShortName(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
): Promise<{ readonly text: string; readonly found: FoundPrompt } | null> {
  const named = parseShortName(arrival.event.text);
  const found = named && (await promptByNumber(deps, arrival, named.num));
  return found ? { text: named.text, found } : null;
}

/** Refuses a text that names a prompt in a wrong form, and says why or how to answer. `prompt` null: there is none with this number here. */
function refusedNearMiss(
  { clock }: InboundDeps,
  { account }: Arrival,
  num: number,
  prompt: PromptRow | null,
): NoSubject {
  if (prompt === null) return { result: refused(unknownQuestion(num), null) };
  const isClosed = visibleState(prompt, clock.now()) !== 'pending';
  const notice = isClosed ? closedNotice(prompt) : (whyNoText(prompt, account.platform.capabilities) ?? nearMiss(num));
  return { result: refused(notice, prompt) };
}
