import { once } from 'node:events';
import { command } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { version } from '../version.js';

export const mcp = command({
  name: 'mcp',
  summary: 'Serve the MCP server over standard input and output.',
  options: { channel: { type: 'string', value: 'ID', help: 'The channel to ask on. Default: GATEWAY_CHANNEL.' } },
  async run({ flags, context: { settings, signal } }) {
    const channelId = flags.channel ?? settings.channel;
    const { serveMcpOverStdio } = await import('@gateway/agent-protocols/mcp');
    serveMcpOverStdio({
      baseUrl: settings.url,
      version,
      ...(settings.apiKey !== undefined && { apiKey: settings.apiKey }),
      ...(channelId !== undefined && { channelId }),
    });
    await once(process.stdin, 'close', { signal });
    return exitCodes.success;
  },
});
