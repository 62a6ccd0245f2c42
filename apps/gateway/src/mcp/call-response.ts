import type { ServerResponse } from 'node:http';
import type { AddedEvents } from './web-response.js';

/** A stream whose result comes sooner is written at once, which saves a packet. */
const OPEN_AFTER_MS = 50;
/** How often a stream without events gets a comment, so that no proxy ends the connection. */
const KEEP_ALIVE_MS = 15_000;

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  // Proxies pass events on as they are written.
  'X-Accel-Buffering': 'no',
};

/** The stream that answers one call of a tool. Its headers and a comment go out soon, also without an event. */
export class CallResponse {
  /** Resolves when the call has ended, also by `signal`. */
  readonly ended: Promise<void>;
  #resolve!: () => void;
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(
    private readonly response: ServerResponse,
    private readonly events: AddedEvents,
    signal: AbortSignal,
    cancel: () => void,
  ) {
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    events.ready();
    this.#timers = [
      setTimeout(() => events.begin(), OPEN_AFTER_MS).unref(),
      setInterval(() => response.write(': keepalive\n\n'), KEEP_ALIVE_MS).unref(),
    ];
    const abort = () => {
      cancel();
      this.#finish('');
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }

  message(message: object, isLast: boolean): void {
    const event = `${this.events.opening()}event: message\ndata: ${JSON.stringify(message)}\n\n`;
    if (isLast) this.#finish(event);
    else this.response.write(event);
  }

  #finish(event: string): void {
    for (const timer of this.#timers) clearTimeout(timer);
    if (!this.response.writableEnded) this.response.end(event);
    this.#resolve();
  }
}
