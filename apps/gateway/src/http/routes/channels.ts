import {
  createChannel,
  deleteChannel,
  findChats,
  getChannel,
  limits,
  listChannels,
  testCallback,
  testChannel,
  testNewChannel,
  updateChannel,
  type ReplyOf,
} from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, withNext } from '../paging.js';
import { channelCandidate, channelInput, channelUpdate } from '../records/inputs.js';
import { channelRecord } from '../records/channel.js';

/** Registering, reading, changing and unregistering channels. */
export function channelRoutes({ channels, managed, addresses, testCallback: sendTest }: Gateway): Endpoint[] {
  return [
    endpoint(createChannel, async ({ principal, body }) => {
      const warnings = await channels.create(principal, channelInput(body));
      return { status: `Channel "${body.channel_id}" is registered.`, channel_id: body.channel_id, warnings };
    }),
    endpoint(listChannels, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor, platform, channel_type, active, health, q, traffic } = query;
      const filter = {
        ...(platform !== undefined && { platform: await channels.knownPlatform(principal, platform) }),
        ...(channel_type !== undefined && { channelType: channel_type }),
        ...(active !== undefined && { isActive: active }),
        ...(health !== undefined && { health }),
        ...(q !== undefined && { q }),
      };
      const rows = await channels.list(principal, filter, listPage(limit, cursor));
      const files = await managed.files(principal);
      const periods = traffic ? await channels.traffic(principal, rows) : undefined;
      return withNext(
        rows.map((row) =>
          channelRecord(row, principal, addresses, files, periods && (periods.get(row.channelId) ?? [])),
        ),
        { target, limit, last: rows.at(-1)?.seq },
      );
    }),
    endpoint(getChannel, async ({ principal, params }) => {
      const { channel, webhookUrl } = await channels.details(principal, params.id);
      const files = await managed.files(principal);
      const periods = (await channels.traffic(principal, [channel])).get(channel.channelId) ?? [];
      return { ...channelRecord(channel, principal, addresses, files, periods), webhook_url: webhookUrl };
    }),
    endpoint(updateChannel, async ({ principal, params, body }) => {
      const warnings = await channels.update(principal, params.id, channelUpdate(body));
      return { status: `Channel "${params.id}" is updated.`, channel_id: params.id, warnings };
    }),
    endpoint(deleteChannel, async ({ principal, params }) => {
      await channels.unregister(principal, params.id);
      return { status: `Channel "${params.id}" is unregistered.`, channel_id: params.id, warnings: [] };
    }),
    endpoint(testChannel, async ({ principal, params }) => probeRecord(await channels.test(principal, params.id))),
    endpoint(findChats, async ({ principal, body }) => {
      const { chats, hint } = await channels.findChats(principal, body);
      return { chats: [...chats], hint };
    }),
    endpoint(testNewChannel, async ({ principal, body }) =>
      probeRecord(await channels.testNew(principal, channelCandidate(body))),
    ),
    endpoint(testCallback, async ({ body, signal }) => {
      const { status, durationMs, response, error } = await sendTest(body.callback_url, signal());
      return { ok: error === null, status, duration_ms: durationMs, response, error };
    }),
  ];
}

function probeRecord({
  ok,
  account,
  target,
  problems,
  remarks = [],
}: Awaited<ReturnType<Gateway['channels']['test']>>): ReplyOf<typeof testChannel> {
  return { ok, account, target, problems: [...problems], remarks: [...remarks] };
}
