import { PlatformError, type ConnectionContext } from '@gateway/platform-kit';
import { refusal } from './refusal.js';

export type Context = ConnectionContext<{ site: string; email: string; key: string; token: string }>;
export type Api = ReturnType<typeof createApi>;

/** The API of a Zulip server with the key of one bot: https://zulip.com/api/rest. */
export function createApi({ credentials: { site, email, key }, fetch }: Context) {
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  return {
    /** Sends one request; `form` makes it a POST. Returns the JSON of the answer, or throws a `PlatformError`. */
    async call<T>(path: string, form?: Record<string, string>, signal?: AbortSignal): Promise<T> {
      let response: Response, answer: unknown;
      try {
        response = await fetch(`${site.replace(/\/+$/, '')}/api/v1${path}`, {
          method: form ? 'POST' : 'GET',
          headers: { authorization },
          body: form ? new URLSearchParams(form) : null,
          signal: signal ?? null,
        });
        answer = await response.json();
      } catch {
        // The error itself may contain the address, so it is not passed on.
        throw new PlatformError('unavailable', 'Zulip cannot be reached.');
      }
      if (!response.ok) throw refusal(response.status, answer);
      return answer as T;
    },
  };
}
