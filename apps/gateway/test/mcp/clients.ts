import { fileURLToPath } from 'node:url';
import * as v2 from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';

const stdioServer = fileURLToPath(new URL('stdio-server.mjs', import.meta.url));

/** What a tool returned. */
export interface ToolReply {
  readonly isError?: boolean;
  // oxlint-disable-next-line no-explicit-any -- tests read results of many types
  readonly structuredContent?: any;
  readonly content: { readonly type: string; readonly text?: string }[];
}

interface CallOptions {
  readonly signal?: AbortSignal;
  /** With it, the client asks for progress, and lets each note extend its time limit. */
  readonly onprogress?: () => void;
  /** Called when the client has what it needs to continue the call on another connection. */
  readonly onresumable?: () => void;
}

export interface McpClient {
  call(name: string, args?: object, options?: CallOptions): Promise<ToolReply>;
  tools(): Promise<string[]>;
  close(): Promise<void>;
}

export type Kind = 'v1' | 'v2, revision of 2025' | 'v2, revision 2026-07-28';
export type Transport = 'HTTP' | 'stdio';
export const kinds: readonly Kind[] = ['v1', 'v2, revision of 2025', 'v2, revision 2026-07-28'];

interface Target {
  readonly url: string;
  readonly key: string;
}

/** Connects the protocol's own client, which is closed with the test. */
export async function connect(kind: Kind, transport: Transport, target: Target): Promise<McpClient> {
  const client = kind === 'v1' ? await connectV1(transport, target) : await connectV2(kind, transport, target);
  onTestFinished(() => client.close());
  return {
    async call(name, args = {}, { signal, onprogress, onresumable } = {}) {
      const options = {
        ...(signal && { signal }),
        ...(onresumable && { onresumptiontoken: onresumable }),
        ...(onprogress && { onprogress, resetTimeoutOnProgress: true }),
      };
      const params = { name, arguments: { ...args } };
      const reply =
        client instanceof ClientV1
          ? await client.callTool(params, undefined, options)
          : await client.callTool(params, options);
      return reply as unknown as ToolReply;
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

const who = { name: 'test', version: '1.0.0' };

function programOf({ url, key }: Target) {
  const env = { PATH: process.env.PATH ?? '', GATEWAY_URL: url, GATEWAY_API_KEY: key, GATEWAY_CHANNEL: 'approvals' };
  return { command: process.execPath, args: [stdioServer], env };
}

async function connectV1(transport: Transport, target: Target): Promise<ClientV1> {
  const client = new ClientV1(who);
  const requestInit = { headers: { 'x-api-key': target.key } };
  await client.connect(
    transport === 'HTTP' ? new HttpV1(new URL(`${target.url}/mcp`), { requestInit }) : new StdioV1(programOf(target)),
  );
  return client;
}

async function connectV2(kind: Kind, transport: Transport, target: Target): Promise<v2.Client> {
  const mode = kind === 'v2, revision 2026-07-28' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new v2.Client(who, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${target.key}` } };
  await client.connect(
    transport === 'HTTP'
      ? new v2.StreamableHTTPClientTransport(new URL(`${target.url}/mcp`), { requestInit })
      : new StdioV2(programOf(target)),
  );
  return client;
}
