import type { ChoiceEvent, Outcome, PressEvent } from '@gateway/platform-kit';
import { choiceLabels } from '../decisions/choices.js';
import { ignored, withinArrival, type Arrival, type InboundDeps } from '../inbound/arrival.js';
import { pressOn } from '../inbound/press.js';
import { promptByMessage } from '../inbound/text.js';
import { isQuestion } from './question-message.js';

/** A reaction or a vote in a poll counts like a press on the button in its place. */
export async function answerByChoice(deps: InboundDeps, arrival: Arrival<ChoiceEvent>): Promise<Outcome> {
  const { event } = arrival;
  const prompt = await promptByMessage(deps, arrival, event.messageId);
  if (!prompt || !(await isQuestion(deps, prompt, event.messageId))) return ignored;
  const option = event.place;
  if (!Number.isInteger(option) || option < 0 || option >= choiceLabels(prompt).length) return ignored;
  const { num, nonce } = prompt;
  const { place: _place, ...common } = event;
  const press: PressEvent = { ...common, kind: 'press', token: '' };
  return await withinArrival(deps, arrival, prompt, () =>
    pressOn(deps, { ...arrival, event: press }, prompt, { num, nonce, option }),
  );
}
