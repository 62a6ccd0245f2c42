import { randomUUID } from 'node:crypto';
import type { TextEvent } from '@gateway/platform-kit';
import { messageDelivery } from '../deliveries/events.js';
import type { AccountId } from '../ports/system.js';
import type { Settings } from '../retention/settings.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Tracing } from '../tracing/tracing.js';
import type { Services } from '../ports/services.js';

interface ForwardDeps extends Pick<Services, 'store' | 'clock'> {
  readonly settings: Settings;
  readonly tracing: Tracing;
}

/**
 * Stores a text that people wrote in a MESSAGE channel's chat, unless the organization stores none, and enqueues its delivery in the
 * same transaction. False: the event was seen before.
 */
export async function forwardMessage(
  { store, clock, settings, tracing }: ForwardDeps,
  { event, account }: { readonly event: TextEvent; readonly account: { readonly id: AccountId } },
  channel: ChannelRow & { readonly callbackUrl: string },
): Promise<boolean> {
  const { messagesInboundZeroRetention } = await settings.retention(channel.organizationId);
  const at = new Date(clock.now());
  const message = messagesInboundZeroRetention
    ? null
    : {
        organizationId: channel.organizationId,
        id: randomUUID(),
        channelId: channel.channelId,
        direction: 'inbound' as const,
        text: event.text,
        platform: channel.platform,
        fromUser: event.sender.username ?? event.sender.name ?? event.sender.id,
        fromName: event.sender.name,
        fromId: event.sender.id,
        apiKeyId: null,
        operatorId: null,
        platformMessageId: event.messageId,
        threadId: event.thread ?? null,
        replyTo: event.replyTo,
        createdAt: at,
      };
  const fields = { channel_id: channel.channelId, platform: channel.platform, message_id: message?.id };
  const span = tracing.start({ name: 'receive message', kind: 'server', parent: null, fields });
  const received = {
    text: event.text,
    sender: event.sender,
    messageId: message?.id ?? null,
    platformMessageId: event.messageId,
    threadId: event.thread ?? null,
    at,
    trace: span.trace,
  };
  const key = { organizationId: channel.organizationId, account: account.id.account, eventId: event.id, at };
  const delivery = messageDelivery(channel, received);
  return await store.messages.receive(key, message, delivery).finally(() => span.end());
}
