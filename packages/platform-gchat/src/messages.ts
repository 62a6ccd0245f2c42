import type { Posted } from '@gateway/platform-kit';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Address } from './address.js';
import type { Call } from './api.js';
import { unusable } from './errors.js';
import type { Content } from './render.js';

const MAX_THREADS = 10_000;

const message = z.object({
  name: z.string().min(1),
  thread: z.object({ name: z.string() }).optional().catch(undefined),
});

/** A message that was posted. */
export interface PostedMessage {
  readonly name: string;
  readonly thread: string | null;
}

/** The threads of messages: the Chat API replies to threads, not to messages. */
export interface Threads {
  add(messageName: string, thread: string | null): void;
  /** Null when it is unknown. */
  find(messageName: string, signal?: AbortSignal): Promise<string | null>;
}

/** Keeps the threads of recent messages and requests those of older ones. */
export function createThreads(call: Call): Threads {
  const known = new Map<string, string>();
  return {
    add(name, thread) {
      if (thread === null) return;
      known.set(name, thread);
      const [oldest] = known.keys();
      if (known.size > MAX_THREADS && oldest !== undefined) known.delete(oldest);
    },
    async find(name, signal) {
      const thread = known.get(name);
      if (thread !== undefined || !/^spaces\/[^/]+\/messages\/[^/]+$/.test(name)) return thread ?? null;
      const found = message.safeParse(await call({ method: 'GET', path: name }, signal).catch(() => null));
      return found.success ? (found.data.thread?.name ?? null) : null;
    },
  };
}

/**
 * Posts one message, in the thread if there is one. If the thread was deleted, Google starts a new one. `key`: Google answers a repeated
 * post that has the same one with the first message.
 */
export async function post(
  call: Call,
  { space, thread }: Address,
  content: Content,
  key: string | undefined,
  signal?: AbortSignal,
): Promise<PostedMessage> {
  const answer = await call(
    {
      method: 'POST',
      path: `${space}/messages`,
      query: {
        requestId: key ?? randomUUID(),
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
 * The names by which a reply refers to the messages. A reply in a thread that a message started is a reply to that message. In an existing
 * thread only a quotation is, because a text there may refer to any message.
 */
export function namesOf({ thread: given }: Address, messages: readonly PostedMessage[]): Posted['messageIds'] {
  const threads = given === null ? messages.flatMap(({ thread }) => thread ?? []) : [];
  return [...new Set([...messages.map(({ name }) => name), ...threads])];
}
