import type { ChannelRow } from '../ports/rows.js';

/**
 * Why alerts are not posted in a channel; null: they are. They name channels, receivers and keys that the key of an agent may not read,
 * and a key that changes the chat or the credentials of a channel would receive them.
 */
export function alertChannelProblem(channel: ChannelRow | null, channelId: string): string | null {
  if (!channel?.isActive) return `There is no active channel "${channelId}".`;
  return channel.credentialsProven
    ? null
    : `The chat or the credentials of channel "${channelId}" were set without policies:write, so alerts are not posted there: an owner must enter its credentials again.`;
}
