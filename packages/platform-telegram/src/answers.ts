import { createPendingTasks, isPlatformError, type Log } from '@gateway/platform-kit';
import type { Telegram } from './api.js';

const MAX_IN_FLIGHT = 100;
/** Characters that Telegram shows in the answer to a press. */
const MAX_NOTICE_LENGTH = 200;

/** Answers to presses. They are sent in the background so that they do not delay the next events. */
export interface Answers {
  /** Starts sending an answer; waits first while MAX_IN_FLIGHT answers are being sent. A null notice only stops the button's spinner. */
  send(callbackQueryId: string, notice: string | null): Promise<void>;
  /** Waits until all answers are sent; aborts the remaining ones after `maxWaitMs`. */
  settle(maxWaitMs: number): Promise<void>;
}

/** The request that answers a press. */
function answerTo(callbackQueryId: string, notice: string | null) {
  if (!notice) return { callback_query_id: callbackQueryId };
  // Do not cut inside a surrogate pair.
  const start = notice.slice(0, MAX_NOTICE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  return { callback_query_id: callbackQueryId, text: notice.length <= MAX_NOTICE_LENGTH ? notice : `${start}…` };
}

/** `stopped` aborts when receiving stops. */
export function createAnswers({ call }: Telegram, log: Log, stopped: AbortSignal): Answers {
  const tasks = createPendingTasks();
  const stop = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }));

  async function answer(callbackQueryId: string, notice: string | null, aborted: AbortSignal): Promise<void> {
    try {
      await call(aborted, (api, signal) => api.answerCallbackQuery(answerTo(callbackQueryId, notice), signal));
    } catch (error) {
      // Too late to be shown. The spinner has stopped, and the chat shows the outcome.
      if (!isPlatformError(error) || /query is too old|query ID is invalid/i.test(error.message)) return;
      log.warn('A press could not be answered.', { reason: error.message });
    }
  }

  return {
    async send(callbackQueryId, notice) {
      while (tasks.size >= MAX_IN_FLIGHT && !stopped.aborted) await Promise.race([tasks.next(), stop]);
      tasks.run((aborted) => answer(callbackQueryId, notice, aborted));
    },
    settle: tasks.settle,
  };
}
