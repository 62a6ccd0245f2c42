import type { ChoiceEvent, DialogEvent, OtherEvent, PressEvent } from '@gateway/platform-kit';
import { choiceLabels } from '../questions/choices.js';
import { isAnswerable } from '../questions/layout.js';
import { visibleState } from '../questions/prompt-state.js';
import { notAnAnswer, unknownButton } from '../questions/texts/notices.js';
import { belongsTo, parseToken, type Token } from '../questions/tokens.js';
import type { Arrival, InboundDeps } from './arrival.js';
import { isQuestion, placeOf } from './place.js';
import { promptByMessage, promptByReply } from './prompt-by-message.js';
import { ignored, refused } from './result.js';
import type { NoSubject, Said, Subject } from './subject.js';
import { subjectOfText } from './subject-of-text.js';

/** What an event is about. */
export async function findSubject(deps: InboundDeps, arrival: Arrival): Promise<Subject | NoSubject> {
  const { event } = arrival;
  if (event.kind === 'text') return await subjectOfText(deps, { ...arrival, event });
  if (event.kind === 'choice') return await subjectOfChoice(deps, { ...arrival, event });
  if (event.kind === 'other') return await subjectOfOther(deps, { ...arrival, event });
  return await subjectOfToken(deps, { ...arrival, event });
}

/** The question of a button or a dialog. */
async function subjectOfToken(
  deps: InboundDeps,
  arrival: Arrival<PressEvent | DialogEvent>,
): Promise<Subject | NoSubject> {
  const { event, account } = arrival;
  const token = parseToken(event.token);
  const said = token && saidByToken(token, event.kind);
  if (!said) return { result: ignored };
  const prompt = await deps.store.prompts.get(account.id.organizationId, token.num);
  // The buttons below changed arguments carry the secret of the draft.
  const isOurs = prompt && (said.by === 'request' || belongsTo(token, prompt));
  const place = isOurs ? await placeOf(deps, arrival, prompt) : null;
  // Templates are posted in the prompt's own chat only.
  const isHere = place !== null && !(said.by === 'template' && place.copies.length > 0);
  return prompt && isHere ? { prompt, place, said } : { result: refused(unknownButton, prompt) };
}

function saidByToken(token: Token, event: 'press' | 'dialog'): Said | null {
  if (token.kind === 'choice') return event === 'press' ? { by: 'choice', choice: token.place } : null;
  if (token.kind === 'show') return event === 'press' ? { by: 'template' } : null;
  if (token.kind === 'whole') return event === 'press' ? { by: 'whole' } : null;
  if (token.kind === 'take_back' || token.kind === 'stop' || token.kind === 'take')
    return event === 'press' ? { by: token.kind } : null;
  if (token.kind === 'grant') return event === 'press' ? { by: 'grant', time: token.time } : null;
  return { by: 'request', kind: token.kind, nonce: token.nonce };
}

/** The question of a reaction or a vote in a poll, which count like a press on the button in its place. */
async function subjectOfChoice(deps: InboundDeps, arrival: Arrival<ChoiceEvent>): Promise<Subject | NoSubject> {
  const { messageId, place: choice } = arrival.event;
  const found = await promptByMessage(deps, arrival, messageId);
  if (!found || !(await isQuestion(deps, found.prompt, messageId))) return { result: ignored };
  const isOffered = Number.isInteger(choice) && choice >= 0 && choice < choiceLabels(found.prompt).length;
  return isOffered ? { ...found, said: { by: 'choice', choice } } : { result: ignored };
}

/**
 * Files can be the answer. A person who replies to an open question with something else, such as a sticker or a reaction, is told how to
 * answer it.
 */
async function subjectOfOther(deps: InboundDeps, arrival: Arrival<OtherEvent>): Promise<Subject | NoSubject> {
  const found = await promptByReply(deps, arrival);
  const { event } = arrival;
  if (found?.prompt.allowAttachments && event.files && event.files.length > 0)
    return { ...found, said: { by: 'text', text: '', event: { ...event, kind: 'text', text: '' } } };
  const isOpen = found && visibleState(found.prompt, deps.clock.now()) === 'pending' && isAnswerable(found.prompt);
  if (!isOpen) return { result: ignored };
  const notice = notAnAnswer(found.prompt, arrival.account.platform.capabilities);
  return { result: refused(notice, found.prompt) };
}
