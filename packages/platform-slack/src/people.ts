import type { Sender } from '@gateway/platform-kit';
import type { Slack } from './api.js';

type Names = Pick<Sender, 'username' | 'name'>;

const KEPT = 5000;
const KNOWN_MS = 3_600_000;
const UNKNOWN_MS = 60_000;
/** Slack wants events acknowledged within 3 s; a name is worth part of that. */
const PATIENCE_MS = 1000;
const nobody: Names = { username: null, name: null };

/** Who people are. Messages carry only an id, and asking takes the scope `users:read`: without it there are no names. */
export interface People {
  /** Never rejects. */
  find(id: string): Promise<Names>;
}

export function createPeople({ call }: Slack, now: () => number): People {
  const known = new Map<string, { until: number; names: Promise<Names> }>();

  async function ask(id: string): Promise<Names> {
    const { user } = await call(AbortSignal.timeout(PATIENCE_MS), (web) => web.users.info({ user: id }));
    const name = user?.profile?.display_name || user?.profile?.real_name || user?.real_name || user?.name;
    return { username: user?.name ?? null, name: name ?? null };
  }

  return {
    find(id) {
      const entry = known.get(id);
      if (entry && entry.until > now()) return entry.names;
      const names = ask(id).catch(() => {
        known.set(id, { until: now() + UNKNOWN_MS, names: Promise.resolve(nobody) });
        return nobody;
      });
      known.delete(id);
      const [oldest] = known.keys();
      if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
      known.set(id, { until: now() + KNOWN_MS, names });
      return names;
    },
  };
}
