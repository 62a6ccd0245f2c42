import type { Outcome, PressEvent } from '@gateway/platform-kit';
import { belongsTo, parseButtonToken } from '../prompts/button-token.js';
import { closedText } from '../prompts/closed-text.js';
import { acceptedNotice, closedNotice, unknownButton, visibleState } from '../prompts/words.js';
import { answerPrompt } from '../prompts/answer.js';
import { duplicate, ignored, isFirst, isHere, type Arrival, type InboundSurroundings } from './arrival.js';

/** A press answers only a prompt that was posted by this account, in the chat in which it was pressed. */
export async function answerByPress(surroundings: InboundSurroundings, arrival: Arrival<PressEvent>): Promise<Outcome> {
  const { event, account } = arrival;
  const token = parseButtonToken(event.token);
  if (!token) return ignored;
  const refused = async (notice: string, text: string | null): Promise<Outcome> =>
    (await isFirst(surroundings, arrival)) ? { result: 'refused', notice, closedText: text } : duplicate;

  const { store, clock } = surroundings;
  const prompt = await store.prompts.get(account.id.organizationId, token.num);
  if (!prompt || !belongsTo(token, prompt) || !isHere(arrival, prompt)) return await refused(unknownButton, null);
  const limits = account.platform.capabilities;
  if (visibleState(prompt, clock.now()) !== 'pending')
    return await refused(closedNotice(prompt), closedText(prompt, limits));

  const { result, prompt: closed } = await answerPrompt(surroundings, prompt, {
    type: 'option',
    value: prompt.options[token.option] ?? '',
    by: event.sender,
    event: { account: account.id.account, eventId: event.id },
    confirmTo: null,
  });
  if (result === 'duplicate') return duplicate;
  const notice = result === 'answered' ? acceptedNotice(closed) : closedNotice(closed);
  return { result: result === 'answered' ? result : 'refused', notice, closedText: closedText(closed, limits) };
}
