import type { Sender } from '@gateway/platform-kit';
import type { Slack } from './api.js';

type Names = Pick<Sender, 'username' | 'name' | 'aliases'>;

const MAX_CACHED = 5000;
const CACHE_TTL_MS = 3_600_000;
/** Cache time of a failed look-up. */
const FAILURE_TTL_MS = 60_000;
/** Events must be acknowledged within 3 s; a look-up may take part of that. */
const LOOKUP_TIMEOUT_MS = 1000;
const noNames: Names = { username: null, name: null };

/**
 * Looks up the names of people: events contain only ids. Without the scope `users:read` there are no names. In an Enterprise organization
 * a person can have another id than in the workspace.
 */
export interface People {
  /** Never rejects. */
  find(id: string): Promise<Names>;
}

export function createPeople({ call }: Slack, now: () => number): People {
  const known = new Map<string, { until: number; names: Promise<Names> }>();

  async function lookUp(id: string): Promise<Names> {
    const { user } = await call(AbortSignal.timeout(LOOKUP_TIMEOUT_MS), (web) => web.users.info({ user: id }));
    const name = user?.profile?.display_name || user?.profile?.real_name || user?.real_name || user?.name;
    const orgId = user?.enterprise_user?.id;
    const aliases = orgId === undefined || orgId === id ? {} : { aliases: [orgId] };
    return { username: user?.name ?? null, name: name ?? null, ...aliases };
  }

  return {
    find(id) {
      const entry = known.get(id);
      if (entry && entry.until > now()) return entry.names;
      const names = lookUp(id).catch(() => {
        known.set(id, { until: now() + FAILURE_TTL_MS, names: Promise.resolve(noNames) });
        return noNames;
      });
      known.delete(id);
      const [oldest] = known.keys();
      if (known.size >= MAX_CACHED && oldest !== undefined) known.delete(oldest);
      known.set(id, { until: now() + CACHE_TTL_MS, names });
      return names;
    },
  };
}
