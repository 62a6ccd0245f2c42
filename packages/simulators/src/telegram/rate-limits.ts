import type { Clock } from '@gateway/sandbox/server';
import { type SendLimits, tooManyRequests } from '@gateway/sandbox/telegram';

/** A sliding window of sent messages. */
interface Window {
  most: number;
  perMs: number;
}

const PER_CHAT: Window = { most: 1, perMs: 1_000 };
const PER_GROUP: Window = { most: 20, perMs: 60_000 };
const PER_BOT: Window = { most: 30, perMs: 1_000 };

/** Counts sent messages; throws 429 with the seconds to wait when a limit would be passed. */
export function createRateLimits(clock: Clock): SendLimits {
  const sent = new Map<string, number[]>();
  return {
    spend(botId, { chat }): void {
      const now = clock.now();
      const windows: [string, Window][] = [
        [`bot ${botId}`, PER_BOT],
        [`chat ${botId} ${chat.id}`, PER_CHAT],
      ];
      if (chat.type !== 'private') windows.push([`group ${botId} ${chat.id}`, PER_GROUP]);
      const waits = windows.map(([key, { most, perMs }]) => {
        const times = (sent.get(key) ?? []).filter((time) => time > now - perMs);
        sent.set(key, times);
        return times.length < most ? 0 : (times[times.length - most] as number) + perMs - now;
      });
      const wait = Math.max(...waits);
      if (wait > 0) throw tooManyRequests(Math.max(1, Math.ceil(wait / 1000)));
      for (const [key] of windows) sent.get(key)?.push(now);
    },
  };
}
