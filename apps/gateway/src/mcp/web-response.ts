import type { ServerResponse } from 'node:http';

/** Events that are written to a stream besides those of its source, which writes whole events. */
export class AddedEvents {
  #waiting = '';
  #state: 'closed' | 'ready' | 'open' = 'closed';

  constructor(private readonly response: ServerResponse) {}

  add(event: string | null): void {
    if (event === null) return;
    if (this.#state === 'closed') this.#waiting = event;
    else this.response.write(`${this.opening()}${event}`);
  }

  /** From now on the headers are known, and the first event opens the stream. */
  ready(): void {
    this.#state = 'ready';
  }

  /** What is to be written before the next event. */
  opening(): string {
    if (this.#state === 'open') return '';
    this.#state = 'open';
    return `: open\n\n${this.#waiting}`;
  }

  begin(): void {
    if (this.#state !== 'open') this.response.write(this.opening());
  }
}

/** Writes a fetch-style response. The headers and a comment of an event stream go out at once. */
export async function writeResponse(
  answer: Response,
  response: ServerResponse,
  sessionId: string | null,
  events: AddedEvents,
): Promise<void> {
  response.statusCode = answer.status;
  // The server decides itself whether the connection stays open.
  for (const [name, value] of answer.headers) if (name !== 'connection') response.setHeader(name, value);
  if (sessionId !== null && answer.ok) response.setHeader('mcp-session-id', sessionId);
  if (!answer.body) return void response.end();
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) events.begin();
  // Cancelled when the client disconnects, which ends the call.
  const reader = answer.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  response.once('close', cancel);
  if (response.destroyed) cancel();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!response.write(value)) await drained(response);
  }
  response.off('close', cancel);
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const end = () => {
      response.off('drain', end).off('close', end);
      resolve();
    };
    response.on('drain', end).on('close', end);
  });
}
