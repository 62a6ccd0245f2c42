import { routes, type Route } from '@gateway/contract';
import { code } from '../../../lib/code.js';
import type { OpenApi, PathItem } from './types.js';

/** A document without schemas, for a gateway that does not serve its own. */
export function documentOfRoutes(all: readonly Route[] = routes): OpenApi {
  const paths: Record<string, PathItem> = {};
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
        ...(anyOf && { 'x-scopes': anyOf, security: operatorOnly ? [] : [{ apiKey: [] }] }),
        parameters: (path.match(/(?<=\{)\w+(?=\})/g) ?? []).map((name) => ({
          name,
          in: 'path' as const,
          required: true,
        })),
        ...(body && { requestBody: { content: { 'application/json': {} } } }),
      },
    };
  }
  return { paths };
}
