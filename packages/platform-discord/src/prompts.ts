import { setTimeout as sleep } from 'node:timers/promises';
import {
  PlatformError,
  type ClosedPrompt,
  type OutboundMessage,
  type Posted,
  type Question,
} from '@gateway/platform-kit';
import type { APIMessage } from 'discord-api-types/v10';
import type { Api } from './api.js';
import { DiscordRefusal, UNKNOWN_MESSAGE } from './errors.js';
import { fileOf, layOut, rowsOf, textBody, type Step } from './render.js';

/** Max wait for a rate limit between the messages of a question: starting over would exceed the same limit. */
const MAX_RATE_LIMIT_WAIT_MS = 10_000;

/** Posts a question. When one of its messages fails, deletes those that were posted before it. */
export async function sendPrompt(api: Api, channel: string, question: Question, signal?: AbortSignal): Promise<Posted> {
  const posted: string[] = [];
  try {
    const steps = layOut(question);
    for (const [place, laidOut] of steps.entries()) {
      // The others are deleted after a failure, so a repeated call must post them again.
      const step = place === steps.length - 1 ? withNonce(laidOut, question.idempotencyKey) : laidOut;
      const message = await (posted.length === 0
        ? post(api, channel, step, signal)
        : withRateLimitRetry(() => post(api, channel, step, signal), signal));
      posted.push(message.id);
    }
  } catch (error) {
    await deleteAll(api, channel, posted);
    throw error;
  }
  return { messageId: posted.at(-1) ?? '', messageIds: posted, ref: { channel } };
}

function withNonce({ body, upload }: Step, key: string | undefined): Step {
  return { body: { ...body, ...nonceOf(key) }, upload };
}

/** Discord answers a repeated post of the next minutes that has the same nonce, of at most 25 characters, with the first message. */
function nonceOf(key: string | undefined): { readonly nonce?: string; readonly enforce_nonce?: true } {
  return key === undefined ? {} : { nonce: key, enforce_nonce: true };
}

async function post(api: Api, channel: string, { body, upload }: Step, signal?: AbortSignal): Promise<APIMessage> {
  const files = upload ? { files: [await fileOf(upload)] } : {};
  return await api.call<APIMessage>('post', `/channels/${channel}/messages`, { body, ...files, signal });
}

async function withRateLimitRetry<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const waitMs =
        error instanceof PlatformError && error.code === 'rate_limited' ? (error.retryAfterMs ?? 1000) : null;
      if (waitMs === null || waitMs > MAX_RATE_LIMIT_WAIT_MS || signal?.aborted) throw error;
      await sleep(waitMs, undefined, signal ? { signal } : {}).catch(() => {});
    }
  }
}

/** Deletes posted messages, best effort, without the caller's signal: it may be the reason for the failure. */
async function deleteAll(api: Api, channel: string, posted: readonly string[]): Promise<void> {
  await Promise.allSettled(
    posted.map((id) => withRateLimitRetry(() => api.call('delete', `/channels/${channel}/messages/${id}`))),
  );
}

/** Rewrites a question's last message with the buttons that stay, and keeps its attachment. Succeeds when the message was deleted. */
export async function closePrompt(
  api: Api,
  channel: string,
  closed: ClosedPrompt,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await api.call('patch', `/channels/${channel}/messages/${closed.messageId}`, {
      body: { ...textBody(closed.text), components: rowsOf(closed.buttons ?? []) },
      signal,
    });
  } catch (error) {
    if (error instanceof DiscordRefusal && error.number === UNKNOWN_MESSAGE) return;
    throw error;
  }
}

export async function sendMessage(
  api: Api,
  channel: string,
  { text, replyTo, idempotencyKey }: OutboundMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const isMessageId = replyTo !== undefined && /^\d+$/.test(replyTo);
  const reference = isMessageId ? { message_reference: { message_id: replyTo, fail_if_not_exists: false } } : {};
  const { id } = await api.call<APIMessage>('post', `/channels/${channel}/messages`, {
    body: { ...textBody(text), ...reference, ...nonceOf(idempotencyKey) },
    signal,
  });
  return { messageId: id, messageIds: [id], ref: null };
}
