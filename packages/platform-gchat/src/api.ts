import { parseJson, type ConnectionContext } from '@gateway/platform-kit';
import { fromApiAnswer, fromTransport, unusable } from './errors.js';
import type { Tokens } from './tokens.js';

const TIMEOUT_MS = 15_000;

/** One request to the Chat API. `path` is a resource name below `/v1/`. */
interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Makes one request with a token of the account. Throws only `PlatformError`; `signal` and a time limit abort it. */
export type Call = (request: ApiRequest, signal?: AbortSignal) => Promise<unknown>;

export function createApi({ endpoints, fetch }: Pick<ConnectionContext, 'endpoints' | 'fetch'>, tokens: Tokens): Call {
  return async ({ method, path, query = {}, body }, signal) => {
    const address = addressOf(endpoints, path);
    const search = new URLSearchParams(query).toString();
    const send = (token: string) =>
      exchange(fetch, search === '' ? address : `${address}?${search}`, signal, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const token = await tokens.get(signal);
    let answer = await send(token);
    if (answer.response.status === 401) {
      // The token may be revoked before it expires.
      tokens.drop(token);
      answer = await send(await tokens.get(signal));
    }
    if (!answer.response.ok) throw fromApiAnswer(answer.response, answer.body);
    if (answer.body === undefined) throw unusable('PLATFORM_GCHAT_API_URL');
    return answer.body;
  };
}

/** The address of the bytes of an uploaded file. */
export function mediaAddress(endpoints: ConnectionContext['endpoints'], resource: string): string {
  return `${addressOf(endpoints, `media/${resource}`)}?alt=media`;
}

function addressOf(endpoints: ConnectionContext['endpoints'], path: string): string {
  return `${endpoints['api']}/v1/${path.split('/').map(escaped).join('/')}`;
}

/** A colon separates a custom method, such as `spaces:findDirectMessage`. */
const escaped = (part: string) => encodeURIComponent(part).replaceAll('%3A', ':');

async function exchange(
  fetch: typeof globalThis.fetch,
  address: string,
  signal: AbortSignal | undefined,
  init: RequestInit,
): Promise<{ response: Response; body: unknown }> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    // An empty body is an empty result; undefined is a body that is not JSON.
    return { response, body: parseJson((await response.text()) || '{}') };
  } catch (error) {
    throw fromTransport(error, signal?.aborted === true);
  }
}
