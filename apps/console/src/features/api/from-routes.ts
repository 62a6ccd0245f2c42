import { routes, type Route } from '@gateway/contract';
import { code } from '../../lib/page/code.js';
import type { OpenApiDocument } from '../../reference/document.js';

/** A document without schemas, for a gateway that does not serve its own. */
export function documentOfRoutes(all: readonly Route[] = routes): OpenApiDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const { id, method, path, tag, summary, description = '', scopes, operatorOnly, body } of all) {
    const anyOf = scopes && [...scopes, 'admin'];
    const needed = anyOf && code(`Required scope: ${anyOf.map((scope) => `\`${scope}\``).join(' or ')}.`);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: id,
        summary,
        description: [description, needed].filter(Boolean).join('\n\n'),
        tags: [tag],
        ...(anyOf && { security: operatorOnly ? [] : [{ apiKey: [] }] }),
        parameters: (path.match(/(?<=\{)\w+(?=\})/g) ?? []).map((name) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        ...(body && { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } }),
        responses: {},
      },
    };
  }
  return {
    openapi: '3.1.0',
    paths,
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  };
}
