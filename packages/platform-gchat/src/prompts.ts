import { PlatformError, type ClosedPrompt, type Posted, type Question } from '@gateway/platform-kit';
import type { Call } from './api.js';
import type { PlaceOf } from './places.js';
import { namesOf, post, type PostedMessage, type Threads } from './messages.js';
import { renderClosed, renderQuestion } from './render.js';

export interface PromptDeps {
  readonly call: Call;
  readonly placeOf: PlaceOf;
  readonly threads: Threads;
  /** The function of the buttons: add-ons need the webhook address here, other apps accept any name. */
  readonly action: string;
}

/** Posts a question. When one of its messages fails, deletes those that were posted before it. */
export async function sendPrompt(
  { call, placeOf, threads, action }: PromptDeps,
  question: Question,
  signal?: AbortSignal,
): Promise<Posted> {
  if (question.media?.kind === 'bytes') {
    throw new PlatformError('invalid', 'Google Chat accepts no files from apps.', {
      hint: "Give the attachment's address instead.",
    });
  }
  const address = await placeOf(question.target, signal);
  const { before, last } = renderQuestion(question, action);
  const posted: PostedMessage[] = [];
  try {
    // Those before the last one are deleted after a failure, so a repeated call must post them again.
    for (const content of before) posted.push(await post(call, address, content, undefined, signal));
    posted.push(await post(call, address, last, question.idempotencyKey, signal));
  } catch (error) {
    await deleteAll(call, posted);
    throw error;
  }
  for (const { name, thread } of posted) threads.add(name, thread);
  const messageId = posted.at(-1)?.name ?? '';
  return {
    messageId,
    messageIds: namesOf(address, posted),
    ref: question.media ? { media: question.media.url } : null,
  };
}

/** Deletes posted messages, best effort, without the caller's signal: it may be the reason for the failure. */
async function deleteAll(call: Call, posted: readonly PostedMessage[]): Promise<void> {
  await Promise.allSettled(posted.map(({ name }) => call({ method: 'DELETE', path: name })));
}

/** Rewrites a question's last message with the buttons that stay. Succeeds when the message was deleted. */
export async function closePrompt(
  { call, action }: Pick<PromptDeps, 'call' | 'action'>,
  closed: ClosedPrompt,
  signal?: AbortSignal,
): Promise<void> {
  const { messageId, ref } = closed;
  const media = typeof ref?.['media'] === 'string' ? ref['media'] : null;
  try {
    const body = renderClosed(closed, media, action);
    await call({ method: 'PATCH', path: messageId, query: { updateMask: 'text,cardsV2' }, body }, signal);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'not_found') return;
    throw error;
  }
}
