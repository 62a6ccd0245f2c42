import { answeredDelivery } from '../deliveries/events.js';
import type { DeliveryWorker } from '../deliveries/worker.js';
import { promptFields } from '../log-fields.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import type { Closings } from './closing.js';
import type { Answer, ClosedPrompt } from './prompt-store.js';
import type { PromptRow } from '../rows.js';
import type { Tracing } from '../tracing/tracing.js';
import { answerOf } from '../decisions/answer-of.js';
import type { Posts } from '../decisions/posts.js';

export type GivenAnswer = Pick<
  Answer,
  | 'type'
  | 'value'
  | 'detail'
  | 'reasonUntil'
  | 'by'
  | 'event'
  | 'pressedMessageId'
  | 'confirmTo'
  | 'confirmTarget'
  | 'confirmThread'
  | 'audit'
>;

export interface AnswerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly deliveries: Pick<DeliveryWorker, 'reserve'>;
  readonly closings: Pick<Closings, 'reserve' | 'wake'>;
  /** Posts notes about votes. */
  readonly posts: Pick<Posts, 'wake'>;
}

/**
 * Submits an answer to a prompt. The database decides whether it counts, in the transaction that writes the callback. This
 * process then posts the callback and updates the message at once, if it has slots for them. Returns the prompt as it is afterwards.
 */
export async function answerPrompt(
  { store, clock, log, tracing, deliveries, closings }: AnswerDeps,
  prompt: PromptRow,
  given: GivenAnswer,
): Promise<{ result: 'answered' | 'closed' | 'duplicate'; prompt: PromptRow }> {
  const at = new Date(clock.now());
  const username = given.by.username ?? given.by.name;
  const by = { id: given.by.id, username, name: given.by.name };
  const fields = { ...promptFields(prompt), answer_type: given.type, from: given.event ? 'chat' : 'console' };
  const span = tracing.start({ name: 'answer', kind: 'internal', parent: prompt.trace, fields });
  const delivery = answeredDelivery(prompt, {
    answer: answerOf(prompt, given),
    at,
    by: { id: by.id, username },
    runAt: given.reasonUntil,
    trace: span.trace,
  });
  const attempt = delivery && !given.reasonUntil ? deliveries.reserve(delivery.destination) : null;
  const closing = closings.reserve(prompt);
  let changed: ClosedPrompt<'answered' | 'closed' | 'duplicate'> | null = null;
  try {
    changed = await store.prompts.answer({
      organizationId: prompt.organizationId,
      num: prompt.num,
      at,
      ...given,
      by,
      delivery: delivery && { ...delivery, claim: attempt?.claim ?? null },
      closeUntil: closing?.until ?? null,
    });
  } finally {
    span.end(changed ? null : 'not recorded', { result: changed?.outcome });
    attempt?.end(changed?.delivery ?? null);
    closing?.end(changed?.prompt ?? null);
  }
  if (!closing && changed.prompt) closings.wake();
  const { outcome: result } = changed;
  if (result === 'closed') log.info(fields, 'An answer came after the prompt was closed');
  if (!changed.prompt)
    return { result, prompt: (await store.prompts.get(prompt.organizationId, prompt.num)) ?? prompt };
  log.info({ ...fields, ...(delivery && { event_id: delivery.id }) }, 'A prompt was answered');
  return { result, prompt: changed.prompt };
}
