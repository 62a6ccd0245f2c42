import { z } from 'zod';

const KEEP = 10_000;
/** Threads of an announcement channel, open ones and private ones. A category is a channel's parent, too, and not meant. */
const THREAD_TYPES = new Set([10, 11, 12]);

const thread = z.object({ id: z.string(), parent_id: z.string(), type: z.number() });
const withThreads = z.object({ threads: z.array(z.unknown()) });

/** Which channel a thread belongs to: messages do not say, but the socket told before. */
export interface Threads {
  /** Null for what is no thread, or not known as one. */
  parentOf(channel: string): string | null;
  /** Learns from any payload that may be, or hold, threads. */
  learn(payload: unknown): void;
}

export function createThreads(): Threads {
  const parents = new Map<string, string>();
  const learnOne = (value: unknown) => {
    const { data } = thread.safeParse(value);
    if (!data || !THREAD_TYPES.has(data.type)) return;
    parents.delete(data.id);
    parents.set(data.id, data.parent_id);
    const [oldest] = parents.keys();
    if (parents.size > KEEP && oldest !== undefined) parents.delete(oldest);
  };
  return {
    parentOf: (channel) => parents.get(channel) ?? null,
    learn(payload) {
      learnOne(payload);
      for (const item of withThreads.safeParse(payload).data?.threads ?? []) learnOne(item);
    },
  };
}
