import type { Authenticate } from '../access/principal.js';
import type { McpOptions } from '../../mcp/endpoint.js';
import type { Door, Target } from '../entry/door.js';

export interface McpDoorOptions extends McpOptions {
  readonly authenticate: Authenticate;
}

/** `/mcp`. The protocol is loaded at the first use. */
export function mcpDoor({ authenticate, ...options }: McpDoorOptions): Door {
  let answer: Promise<Target['answer']> | null = null;
  const target: Target = {
    route: '/mcp',
    // Each tool call has a span.
    span: null,
    // The calls to the API that it causes check their scopes, and are not counted again.
    access: { authenticate, scopes: null, isCounted: true },
    async answer(arrival) {
      answer ??= import('../../mcp/endpoint.js').then(({ mcpEndpoint }) => mcpEndpoint(options));
      await (
        await answer
      )(arrival);
    },
  };
  return { prefix: '/mcp', find: (_method, path) => (path === '/mcp' ? { target, params: {} } : null) };
}
