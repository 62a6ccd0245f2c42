import {
  createChannel,
  deleteChannel,
  getChannel,
  limits,
  listChannels,
  testChannel,
  testNewChannel,
  updateChannel,
  type ReplyOf,
} from '@gateway/contract';
import type { ChannelRow, Gateway } from '@gateway/core';
import { answers, type Answers } from '../answers.js';
import { listPage, withNext } from '../paging.js';

/** Registering, reading, changing and unregistering channels. */
export function channelRoutes({ channels, connections }: Gateway): Answers[] {
  return [
    answers(createChannel, async ({ principal, body }) => {
      const warnings = await channels.create(principal, body);
      return { status: `Channel "${body.channel_id}" is registered.`, channel_id: body.channel_id, warnings };
    }),
    answers(listChannels, async ({ principal, query, url }) => {
      const { limit = limits.listDefault, cursor, platform, channel_type, active, q } = query;
      const filter = {
        ...(platform !== undefined && { platform: await channels.knownPlatform(platform) }),
        ...(channel_type !== undefined && { channelType: channel_type }),
        ...(active !== undefined && { isActive: active }),
        ...(q !== undefined && { q }),
      };
      const rows = await channels.list(principal, filter, listPage(limit, cursor));
      return withNext(rows.map(record), { url, limit, last: rows.at(-1)?.seq });
    }),
    answers(getChannel, async ({ principal, params }) => {
      const channel = await channels.get(principal, params.id);
      return { ...record(channel), webhook_url: connections.webhookUrl(channel) };
    }),
    answers(updateChannel, async ({ principal, params, body }) => {
      const warnings = await channels.update(principal, params.id, body);
      return { status: `Channel "${params.id}" is updated.`, channel_id: params.id, warnings };
    }),
    answers(deleteChannel, async ({ principal, params }) => {
      await channels.unregister(principal, params.id);
      return { status: `Channel "${params.id}" is unregistered.`, channel_id: params.id, warnings: [] };
    }),
    answers(testChannel, async ({ principal, params }) => probeRecord(await channels.test(principal, params.id))),
    answers(testNewChannel, async ({ principal, body }) => probeRecord(await channels.testNew(principal, body))),
  ];
}

function probeRecord({ ok, account, target, problems }: Awaited<ReturnType<Gateway['channels']['test']>>): ReplyOf<typeof testChannel> {
  return { ok, account, target, problems: [...problems] };
}

function record(channel: ChannelRow): ReplyOf<typeof listChannels>[number] {
  return {
    channel_id: channel.channelId,
    platform: channel.platform,
    target_chat_id: channel.targetChatId,
    channel_type: channel.channelType,
    is_active: channel.isActive,
    callback_url: channel.callbackUrl,
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
