import { setMaxListeners } from 'node:events';
import { isPlatformError, type Log } from '@gateway/platform-kit';
import type { Telegram } from './api.js';

const MAX_IN_FLIGHT = 100;
const NOTICE_MAX = 200;

/** Answers to presses, sent beside the receiving so that they do not hold it up. */
export interface Answers {
  /** Resolves when the answer is on its way; waits while too many are, unless all ends. Null only stops the spinner. */
  send(callbackQueryId: string, notice: string | null): Promise<void>;
  /** Waits for answers on their way, but not longer than `limitMs`; what is left then is given up. */
  settle(limitMs: number): Promise<void>;
}

/** The request that answers a press. */
function answerTo(callbackQueryId: string, notice: string | null) {
  if (!notice) return { callback_query_id: callbackQueryId };
  // A cut must not leave half of a surrogate pair behind.
  const start = notice.slice(0, NOTICE_MAX - 1).replace(/[\ud800-\udbff]$/, '');
  return { callback_query_id: callbackQueryId, text: notice.length <= NOTICE_MAX ? notice : `${start}…` };
}

/** `ending` aborts when the receiving is told to end. */
export function createAnswers({ call }: Telegram, log: Log, ending: AbortSignal): Answers {
  const inFlight = new Set<Promise<void>>();
  const givenUp = new AbortController();
  setMaxListeners(0, givenUp.signal);
  const ended = new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve(), { once: true }));

  async function answer(callbackQueryId: string, notice: string | null): Promise<void> {
    try {
      await call(givenUp.signal, (api, signal) => api.answerCallbackQuery(answerTo(callbackQueryId, notice), signal));
    } catch (error) {
      // Past its time the person no longer sees a spinner; the outcome stands in the chat anyway.
      if (!isPlatformError(error) || /query is too old|query ID is invalid/i.test(error.message)) return;
      log.warn('A press could not be answered.', { reason: error.message });
    }
  }

  return {
    async send(callbackQueryId, notice) {
      while (inFlight.size >= MAX_IN_FLIGHT && !ending.aborted) await Promise.race([...inFlight, ended]);
      const sent = answer(callbackQueryId, notice).finally(() => inFlight.delete(sent));
      inFlight.add(sent);
    },
    async settle(limitMs) {
      const timer = setTimeout(() => givenUp.abort(), limitMs);
      await Promise.all(inFlight);
      clearTimeout(timer);
    },
  };
}
