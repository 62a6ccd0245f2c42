import type { Clock } from '@gateway/sandbox/server';
import { rateLimited } from './errors.js';

/** Slack's rate limit for posting: about one message per second and channel, with short bursts. */
export interface RateLimits {
  /** Throws `ratelimited` when the channel got too many messages. */
  spend(channelId: string): void;
}

const BURST = 3;

export function createRateLimits(clock: Clock, enabled: boolean): RateLimits {
  const used = new Map<string, number[]>();
  return {
    spend(channelId) {
      if (!enabled) return;
      const recent = (used.get(channelId) ?? []).filter((at) => at > clock.now() - BURST * 1000);
      if (recent.length >= BURST) throw rateLimited(1);
      used.set(channelId, [...recent, clock.now()]);
    },
  };
}
