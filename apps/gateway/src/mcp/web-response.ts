import type { ServerResponse } from 'node:http';

/** Events that are written to a stream besides those of its source, which writes whole events. */
export class AddedEvents {
  #waiting: string | null = null;
  #isOpen = false;

  constructor(private readonly response: ServerResponse) {}

  add(event: string | null): void {
    if (this.#isOpen && event !== null) this.response.write(event);
    else this.#waiting = event;
  }

  begin(): void {
    this.#isOpen = true;
    this.response.write(`: open\n\n${this.#waiting ?? ''}`);
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
