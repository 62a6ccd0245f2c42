import type { ErrorCode } from '@gateway/contract';
import { choiceLimits, type Platform } from '@gateway/platform-kit';
import type { ChannelCache } from '../channels/channel-cache.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';

/** The channel for a question. `field`: the field of the API that names it. Throws a `Refusal` if it cannot be asked there. */
export async function promptChannel(
  { channels }: { readonly channels: ChannelCache },
  organizationId: string,
  channelId: string,
  field: string,
): Promise<ChannelRow> {
  const channel = await channels.find(organizationId, channelId);
  const refused = (detail: string, code: ErrorCode) => new Refusal('invalid', detail, field, { code });
  if (!channel)
    throw refused(`There is no channel "${channelId}": register it with POST /v1/channels/new.`, 'channel_not_found');
  if (!channel.isActive)
    throw refused(
      `Channel "${channelId}" is inactive: PATCH /v1/channels/${channelId} reactivates it.`,
      'channel_inactive',
    );
  if (channel.channelType !== 'PROMPT')
    throw refused(
      `Channel "${channelId}" is of type MESSAGE: prompts need a channel of type PROMPT.`,
      'channel_wrong_type',
    );
  return channel;
}

/** Refuses more buttons than the platform shows. Reactions and polls have no such limit: more choices are answered by replies. */
export function checkButtons({ name, capabilities }: Platform, count: number, field = 'options'): void {
  const { kind, max } = choiceLimits(capabilities);
  if (kind === 'buttons' && max !== null && count > max) {
    const detail = `${name} shows at most ${max} options on a question; ${count} were given.`;
    throw new Refusal('invalid', detail, field);
  }
}
