import type { RequestHandler } from 'express';
import { errorBody, routes, type Route } from '@gateway/contract';
import type { ZodObject, ZodType } from 'zod';

export interface OpenApiOptions {
  readonly platformIds: readonly string[];
  readonly publicUrl: string | null;
}

const errorWords: Record<number, string> = {
  400: 'The request is not valid, or cannot be done.',
  401: 'The API key is missing or not valid.',
  403: 'The API key lacks the scope.',
  404: 'There is no such thing.',
  409: 'It conflicts with what there is.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The Idempotency-Key was used for another request.',
  500: 'An unexpected failure; its log line has the request_id.',
  503: 'Not possible right now; try again.',
};

/** Serves the description of the interface, made from the route table when first asked for. */
export function openApiRoute(options: OpenApiOptions): RequestHandler {
  let document: Promise<object> | null = null;
  return async (_request, response) => {
    document ??= describe(options);
    response.json(await document);
  };
}

async function describe({ platformIds, publicUrl }: OpenApiOptions): Promise<object> {
  const { OpenAPIRegistry, OpenApiGeneratorV31 } = await import('@asteasolutions/zod-to-openapi');
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'apiKey', in: 'header', name: 'X-API-Key' });
  for (const route of routes as readonly Route[]) {
    const request = {
      ...(route.params && { params: route.params as ZodObject }),
      ...(route.query && { query: route.query as ZodObject }),
      ...(route.body && { body: { required: true, content: json(route.body) } }),
    };
    const errors = [...route.errors, ...(route.scopes === null ? [] : [401, 403]), 500].toSorted();
    registry.registerPath({
      method: route.method.toLowerCase() as 'get',
      path: route.path,
      operationId: route.id,
      summary: route.summary,
      description: [route.description, route.scopes && `Scope: ${[...route.scopes, 'admin'].map((scope) => `\`${scope}\``).join(' or ')}.`]
        .filter(Boolean)
        .join('\n\n'),
      tags: [route.tag],
      security: route.scopes === null ? [] : [{ apiKey: [] }],
      request,
      responses: {
        [route.status]: { description: 'Done.', content: json(route.reply) },
        ...Object.fromEntries(errors.map((status) => [status, { description: errorWords[status] ?? 'Refused.', content: json(errorBody) }])),
      },
    });
  }
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Prompt and Channel Gateway', version: '0.1.0', description: 'Asks people on chat platforms, and brings their answers back.', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl ?? '/' }],
  });
  const { Platform: platform } = document.components?.schemas ?? {};
  if (platform) Object.assign(platform, { enum: platformIds });
  return document;
}

function json(schema: ZodType): { 'application/json': { schema: ZodType } } {
  return { 'application/json': { schema } };
}
