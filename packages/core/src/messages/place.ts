import type { OutboundMessage, Platform } from '@gateway/platform-kit';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import type { MessageInput } from './messages.js';

/** Where in a chat a text is posted. */
export type Place = Pick<OutboundMessage, 'replyTo' | 'thread'>;

/**
 * The place that an agent names by a message and a thread. A message of this gateway is replied to in its thread. Any other id is the
 * platform's. Throws a `Refusal` for an unknown message, and for a thread on a platform without threads.
 */
export async function placeOf(
  store: Store,
  channel: ChannelRow,
  platform: Platform,
  { replyTo, threadId }: Pick<MessageInput, 'replyTo' | 'threadId'>,
): Promise<Place> {
  if (threadId !== null && !platform.capabilities.threads)
    throw new Refusal('invalid', `${platform.name} has no threads: leave thread_id out.`, 'thread_id');
  const thread = threadId === null ? {} : { thread: threadId };
  if (replyTo === null) return thread;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(replyTo)) return { ...thread, replyTo };
  const message = await store.messages.get(channel.organizationId, replyTo.toLowerCase());
  if (!message || message.channelId !== channel.channelId) {
    const detail = `There is no message ${JSON.stringify(replyTo)} in channel "${channel.channelId}".`;
    throw new Refusal('invalid', detail, 'reply_to');
  }
  return {
    ...(message.threadId !== null && platform.capabilities.threads && { thread: message.threadId }),
    ...thread,
    ...(message.platformMessageId !== null && { replyTo: message.platformMessageId }),
  };
}
