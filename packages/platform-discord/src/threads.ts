import { PlatformError } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Api } from './api.js';

const MAX_THREADS = 10_000;
/** Types of announcement, public and private threads. Other channels also have a parent: their category. */
const THREAD_TYPES = new Set([10, 11, 12]);

const thread = z.object({ id: z.string(), parent_id: z.string(), type: z.number() });
const withThreads = z.object({ threads: z.array(z.unknown()) });

/** The channel of each thread. Messages do not contain it; earlier payloads of the socket do. */
export interface Threads {
  /** Null when the channel is not a known thread. */
  parentOf(channel: string): string | null;
  /** Records the threads in a payload. */
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
    if (parents.size > MAX_THREADS && oldest !== undefined) parents.delete(oldest);
  };
  return {
    parentOf: (channel) => parents.get(channel) ?? null,
    learn(payload) {
      learnOne(payload);
      for (const item of withThreads.safeParse(payload).data?.threads ?? []) learnOne(item);
    },
  };
}

/**
 * The thread that an agent names, if it is one of the channel; throws `invalid` otherwise. Security: the id of any other channel would be
 * accepted by Discord, too.
 */
export async function threadIn(
  api: Api,
  threads: Threads,
  channel: string,
  given: string,
  signal?: AbortSignal,
): Promise<string> {
  if (given === channel) return channel;
  if (/^\d{1,25}$/.test(given)) {
    if (threads.parentOf(given) === null) threads.learn(await api.call('get', `/channels/${given}`, { signal }));
    if (threads.parentOf(given) === channel) return given;
  }
  throw new PlatformError('invalid', 'This is not a thread of the Discord channel.', {
    hint: 'Give the id of a thread of this channel.',
  });
}
