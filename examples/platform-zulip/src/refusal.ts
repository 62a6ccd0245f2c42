import { PlatformError } from '@gateway/platform-kit';

type Refused = { code?: string; msg?: string; 'retry-after'?: number };

/** An answer with an error (https://zulip.com/api/rest-error-handling), as a sentence that operators read. */
export function refusal(status: number, answer: unknown): PlatformError {
  const { code = '', msg = '', 'retry-after': seconds = 1 } = (answer ?? {}) as Refused;
  if (status === 401) return new PlatformError('auth', 'Zulip refuses the email or the key.');
  if (status === 429)
    return new PlatformError('rate_limited', 'Zulip limits the requests.', { retryAfterMs: seconds * 1000 });
  // Zulip has no code for what a bot may not do, only this sentence.
  if (status === 403 || /not authorized/i.test(msg))
    return new PlatformError('forbidden', 'The bot may not write here.', { hint: 'Subscribe it to the channel.' });
  if (status === 404 || code === 'STREAM_DOES_NOT_EXIST' || /invalid (channel|stream|email|user)/i.test(msg))
    return new PlatformError('not_found', 'There is no such channel or person.');
  return new PlatformError(status >= 500 ? 'unavailable' : 'invalid', `Zulip answered ${status} ${msg}`.trim());
}
