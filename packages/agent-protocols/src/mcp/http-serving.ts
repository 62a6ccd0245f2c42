import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  createMcpHandler,
  isJsonContentType,
  isJSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type AuthInfo,
  type JSONRPCRequest,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { createMcpServers, type Era, type McpServersOptions } from './server.js';
import { SharedServer, type CallSink } from './shared-server.js';
import type { Acting } from './waiting.js';

/** The revision whose requests each name it. */
const MODERN_REVISION = '2026-07-28';

export interface HttpServingOptions extends Pick<McpServersOptions, 'version' | 'stateKey'> {
  readonly onError: (error: Error) => void;
}

/** A POST request with one message. */
export interface HttpCall {
  readonly headers: IncomingHttpHeaders;
  readonly message: unknown;
}

/**
 * Serves MCP over HTTP. Calls of tools, which are nearly all requests, share one server for each era of the protocol. All other
 * requests, and calls with a mistake, get a server each from the protocol's own handler, which has an answer to every mistake.
 */
export function createHttpServing({ onError, ...options }: HttpServingOptions) {
  const serverFor = createMcpServers({ ...options, actingFor });
  const handler = createMcpHandler(({ era }) => serverFor(era), {
    // The first byte goes out at once, before the answer.
    responseMode: 'sse',
    // The list of tools never changes.
    maxSubscriptions: 0,
    onerror: onError,
  });

  async function share(era: Era): Promise<SharedServer> {
    const isModern = era === 'modern';
    const supportedProtocolVersions = [...SUPPORTED_PROTOCOL_VERSIONS, ...(isModern ? [MODERN_REVISION] : [])];
    const server = serverFor(era, { supportedProtocolVersions });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server is no EventTarget
    server.server.onerror = onError;
    return await SharedServer.connect(server, { era, ...(isModern && { revision: MODERN_REVISION }) });
  }
  const shared = { legacy: share('legacy'), modern: share('modern') };

  return {
    /** Serves any request. */
    fetch: (request: Request, authInfo: AuthInfo, parsedBody: unknown): Promise<Response> =>
      handler.fetch(request, { authInfo, ...(parsedBody !== undefined && { parsedBody }) }),

    /** Begins a call of a tool, as `SharedServer` does. Null: nothing was done, and `fetch` must serve this request. */
    async begin<S extends CallSink>(
      { headers, message }: HttpCall,
      authInfo: AuthInfo,
      open: (cancel: () => void) => S,
    ): Promise<S | null> {
      if (!isToolCall(message)) return null;
      const era = eraOf(headers, message);
      return era && (await shared[era]).begin(message, authInfo, open);
    },
  };
}

/** How a call of a tool says for whom it is made. */
export function authInfoOf(acting: Acting, clientId: string, scopes: string[]): AuthInfo {
  return { token: '', clientId, scopes, extra: { acting } };
}

function actingFor({ http }: ServerContext): Acting {
  const acting = http?.authInfo?.extra?.['acting'];
  if (!acting) throw new Error('An MCP request was served without its caller.');
  return acting as Acting;
}

function isToolCall(message: unknown): message is JSONRPCRequest {
  return isJSONRPCRequest(message) && message.method === 'tools/call';
}

/** The era of a call whose headers have no mistake; null: of another call. */
function eraOf(headers: IncomingHttpHeaders, message: JSONRPCRequest): Era | null {
  const [version, method, name] = (['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const).map((header) =>
    headers[header]?.toString(),
  );
  if (!isJsonContentType(headers['content-type'] ?? null)) return null;
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body: message,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  if (route.kind === 'modern') {
    const isNamed = method === message.method && name === message.params?.['name'];
    return isNamed && version === MODERN_REVISION && route.classification.revision === version ? 'modern' : null;
  }
  const { accept = '' } = headers;
  const isAcceptable = accept.includes('application/json') && accept.includes('text/event-stream');
  const isSupported = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return route.kind === 'legacy' && isAcceptable && isSupported ? 'legacy' : null;
}
