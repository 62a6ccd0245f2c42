import type { Clock } from '@gateway/sandbox/server';
import { type SendLimits, tooManyRequests } from '@gateway/sandbox/telegram';

/** A sliding window of sent messages. */
interface Window {
  max: number;
  perMs: number;
}

const PER_CHAT: Window = { max: 1, perMs: 1_000 };
const PER_GROUP: Window = { max: 20, perMs: 60_000 };
const PER_BOT: Window = { max: 30, perMs: 1_000 };

/** Counts sent messages. Throws 429 with the seconds to wait when a limit would be exceeded. */
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
      const waits = windows.map(([key, { max, perMs }]) => {
        const times = (sent.get(key) ?? []).filter((time) => time > now - perMs);
        sent.set(key, times);
        return times.length < max ? 0 : (times[times.length - max] as number) + perMs - now;
      });
      const wait = Math.max(...waits);
      if (wait > 0) throw tooManyRequests(Math.max(1, Math.ceil(wait / 1000)));
      for (const [key] of windows) sent.get(key)?.push(now);
    },
  };
}
