import { randomBytes } from 'node:crypto';
import { createClient } from '@gateway/contract';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller, Clock } from '../caller.js';
import { createMcpServers } from './server.js';

export interface StdioOptions {
  /** The address of the gateway. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** The channel of questions without a `channel_id`. Undefined: the gateway's default. */
  readonly channelId?: string;
  readonly version: string;
}

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** Serves the MCP server over this process's standard input and output. The tools call the gateway over HTTP. */
export function serveMcpOverStdio({ baseUrl, apiKey, channelId, version }: StdioOptions) {
  const serverFor = createMcpServers({
    version,
    stateKey: randomBytes(32),
    ...(channelId !== undefined && { channelId }),
  });
  const caller: Caller = {
    call: createClient({ baseUrl, ...(apiKey !== undefined && { apiKey }) }),
    clock: systemClock,
    id: publicPartOf(apiKey ?? ''),
    owns: () => true,
    isStopping: () => false,
  };
  return serveStdio((context) => serverFor(caller, context));
}

/** The part of a key that is no secret. A key of another form has none. */
function publicPartOf(key: string): string {
  return /^gw_[0-9A-Za-z]{8}(?=_)/.exec(key)?.[0] ?? 'key';
}
