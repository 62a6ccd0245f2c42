import type { Outcome, PressEvent } from '@gateway/platform-kit';
import { belongsTo, parseButtonToken, type ButtonToken } from '../prompts/button-token.js';
import { closedText } from '../prompts/closed-text.js';
import { acceptedNotice, closedNotice, unknownButton } from '../prompts/chat-texts.js';
import { visibleState } from '../prompts/prompt-state.js';
import { answerPrompt } from '../prompts/answer.js';
import { hasRules } from '../decisions/approvers.js';
import { pressWithRules } from '../decisions/press.js';
import { parseShowToken } from '../prompts/show-token.js';
import type { PromptRow } from '../rows.js';
import {
  duplicate,
  ignored,
  noteMessage,
  postedHere,
  pressedMessage,
  recordRefusedEvent,
  withinArrival,
  type Arrival,
  type InboundDeps,
} from './arrival.js';
import { showByPress } from './show.js';

/** A press answers only a prompt that this account posted in the chat of the press. */
export async function answerByPress(deps: InboundDeps, arrival: Arrival<PressEvent>): Promise<Outcome> {
  const { event, account } = arrival;
  const show = parseShowToken(event.token);
  if (show) return await showByPress(deps, arrival, show);
  const token = parseButtonToken(event.token);
  if (!token) return ignored;
  const prompt = await deps.store.prompts.get(account.id.organizationId, token.num);
  return await withinArrival(deps, arrival, prompt, () => pressOn(deps, arrival, prompt, token));
}

/** A press on a button of this prompt; `prompt` null: there is no prompt with its number. */
export async function pressOn(
  deps: InboundDeps,
  arrival: Arrival<PressEvent>,
  prompt: PromptRow | null,
  token: ButtonToken,
): Promise<Outcome> {
  const { event, account } = arrival;
  const refused = async (notice: string, text: string | null): Promise<Outcome> =>
    (await recordRefusedEvent(deps, arrival, prompt)) ? { result: 'refused', notice, closedText: text } : duplicate;
  const place = prompt && belongsTo(token, prompt) ? await postedHere(deps, arrival, prompt) : null;
  if (!prompt || !place) return await refused(unknownButton, null);
  const limits = account.platform.capabilities;
  if (visibleState(prompt, deps.clock.now()) !== 'pending') {
    await noteMessage(deps, arrival, place, prompt);
    return await refused(closedNotice(prompt), closedText(prompt, limits));
  }

  if (hasRules(prompt, arrival.channels)) return await pressWithRules(deps, arrival, place, prompt, token.option);
  const { result, prompt: closed } = await answerPrompt(deps, prompt, {
    type: 'option',
    value: prompt.options[token.option] ?? '',
    by: event.sender,
    event: { account: account.id.account, eventId: event.id },
    ...pressedMessage(arrival, place, prompt),
    confirmTo: null,
  });
  if (result === 'duplicate') return duplicate;
  if (result === 'closed') await noteMessage(deps, arrival, place, closed);
  const notice = result === 'answered' ? acceptedNotice(closed) : closedNotice(closed);
  return { result: result === 'answered' ? result : 'refused', notice, closedText: closedText(closed, limits) };
}
