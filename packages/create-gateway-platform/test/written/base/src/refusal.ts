import { PlatformError } from '@gateway/platform-kit';

export function refusal(status: number, _answer: unknown): PlatformError {
  if (status === 401) return new PlatformError('auth', 'The platform refuses the token.');
  if (status === 403) return new PlatformError('forbidden', 'The bot may not write here.');
  if (status === 404) return new PlatformError('not_found', 'There is no such room or message.');
  if (status === 429)
    return new PlatformError('rate_limited', 'The platform limits the requests.', { retryAfterMs: 1000 });
  return new PlatformError(status >= 500 ? 'unavailable' : 'invalid', `The platform answered ${status}.`);
}
