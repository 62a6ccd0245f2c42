import type { listChannels, ReplyOf } from '@gateway/contract';
import { templateOf, type AddressVault, type ChannelRow, type FileOf, type Principal } from '@gateway/core';
import { callbackAddress } from './callback-address.js';
import { snake } from './field-names.js';
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
    ...snake(channel, 'channelId', 'platform', 'targetChatId', 'channelType', 'isActive', 'outsideWindow'),
    ...((channel.approvers ?? channel.policyId) !== null && {
      approvers: channel.approvers && [...channel.approvers],
      policy: channel.policyId,
    }),
    prompt_links: channel.promptLinks,
    ...((channel.maxOpenPerKey ?? channel.maxOpenPerPerson) !== null &&
      snake(channel, 'maxOpenPerKey', 'maxOpenPerPerson')),
    window_template: templateOf(channel),
    callback_url: callbackAddress(channel.callbackUrl, reader, addresses),
    ...snake(channel, 'credentialsSetBy', 'credentialsProven'),
    ...managedBy(fileOf, 'channel', channel.channelId),
    ...snake(channel, 'createdAt', 'updatedAt'),
    health: {
      state: channel.isActive ? channel.health : 'inactive',
      detail: channel.isActive ? channel.healthDetail : null,
      since: channel.isActive ? (channel.healthSince?.toISOString() ?? null) : channel.updatedAt.toISOString(),
      ...snake(channel, 'lastInboundAt', 'lastOutboundAt'),
    },
  };
}
