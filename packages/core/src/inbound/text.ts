import type { OtherEvent, TextEvent } from '@gateway/platform-kit';
import { answerOfReply } from '../choices/answer-of-reply.js';
import { readsReplies } from '../choices/markers.js';
import { parseShortName } from '../choices/read-reply.js';
import { promptByChoice } from '../choices/unnamed.js';
import { pause } from '../loop.js';
import { forwardMessage } from '../messages/forward-message.js';
import { answerPrompt } from '../prompts/answer.js';
import { parseNearMiss, parseTextReply } from '../prompts/text-reply.js';
import { typedAnswer } from '../prompts/typed-answer.js';
import { buttonsOnly, closedNotice, emptyReply, nearMiss, noOptions, unknownQuestion } from '../prompts/chat-texts.js';
import { visibleState } from '../prompts/prompt-state.js';
import type { PromptRow } from '../rows.js';
import { hasRules } from '../decisions/approvers.js';
import { textWithRules } from '../decisions/words.js';
import { postedHere, withinArrival, type Arrival, type InboundDeps } from './arrival.js';
import { handled, refuse, type Handled } from './handled.js';
import { isWaitingHere, showQuestion } from './show.js';

/** Longest wait for the id of a prompt's message, or of one about it, when a reply arrives before the gateway has recorded it. */
const MAX_POSTING_WAIT_MS = 3000;
/** A prompt that is `posting` for longer than this belonged to an instance that crashed. */
const POSTING_ABANDONED_AFTER_MS = 60_000;

/**
 * A text answers the prompt that it names (`ID:#12 yes`) or that it is a native reply to, if this account posted it in this chat.
 * A reply that names another such prompt in a wrong form is refused as ambiguous. Where people choose by replies, `#12 2` names a
 * prompt, too, and a text that is a choice of the only open prompt answers it. Any other text goes to the chat's MESSAGE channel.
 * Without one, a text that names a prompt in a wrong form gets a reply with the right form.
 */
export async function handleText(deps: InboundDeps, arrival: Arrival<TextEvent>): Promise<Handled> {
  const { event, channels, account } = arrival;
  if (channels.length === 0) return handled('ignored');
  const named = parseTextReply(event.text);
  const byName = readsReplies(account.platform.capabilities) && !named ? await promptByShortName(deps, arrival) : null;
  const prompt = named
    ? await promptByNumber(deps, arrival, named.num)
    : (byName?.prompt ?? (await promptByReply(deps, arrival)));
  const meant = named || byName ? null : parseNearMiss(event.text);
  if (prompt) {
    const other = meant && meant.num !== prompt.num ? await promptByNumber(deps, arrival, meant.num) : null;
    if (other) return await refuseNearMiss(deps, arrival, other.num, other);
    const reply = named ?? byName ?? (meant?.num === prompt.num ? meant : null);
    const text = reply ? reply.text : event.text.trim();
    return await withinArrival(deps, arrival, prompt, () => answerByText(deps, arrival, prompt, text));
  }

  const receiver = channels.find((channel) => channel.channelType === 'MESSAGE' && channel.callbackUrl !== null);
  const promptIds = promptChannelIds(arrival);
  if (
    !named &&
    !meant &&
    event.replyTo === null &&
    promptIds.length > 0 &&
    readsReplies(account.platform.capabilities)
  ) {
    const unnamed = await promptByChoice(deps, arrival, promptIds, receiver !== undefined);
    if (unnamed && 'told' in unnamed) return await refuse(deps, arrival, unnamed.told, null);
    if (unnamed)
      return await withinArrival(deps, arrival, unnamed.prompt, () =>
        answerByText(deps, arrival, unnamed.prompt, event.text.trim()),
      );
  }
  if (receiver && receiver.callbackUrl !== null) {
    const isNew = await forwardMessage(deps, arrival, { ...receiver, callbackUrl: receiver.callbackUrl });
    return handled(isNew ? 'forwarded' : 'duplicate');
  }
  if (named) return await refuse(deps, arrival, unknownQuestion(named.num), null);
  if (!meant) return handled('ignored');
  return await refuseNearMiss(deps, arrival, meant.num, await promptByNumber(deps, arrival, meant.num));
}

/** The prompt that `#12 2` names; null: there is none with this number here, so the text is ordinary. */
async function promptByShortName(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
): Promise<{ readonly num: number; readonly text: string; readonly prompt: PromptRow } | null> {
  const named = parseShortName(arrival.event.text);
  const prompt = named && (await promptByNumber(deps, arrival, named.num));
  return named && prompt ? { ...named, prompt } : null;
}

