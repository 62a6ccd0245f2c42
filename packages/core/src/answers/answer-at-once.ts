import { promptFields } from '../base/log-fields.js';
import type { ClosedPrompt } from '../ports/questions/prompt-store.js';
import type { PromptRow } from '../ports/rows.js';
import type { Givers } from './new-grant.js';
import { answerRecord, type AnswerDeps, type GivenAnswer } from './given-answer.js';
import { Slots } from './vote-slots.js';

/**
 * Answers a prompt that needs no votes. The database decides whether the answer counts, in the transaction that writes the callback. This
 * process then posts the callback and updates the message at once, if it has slots for them. Returns the prompt as it is afterwards.
 */
export async function answerAtOnce(
  deps: AnswerDeps,
  prompt: PromptRow,
  given: GivenAnswer,
  givers?: Givers,
): Promise<{ result: 'answered' | 'closed' | 'duplicate'; prompt: PromptRow }> {
  const { store, clock, log, tracing, grantMessages } = deps;
  const fields = { ...promptFields(prompt), answer_type: given.type, from: given.event ? 'chat' : 'console' };
  const span = tracing.start({ name: 'answer', kind: 'internal', parent: prompt.trace, fields });
  const answer = answerRecord(prompt, given, { at: new Date(clock.now()), trace: span.trace, votes: null, givers });
  const { delivery } = answer;
  const slots = new Slots(deps);
  let changed: ClosedPrompt<'answered' | 'closed' | 'duplicate'> | null = null;
  try {
    changed = await store.prompts.answer(slots.claimedAnswer(prompt, answer));
  } finally {
    span.end(changed ? null : 'not recorded', { result: changed?.outcome });
    slots.end(changed);
  }
  if (answer.grant && changed.prompt) grantMessages.wake();
  const { outcome: result } = changed;
  if (result === 'closed') log.info(fields, 'An answer came after the prompt was closed');
  if (!changed.prompt)
    return { result, prompt: (await store.prompts.get(prompt.organizationId, prompt.num)) ?? prompt };
  log.info({ ...fields, ...(delivery && { event_id: delivery.id }) }, 'A prompt was answered');
  return { result, prompt: changed.prompt };
}
