import { randomBytes } from 'node:crypto';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { remoteCaller, type RemoteOptions } from '../remote-caller.js';
import { withExactJson } from './exact-arguments.js';
import { createMcpServers } from './server.js';

export interface StdioOptions extends RemoteOptions {
  /** The channel of questions without a `channel_id`. Undefined: the gateway's default. */
  readonly channelId?: string;
  readonly version: string;
}

/** Serves the MCP server over this process's standard input and output. The tools call the gateway over HTTP. */
export function serveMcpOverStdio({ channelId, version, ...remote }: StdioOptions) {
  const caller = remoteCaller(remote);
  const serverFor = createMcpServers({
    version,
    actingFor: () => ({ caller }),
    stateKey: randomBytes(32),
    ...(channelId !== undefined && { channelId }),
  });
  const transport = new StdioServerTransport(withExactJson(process.stdin, process.stdout));
  return serveStdio(({ era }) => serverFor(era), { transport });
}
