import type { Channel } from '@gateway/client';
import { command } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { table } from '../output.js';

export const channels = command({
  name: 'channels',
  summary: 'List the channels.',
  async run({ context: { gateway, output, signal } }) {
    const found = await gateway.request<Channel[]>({ method: 'GET', path: '/v1/channels', signal });
    const rows = found.map((each) => [each.channel_id, each.channel_type, each.platform, each.health.state]);
    output.result(found, table([['CHANNEL', 'TYPE', 'PLATFORM', 'HEALTH'], ...rows]));
    return exitCodes.success;
  },
});
