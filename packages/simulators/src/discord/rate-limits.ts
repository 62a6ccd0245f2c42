import type { Clock } from '@gateway/sandbox/server';

const WINDOW_MS = 5000;
const MAX_MESSAGES = 5;

/** A 429 answer. */
export class RateLimit extends Error {
  constructor(readonly answer: { status: number; body: object; headers: Record<string, string> }) {
    super('You are being rate limited.');
  }
}

/** `seconds` is fractional, as in Discord's answers. */
export function tooFast(seconds: number, headers: Record<string, string> = {}): RateLimit {
  return new RateLimit({
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
    headers: { ...headers, 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': 'user' },
  });
}

/** Five messages in five seconds per channel. The headers show how many are left. */
export function createRateLimits(clock: Clock, isOn: boolean) {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return {
    /** Counts a request and returns the headers for its answer. Throws {@link RateLimit} beyond the limit. */
    take(channel: string): Record<string, string> {
      if (!isOn) return {};
      const now = clock.now();
      let window = windows.get(channel);
      if (!window || window.endsAt <= now) {
        window = { endsAt: now + WINDOW_MS, used: 0 };
        windows.set(channel, window);
      }
      window.used += 1;
      const seconds = (window.endsAt - now) / 1000;
      const headers = {
        'x-ratelimit-limit': String(MAX_MESSAGES),
        'x-ratelimit-remaining': String(Math.max(0, MAX_MESSAGES - window.used)),
        'x-ratelimit-reset-after': seconds.toFixed(3),
        'x-ratelimit-bucket': 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
      };
      if (window.used > MAX_MESSAGES) throw tooFast(seconds, headers);
      return headers;
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
