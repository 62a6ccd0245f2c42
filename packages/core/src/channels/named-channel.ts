import { Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';

/** The PROMPT channel that a policy or a rule names in this field. Throws a `Refusal` if there is none. */
export async function namedPromptChannel(
  { channels }: Pick<Store, 'channels'>,
  organizationId: string,
  channelId: string,
  field: string,
): Promise<ChannelRow> {
  const channel = await channels.get(organizationId, channelId);
  if (channel?.channelType === 'PROMPT') return channel;
  const refused = (why: string, code: 'channel_wrong_type' | 'channel_not_found') =>
    new Refusal('invalid', `${field}: ${why}`, field, { code });
  throw channel
    ? refused(`"${channelId}" is a MESSAGE channel: name a PROMPT channel.`, 'channel_wrong_type')
    : refused(`there is no channel "${channelId}"; register it with POST /v1/channels/new first.`, 'channel_not_found');
}
