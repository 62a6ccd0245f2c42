import { PlatformError, type ConnectionContext } from '@gateway/platform-kit';

export type Context = ConnectionContext<{ homeserver: string; token: string }>;

/** One request to the client-server API, https://spec.matrix.org/v1.11/client-server-api/. Throws a `PlatformError`. */
export type Call = <T>(method: string, path: string, body?: object, signal?: AbortSignal) => Promise<T>;

/** A part of a path: ids of rooms and events have characters that an address does not allow. */
export const part = encodeURIComponent;

type MatrixError = { errcode?: string; error?: string; retry_after_ms?: number };

/** The API with the token of one bot. */
export function createApi({ credentials: { homeserver, token }, fetch }: Context): Call {
  return async <T>(method: string, path: string, body?: object, signal?: AbortSignal) => {
    let response: Response, answer: unknown;
    try {
      response = await fetch(`${homeserver.replace(/\/+$/, '')}/_matrix/client/v3${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
        signal: signal ?? null,
      });
      answer = await response.json();
    } catch {
      // The error itself may contain the address and the token, so it is not passed on.
      throw new PlatformError('unavailable', 'The homeserver cannot be reached.', { hint: 'Check its address.' });
    }
    if (!response.ok) throw refusal(response.status, answer as MatrixError | null);
    return answer as T;
  };
}

function refusal(status: number, answer: MatrixError | null): PlatformError {
  const { errcode = '', error = '', retry_after_ms: retryAfterMs = 1000 } = answer ?? {};
  if (status === 401) return new PlatformError('auth', 'The homeserver refuses the token.');
  if (status === 403) return new PlatformError('forbidden', 'The bot may not do this here. Invite it.');
  if (status === 404) return new PlatformError('not_found', 'There is no such room or message.');
  if (status === 429) return new PlatformError('rate_limited', 'The homeserver limits the requests.', { retryAfterMs });
  const code = status >= 500 ? 'unavailable' : 'invalid';
  return new PlatformError(code, `The homeserver answered ${status} ${errcode} ${error}`.trim());
}