/** Refuses a text that names a prompt in a wrong form, and says why or how to answer. `prompt` null: there is none with this number here. */
async function refuseNearMiss(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  num: number,
  prompt: PromptRow | null,
): Promise<Handled> {
  const reply = prompt ? (textRefusal(prompt, deps.clock.now(), arrival) ?? nearMiss(num)) : unknownQuestion(num);
  return await refuse(deps, arrival, reply, prompt);
}

/** Why a prompt cannot be answered by text; null: it can. */
function textRefusal(prompt: PromptRow, now: number, { account }: Arrival): string | null {
  if (visibleState(prompt, now) !== 'pending') return closedNotice(prompt);
  if (prompt.allowText) return null;
  if (prompt.options.length === 0) return noOptions(prompt.num);
  return readsReplies(account.platform.capabilities) ? null : buttonsOnly(prompt.num);
}

async function promptByNumber(deps: InboundDeps, arrival: Arrival<TextEvent>, num: number): Promise<PromptRow | null> {
  const prompt = num === 0 ? null : await deps.store.prompts.get(arrival.account.id.organizationId, num);
  return prompt && (await postedHere(deps, arrival, prompt)) ? prompt : null;
}

/** The prompt that an event natively replies to, if this account posted it in this chat; null: none. */
export async function promptByReply(
  deps: InboundDeps,
  arrival: Arrival<TextEvent | OtherEvent>,
): Promise<PromptRow | null> {
  const { replyTo } = arrival.event;
  return replyTo === null ? null : await promptByMessage(deps, arrival, replyTo);
}

/** The prompt of one of its messages, if this account posted it in the chat of the event; null: none. */
export async function promptByMessage(
  deps: InboundDeps,
  arrival: Arrival,
  messageId: string,
): Promise<PromptRow | null> {
  const { store, clock } = deps;
  const { account } = arrival;
  const { organizationId } = account.id;
  const ids = promptChannelIds(arrival);
  if (ids.length === 0) return null;
  const deadline = clock.now() + MAX_POSTING_WAIT_MS;
  for (;;) {
    // In this order: a prompt that is recorded between the two queries is found in the next round.
    const isPosting = await store.prompts.isPosting(
      organizationId,
      ids,
      new Date(clock.now() - POSTING_ABANDONED_AFTER_MS),
    );
    const isAsking = deps.asking.isIn(arrival);
    const prompt = await store.prompts.byMessage(organizationId, ids, messageId);
    if (prompt) return (await postedHere(deps, arrival, prompt)) ? prompt : null;
    if ((!isPosting && !isAsking) || clock.now() >= deadline) return null;
    await (isAsking ? deps.asking.next(arrival, deadline - clock.now()) : pause(clock, 50));
  }
}

function promptChannelIds({ channels }: Arrival): string[] {
  return channels.filter((channel) => channel.channelType === 'PROMPT').map((channel) => channel.channelId);
}

async function answerByText(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  prompt: PromptRow,
  text: string,
): Promise<Handled> {
  // The question is not in the chat yet, and the text has opened the reply window.
  if (await isWaitingHere(deps, arrival, prompt)) {
    const notice = await showQuestion(deps, arrival, prompt);
    return notice === null ? handled('shown') : await refuse(deps, arrival, notice, prompt);
  }
  if (hasRules(prompt, arrival.channels)) return await textWithRules(deps, arrival, prompt, text);
  const refusal = textRefusal(prompt, deps.clock.now(), arrival);
  if (refusal !== null) return await refuse(deps, arrival, refusal, prompt);
  if (text === '') return await refuse(deps, arrival, emptyReply(prompt.num), prompt);
  const { event, account } = arrival;
  const given = readsReplies(account.platform.capabilities)
    ? answerOfReply(prompt, text, account.platform.capabilities)
    : typedAnswer(prompt.options, text);
  if ('refused' in given) return await refuse(deps, arrival, given.refused, prompt);
  const { result, prompt: closed } = await answerPrompt(deps, prompt, {
    ...given,
    by: event.sender,
    event: { account: account.id.account, eventId: event.id },
    confirmTo: event.messageId,
    confirmTarget: event.targets[0],
    confirmThread: event.thread,
  });
  if (result === 'duplicate') return handled('duplicate');
  return result === 'answered' ? handled('answered') : handled('refused', closedNotice(closed), closed);
}
