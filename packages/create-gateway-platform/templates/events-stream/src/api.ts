import { createInterface } from 'node:readline';
import { PlatformError, type ConnectionContext } from '@gateway/platform-kit';
import type { Received } from './inbound.js';
import { refusal } from './refusal.js';

export type Context = ConnectionContext<{ token: string }>;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: PlatformError) => void;
}

/** The API of the platform: lines of JSON on a socket, with the token of one bot. */
export function createApi({ credentials, endpoints, connect }: Context) {
  /** Opens a session and signs in. `onEvent` gets what the platform sends by itself. The caller ends the session. */
  async function open(onEvent: (received: Received) => void, signal?: AbortSignal) {
    const { hostname, port, protocol } = new URL(endpoints['api'] ?? '');
    const tls = protocol === 'https:';
    const socket = await connect({
      host: hostname,
      port: Number(port || (tls ? 443 : 80)),
      tls,
      ...(signal && { signal }),
    });
    const waiting = new Map<number, Waiting>();
    let lastId = 0;
    const end = () => void socket.destroy();
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    socket.on('error', () => {});
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    void ended.then(() => {
      signal?.removeEventListener('abort', end);
      for (const { reject } of waiting.values()) reject(unavailable());
    });
    const lines = createInterface({ input: socket });
    // An error of the socket is also one of its lines; `close` follows.
    lines.on('error', () => {});
    lines.on('line', (line) => {
      const { id, status, body, event } = JSON.parse(line) as {
        id: number;
        status: number;
        body: unknown;
        event: Received;
      };
      if (event !== undefined) return onEvent(event);
      const call = waiting.get(id);
      waiting.delete(id);
      if (status === 200) call?.resolve(body);
      else call?.reject(refusal(status, body));
    });
    const send = (message: object) => void socket.write(`${JSON.stringify(message)}\n`);
    const call = (method: string, path: string, body?: object) =>
      new Promise<unknown>((resolve, reject) => {
        if (socket.destroyed) return reject(unavailable());
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        send({ id: lastId, method, path, body });
      });
    try {
      await call('POST', '/sign-in', { token: credentials.token });
    } catch (error) {
      end();
      throw error;
    }
    return { call, send, ended, end };
  }

  return {
    open,
    /** Makes one call in a session of its own. Returns the answer, or throws a `PlatformError`. */
    async call(method: string, path: string, body?: object, signal?: AbortSignal): Promise<unknown> {
      const session = await open(() => {}, signal);
      try {
        return await session.call(method, path, body);
      } finally {
        session.end();
      }
    },
  };
}

// The error of the socket may contain what was sent, so it is not passed on.
const unavailable = () => new PlatformError('unavailable', 'My Chat cannot be reached.');

export type Api = ReturnType<typeof createApi>;
