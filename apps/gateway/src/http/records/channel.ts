import type { listChannels, ReplyOf } from '@gateway/contract';
import { templateOf, type AddressVault, type ChannelRow, type FileOf, type Principal } from '@gateway/core';
import { callbackAddress } from './callback-address.js';
import { managedBy } from './managed.js';

/** A channel as the API shows it to a reader. */
export function channelRecord(
  channel: ChannelRow,
  reader: Principal,
  addresses: AddressVault,
  /** Without it, the record does not say which file owns it. */
  fileOf: FileOf = () => null,
): ReplyOf<typeof listChannels>[number] {
  return {
    channel_id: channel.channelId,
    platform: channel.platform,
    target_chat_id: channel.targetChatId,
    channel_type: channel.channelType,
    is_active: channel.isActive,
    outside_window: channel.outsideWindow,
    ...((channel.approvers ?? channel.policyId) !== null && {
      approvers: channel.approvers && [...channel.approvers],
      policy: channel.policyId,
    }),
    prompt_links: channel.promptLinks,
    window_template: templateOf(channel),
    callback_url: callbackAddress(channel.callbackUrl, reader, addresses),
    credentials_set_by: channel.credentialsSetBy,
    credentials_proven: channel.credentialsProven,
    ...managedBy(fileOf, 'channel', channel.channelId),
    created_at: channel.createdAt.toISOString(),
    updated_at: channel.updatedAt.toISOString(),
    health: {
      state: channel.isActive ? channel.health : 'inactive',
      detail: channel.isActive ? channel.healthDetail : null,
      since: channel.isActive ? (channel.healthSince?.toISOString() ?? null) : channel.updatedAt.toISOString(),
      last_inbound_at: channel.lastInboundAt?.toISOString() ?? null,
      last_outbound_at: channel.lastOutboundAt?.toISOString() ?? null,
    },
  };
}
