import type { Clock } from '../server/clock.js';
import { conflict, type TelegramError } from './errors.js';
import type { Update } from './types.js';
import type { UpdateQueue } from './update-queue.js';

/** The one getUpdates call that may wait for a bot's updates. */
export class LongPoll {
  #end: ((error?: TelegramError) => void) | undefined;
  readonly #queue: UpdateQueue;
  readonly #clock: Clock;

  constructor(queue: UpdateQueue, clock: Clock) {
    this.#queue = queue;
    this.#clock = clock;
  }

  /** Ends the waiting call: an update arrived. */
  wake(): void {
    this.#end?.();
  }

  /** Ends the waiting call with an error. */
  fail(error: TelegramError): void {
    this.#end?.(error);
  }

  /** Ends the waiting call with a 409. */
  terminate(by: 'getUpdates' | 'setWebhook'): void {
    this.fail(
      conflict(
        by === 'setWebhook'
          ? 'terminated by setWebhook request'
          : 'terminated by other getUpdates request; make sure that only one bot instance is running',
      ),
    );
  }

  /** Waits up to `timeoutMs` for an update. `signal` aborts when the caller disconnects. */
  async take(limit: number, timeoutMs: number, signal: AbortSignal): Promise<Update[]> {
    this.terminate('getUpdates');
    const ready = this.#queue.take(limit);
    if (ready.length > 0 || timeoutMs <= 0) return ready;
    await this.#wait(timeoutMs, signal);
    // A disconnected caller must not use up a redelivery.
    return signal.aborted ? [] : this.#queue.take(limit);
  }

  #wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    return new Promise((resolve, reject) => {
      const end = (error?: TelegramError) => {
        if (this.#end === end) this.#end = undefined;
        ended.abort();
        signal.removeEventListener('abort', onAbort);
        if (error) reject(error);
        // Updates of the same event loop turn share one answer.
        else setImmediate(resolve);
      };
      const onAbort = () => end();
      this.#end = end;
      signal.addEventListener('abort', onAbort, { once: true });
      void this.#clock.sleep(timeoutMs, ended.signal).then(() => this.#end === end && end());
    });
  }
}
