import type { SessionInfo } from '@discordjs/ws';
import type { AccountState } from '@gateway/platform-kit';
import { z } from 'zod';

/** Milliseconds between two writes; an older mark only makes Discord repeat events that are known. */
const SAVE_EVERY_MS = 1000;
const KEY = 'sessions';

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
 * The sessions of an account's sockets. What Discord is told on a resume differs: after a break of the line, all that was
 * read; after a restart, all that was done.
 */
export interface Sessions {
  read(shard: number): SessionInfo | null;
  write(shard: number, session: SessionInfo | null): void;
  /** All up to this session's sequence is done; written down soon. */
  done(session: SessionInfo): void;
  forget(): void;
  /** Writes down what is done; afterwards the object is of no more use. */
  close(): Promise<void>;
}

export async function openSessions(state: AccountState): Promise<Sessions> {
  const text = await state.get(KEY).catch(() => null);
  const { data } = stored.safeParse(parseJson(text));
  const known = new Map<number, SessionInfo>(data?.map((session) => [session.shardId, session]));
  const finished = new Map(known);
  let timer: NodeJS.Timeout | null = null;
  const save = async () => {
    timer = null;
    await state.set(KEY, JSON.stringify([...finished.values()])).catch(() => {});
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
    forget() {
      known.clear();
      finished.clear();
    },
    async close() {
      if (timer) clearTimeout(timer);
      await save();
    },
  };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
