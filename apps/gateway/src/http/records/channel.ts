import { formatPromptId, type listChannels, type ReplyOf } from '@gateway/contract';
import {
  holdsAny,
  templateOf,
  trafficProofs,
  type AddressVault,
  type ChannelRow,
  type ChannelTraffic,
  type FileOf,
  type Principal,
  type TrafficProof,
} from '@gateway/core';
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
  /** Without it, the record does not have it. */
  traffic?: readonly ChannelTraffic[],
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
      proofs: proofRecords(channel, reader),
    },
    ...(traffic && { traffic: traffic.map(trafficRecord) }),
  };
}

function proofRecords(channel: ChannelRow, reader: Principal) {
  // A key may read only some prompts.
  const seesPrompts = reader.operator !== null && holdsAny(reader, ['prompts:read']);
  const record = (proof: TrafficProof | null) =>
    proof && {
      at: proof.at.toISOString(),
      prompt_id: seesPrompts && proof.prompt !== null ? formatPromptId(proof.prompt) : null,
    };
  const { asked, answered, received } = trafficProofs(channel);
  return { asked: record(asked), answered: record(answered), received: record(received) };
}

function trafficRecord({ periodStart, asked, answered, received, refused }: ChannelTraffic) {
  return { from: periodStart.toISOString(), asked, answered, received, refused };
}
