import type { OutsideWindow } from '@gateway/contract';
import type { Platform } from '@gateway/platform-kit';
import type { Clock } from '../ports.js';
import { Refusal } from '../refusal.js';
import type { ChannelRow } from '../rows.js';
import type { Store } from '../store.js';

const HOUR_MS = 3_600_000;

/** Whether a message of a channel's person may open the platform's window. */
export function mayReopen(platform: Platform, { lastInboundAt }: ChannelRow, now: number): boolean {
  const { replyWindow } = platform.capabilities;
  // The row can be some seconds old.
  return replyWindow !== undefined && now - (lastInboundAt?.getTime() ?? 0) > replyWindow / 2;
}

/** Refuses a choice that the platform does not have. */
export function checkOutsideWindow({ name, capabilities }: Platform, choice: OutsideWindow | undefined): void {
  if (choice !== 'direct' || capabilities.directSend) return;
  throw new Refusal('invalid', `${name} has no way to write outside a reply window: use "refuse".`, 'outside_window');
}

/**
 * Refuses a post that the platform would accept and not deliver, because the person has not written for too long. Where the gateway
 * has never heard from the person it cannot know, and the platform decides. Returns how to send what may be outside of the window.
 */
export async function checkReplyWindow(
  { store, clock }: { readonly store: Pick<Store, 'channels'>; readonly clock: Clock },
  { name, capabilities: { replyWindow, directSend = false } }: Platform,
  channel: ChannelRow,
): Promise<{ readonly outsideWindow?: true }> {
  if (replyWindow === undefined) return {};
  const isOpen = ({ lastInboundAt }: ChannelRow) =>
    lastInboundAt !== null && clock.now() - lastInboundAt.getTime() <= replyWindow;
  if (isOpen(channel)) return {};
  // The row may be cached, and the person may have written since.
  const current = (await store.channels.get(channel.organizationId, channel.channelId)) ?? channel;
  if (isOpen(current)) return {};
  if (directSend && current.outsideWindow === 'direct') return { outsideWindow: true };
  if (current.lastInboundAt === null) return {};
  throw new Refusal(
    'invalid',
    `${name} delivers messages only within ${replyWindow / HOUR_MS} hours after the person wrote, and the last message came at ` +
      `${current.lastInboundAt.toISOString()}: ask the person to send any message first.`,
    null,
    { code: 'window_closed' },
  );
}
