import type { SessionInfo } from '@discordjs/ws';
import { parseJson, type AccountState } from '@gateway/platform-kit';
import { z } from 'zod';

/** Milliseconds between two saves. An outdated value only makes Discord repeat events that are known. */
const SAVE_EVERY_MS = 1000;

const stored = z.array(
  z.object({
    sessionId: z.string(),
    resumeURL: z.string(),
    sequence: z.number(),
    shardId: z.number(),
    shardCount: z.number(),
  }),
);

/**
 * The sessions of an account's sockets. A session resumes at a sequence number: after a dropped connection, that of the last payload
 * read; after a restart, that of the last payload done.
 */
export interface Sessions {
  read(shard: number): SessionInfo | null;
  write(shard: number, session: SessionInfo | null): void;
  /** All payloads up to this session's sequence are done. Saved within SAVE_EVERY_MS. */
  done(session: SessionInfo): void;
  /** Drops all sessions, so that the next connections start new ones. */
  clear(): void;
  /** Saves the sessions. The object must not be used afterwards. */
  close(): Promise<void>;
}

/** Opens the sessions that are stored under `key`. */
export async function openSessions(state: AccountState, key: string): Promise<Sessions> {
  const text = await state.get(key).catch(() => null);
  const { data } = stored.safeParse(parseJson(text ?? ''));
  const known = new Map<number, SessionInfo>(data?.map((session) => [session.shardId, session]));
  const finished = new Map(known);
  let timer: NodeJS.Timeout | null = null;
  const save = async () => {
    timer = null;
    await state.set(key, JSON.stringify([...finished.values()])).catch(() => {});
  };
  return {
    read: (shard) => known.get(shard) ?? null,
    write(shard, session) {
      if (session) known.set(shard, session);
      else known.delete(shard);
    },
    done(session) {
      finished.set(session.shardId, session);
      timer ??= setTimeout(() => void save(), SAVE_EVERY_MS).unref();
    },
    clear() {
      known.clear();
      finished.clear();
    },
    async close() {
      if (timer) clearTimeout(timer);
      await save();
    },
  };
}
