import type { Posted } from '@gateway/platform-kit';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Address } from './address.js';
import type { Call } from './api.js';
import { unusable } from './errors.js';
import type { Content } from './render.js';

const REMEMBERED_THREADS = 10_000;

const message = z.object({
  name: z.string().min(1),
  thread: z.object({ name: z.string() }).optional().catch(undefined),
});

/** A message that was posted. */
export interface PostedMessage {
  readonly name: string;
  readonly thread: string | null;
}

/** Which thread a message belongs to: the Chat API posts into threads, not under messages. */
export interface Threads {
  remember(messageName: string, thread: string | null): void;
  /** Null when it cannot be found out. */
  of(messageName: string, signal?: AbortSignal): Promise<string | null>;
}

/** Remembers the threads of recent messages and asks for older ones. */
export function createThreads(call: Call): Threads {
  const known = new Map<string, string>();
  return {
    remember(name, thread) {
      if (thread === null) return;
      known.set(name, thread);
      const [oldest] = known.keys();
      if (known.size > REMEMBERED_THREADS && oldest !== undefined) known.delete(oldest);
    },
    async of(name, signal) {
      const thread = known.get(name);
      if (thread !== undefined || !/^spaces\/[^/]+\/messages\/[^/]+$/.test(name)) return thread ?? null;
      const found = message.safeParse(await call({ method: 'GET', path: name }, signal).catch(() => null));
      return found.success ? (found.data.thread?.name ?? null) : null;
    },
  };
}

/** Posts one message, into a thread when there is one (and where that is gone, as a new one). */
export async function post(
  call: Call,
  { space, thread }: Address,
  content: Content,
  signal?: AbortSignal,
): Promise<PostedMessage> {
  const answer = await call(
    {
      method: 'POST',
      path: `${space}/messages`,
      // The id makes the request safe to arrive twice.
      query: {
        requestId: randomUUID(),
        ...(thread !== null && { messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD' }),
      },
      body: thread === null ? content : { ...content, thread: { name: thread } },
    },
    signal,
  );
  const posted = message.safeParse(answer);
  if (!posted.success) throw unusable('PLATFORM_GCHAT_API_URL');
  return { name: posted.data.name, thread: posted.data.thread?.name ?? null };
}

/**
 * A reply in the thread that a message began is a native reply to it. In a thread that was there before, a text may be meant for
 * anything in it: there only a quotation counts.
 */
export function namesOf({ thread: given }: Address, messages: readonly PostedMessage[]): Posted['messageIds'] {
  const threads = given === null ? messages.flatMap(({ thread }) => thread ?? []) : [];
  return [...new Set([...messages.map(({ name }) => name), ...threads])];
}
