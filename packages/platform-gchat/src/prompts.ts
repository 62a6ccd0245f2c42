import { PlatformError, type ClosedPrompt, type Posted, type Question } from '@gateway/platform-kit';
import { parseTarget } from './address.js';
import type { Call } from './api.js';
import { namesOf, post, type PostedMessage, type Threads } from './messages.js';
import { renderClosed, renderQuestion } from './render.js';

/** What a question is posted with. */
export interface PromptTools {
  readonly call: Call;
  readonly threads: Threads;
  /** What a button's press invokes: add-ons need the address here, other apps take any name. */
  readonly action: string;
}

/** Posts a question; when one of its messages fails, takes back those that were posted before it. */
export async function sendPrompt(
  { call, threads, action }: PromptTools,
  question: Question,
  signal?: AbortSignal,
): Promise<Posted> {
  const address = parseTarget(question.target);
  if (question.media?.kind === 'bytes') {
    throw new PlatformError('invalid', 'Google Chat takes no files from apps.', {
      hint: "Give the attachment's address instead.",
    });
  }
  const { before, last } = renderQuestion(question, action);
  const posted: PostedMessage[] = [];
  try {
    for (const content of [...before, last]) posted.push(await post(call, address, content, signal));
  } catch (error) {
    await takeBack(call, posted);
    throw error;
  }
  for (const { name, thread } of posted) threads.remember(name, thread);
  const messageId = posted.at(-1)?.name ?? '';
  return {
    messageId,
    messageIds: namesOf(address, posted),
    ref: question.media ? { media: question.media.url } : null,
  };
}

/** Best effort, and also when the caller's signal ended the question: nothing half-done stays in the chat. */
async function takeBack(call: Call, posted: readonly PostedMessage[]): Promise<void> {
  await Promise.allSettled(posted.map(({ name }) => call({ method: 'DELETE', path: name })));
}

/** Rewrites a question's last message without buttons. A message that is gone is fine. */
export async function closePrompt(
  call: Call,
  { messageId, ref, text }: ClosedPrompt,
  signal?: AbortSignal,
): Promise<void> {
  const media = typeof ref?.['media'] === 'string' ? ref['media'] : null;
  try {
    await call(
      { method: 'PATCH', path: messageId, query: { updateMask: 'text,cardsV2' }, body: renderClosed(text, media) },
      signal,
    );
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'not_found') return;
    throw error;
  }
}
