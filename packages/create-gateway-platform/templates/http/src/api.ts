import { PlatformError, type ConnectionContext } from '@gateway/platform-kit';
import { refusal } from './refusal.js';

export type Context = ConnectionContext<{ token: string }>;

/** The API of the platform with the token of one bot. */
export function createApi({ credentials, endpoints, fetch }: Context) {
  return {
    /** Sends one request. Returns the JSON of the answer, or throws a `PlatformError`. */
    async call(method: string, path: string, body?: object, signal?: AbortSignal): Promise<unknown> {
      let response: Response;
      let answer: unknown;
      try {
        response = await fetch(`${endpoints['api']}${path}`, {
          method,
          headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
          body: body ? JSON.stringify(body) : null,
          signal: signal ?? null,
        });
        answer = await response.json();
      } catch {
        // The error itself may contain the address and the token, so it is not passed on.
        throw new PlatformError('unavailable', 'My Chat cannot be reached.');
      }
      if (!response.ok) throw refusal(response.status, answer);
      return answer;
    },
  };
}

export type Api = ReturnType<typeof createApi>;
