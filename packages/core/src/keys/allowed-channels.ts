import { Refusal } from '../refusal.js';
import type { Principal } from './principal.js';

/** Whether a principal sees a channel and what belongs to it. */
export function sees({ channels }: Pick<Principal, 'channels'>, channelId: string): boolean {
  return channels === null || channels.has(channelId);
}

/** Refuses a change in a channel that the principal's key may not use. */
export function requireChannel(principal: Pick<Principal, 'channels'>, channelId: string): void {
  if (sees(principal, channelId)) return;
  throw new Refusal(
    'forbidden',
    `This key may not use the channel ${JSON.stringify(channelId)}; it may use ${[...(principal.channels ?? [])].join(', ')}.`,
    null,
    { code: 'channel_not_allowed' },
  );
}

/** Refuses to move a channel, or to give it another bot, with a key that is limited to channels: it would reach beyond them. */
export function requireUnlimited(
  { channels }: Pick<Principal, 'channels'>,
  patch: { readonly credentials?: unknown; readonly targetChatId?: unknown },
): void {
  const field =
    (patch.credentials !== undefined && 'credentials') || (patch.targetChatId !== undefined && 'target_chat_id');
  if (channels === null || !field) return;
  throw new Refusal(
    'forbidden',
    `A key that is limited to channels cannot change ${field}: the channel would reach another chat or bot. Use a key without channels.`,
    field,
  );
}

/** Limits a filter to the channels that the principal sees. Null: it asks for another one, so nothing matches. */
export function withinChannels<Filter extends { readonly channelId?: string; readonly channelIds?: readonly string[] }>(
  { channels }: Pick<Principal, 'channels'>,
  filter: Filter,
): Filter | null {
  if (channels === null) return filter;
  if (filter.channelId !== undefined) return channels.has(filter.channelId) ? filter : null;
  return { ...filter, channelIds: [...channels] };
}
