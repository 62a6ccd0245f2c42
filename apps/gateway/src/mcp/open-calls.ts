import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface OpenCall {
  /** Aborts when the client has cancelled the call or disconnected. */
  readonly signal: AbortSignal;
  /** The session that the response names; null: none. */
  readonly sessionId: string | null;
  end(): void;
}

interface Message {
  readonly method?: unknown;
  readonly id?: unknown;
  readonly params?: { readonly requestId?: unknown };
}

/**
 * The calls in progress. Clients of 2025 cancel a call by another request, so they are given a session id, which is not stored: it only
 * distinguishes the calls of clients that share a key. Later clients close the connection.
 */
export class OpenCalls {
  readonly #calls = new Map<string, AbortController>();

  /** Registers a request. A notification that cancels another call ends that call. */
  open(callerId: string, { headers }: IncomingMessage, body: unknown): OpenCall {
    const { method, id, params }: Message = typeof body === 'object' && body !== null ? body : {};
    const session = headers['mcp-session-id'];
    const keyOf = (call: unknown) => JSON.stringify([callerId, session, call]);
    const controller = new AbortController();
    const isCall = session !== undefined && id !== undefined;
    if (isCall) this.#calls.set(keyOf(id), controller);
    if (session !== undefined && method === 'notifications/cancelled')
      this.#calls.get(keyOf(params?.requestId))?.abort();
    return {
      signal: controller.signal,
      sessionId: method === 'initialize' ? randomUUID() : null,
      end: () => {
        if (isCall && this.#calls.get(keyOf(id)) === controller) this.#calls.delete(keyOf(id));
        // Without a reason, each call would create an error with a stack.
        controller.abort('The call has ended.');
      },
    };
  }
}
