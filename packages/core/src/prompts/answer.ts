import { answeredDelivery } from '../deliveries/events.js';
import { promptFields } from '../log-fields.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import type { Answer } from './prompt-store.js';
import type { PromptRow } from '../rows.js';

export type GivenAnswer = Pick<
  Answer,
  'type' | 'value' | 'by' | 'event' | 'pressedMessageId' | 'confirmTo' | 'confirmTarget' | 'audit'
>;

/**
 * Submits an answer to a prompt. The database decides whether it counts, in the transaction that writes the callback. Returns the
 * prompt as it is afterwards.
 */
export async function answerPrompt(
  { store, clock, log }: { store: Store; clock: Clock; log: Logger },
  prompt: PromptRow,
  given: GivenAnswer,
): Promise<{ result: 'answered' | 'closed' | 'duplicate'; prompt: PromptRow }> {
  const at = new Date(clock.now());
  const username = given.by.username ?? given.by.name;
  const by = { id: given.by.id, username, name: given.by.name };
  const delivery = answeredDelivery(prompt, { type: given.type, value: given.value, at, by: { id: by.id, username } });
  const { outcome: result } = await store.prompts.answer({
    organizationId: prompt.organizationId,
    num: prompt.num,
    at,
    ...given,
    by,
    delivery,
    closeUntil: null,
  });
  const about = { ...promptFields(prompt), answer_type: given.type, from: given.event ? 'chat' : 'console' };
  if (result === 'closed') log.info(about, 'An answer came after the prompt was closed');
  if (result !== 'answered')
    return { result, prompt: (await store.prompts.get(prompt.organizationId, prompt.num)) ?? prompt };
  log.info({ ...about, ...(delivery && { event_id: delivery.id }) }, 'A prompt was answered');
  const answered = {
    state: 'answered',
    answeredAt: at,
    answeredById: by.id,
    answeredByUsername: username,
    answeredByName: by.name,
    answerType: given.type,
    answer: given.value,
  } as const;
  return { result, prompt: { ...prompt, ...answered } };
}
