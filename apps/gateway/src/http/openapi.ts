import type { RequestHandler } from 'express';
import { z } from 'zod';
import {
  errorBody,
  gatewayTest,
  messageCreated,
  newPrompt,
  promptAnswered,
  promptExpired,
  routes,
  type Route,
} from '@gateway/contract';

export interface OpenApiOptions {
  readonly platformIds: readonly string[];
  readonly publicUrl: string | null;
}

const errorWords: Record<number, string> = {
  400: 'The request is not valid, or cannot be done.',
  401: 'The API key is missing or not valid, or the session has ended.',
  403: 'The API key, or the role of the operator, lacks the scope.',
  404: 'There is no such thing.',
  405: 'The method is not supported.',
  409: 'It conflicts with what there is.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The Idempotency-Key was used for another request.',
  500: 'An unexpected failure; its log line has the request_id.',
  503: 'Not possible right now; try again.',
};

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[!-~]+$/)
  .optional()
  .meta({
    description:
      'Makes repeats of the request harmless for 24 h, for each API key: they get the first response, with `Idempotent-Replayed: true`. ' +
      '409 while the first is under way, 422 when the key was used for something else. Remembered are successes and what the platform ' +
      'refused; whatever else frees the key for another try. Should the gateway die in between, the key is free after a minute, and a ' +
      'repeat may post again what had just reached the chat.',
    examples: ['order-1042'],
  });

/** A prompt's fields as form parts: all texts, and the file. */
const multipartPrompt = z
  .object({
    ...Object.fromEntries(Object.keys(newPrompt.shape).map((name) => [name, z.string().optional()])),
    text: z.string(),
    options: z.string().optional().meta({ description: 'A JSON array of strings' }),
    file: z
      .string()
      .optional()
      .meta({ format: 'binary', description: 'The attachment; image/jpeg unless it says otherwise' }),
  })
  .meta({ id: 'NewPromptForm' });

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
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'gateway_session',
    description: 'Of an operator who is signed in to the console; `__Host-gateway_session` over https.',
  });
  for (const route of routes as readonly Route[]) registry.registerPath(pathOf(route));
  for (const method of ['get', 'post'] as const) registry.registerPath(inboundPath(method));
  for (const [name, schema] of Object.entries({ promptAnswered, promptExpired, messageCreated, gatewayTest })) {
    registry.registerWebhook({
      method: 'post',
      path: name,
      summary: `Sent to a callback_url: ${schema.shape.type.value}`,
      request: { body: { content: json(schema) } },
      responses: {
        200: {
          description:
            schema === gatewayTest
              ? 'Any 2xx: taken. It is sent once, whatever the answer.'
              : 'Any 2xx: taken. Otherwise it is sent again, with the same event_id.',
        },
      },
    });
  }
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Prompt and Channel Gateway',
      version: '0.1.0',
      description:
        'Asks people on chat platforms, and brings their answers back. Every response carries `X-Request-Id`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
  });
  const { Platform: platform } = document.components?.schemas ?? {};
  if (platform) Object.assign(platform, { enum: platformIds });
  return document;
}

function pathOf(route: Route) {
  const known = new Set([...route.errors, ...(route.scopes === null ? [] : [401, 403, 503]), 500]);
  const errors = [...known].toSorted((left, right) => left - right);
  const scopes = route.scopes && `Scope: ${[...route.scopes, 'admin'].map((scope) => `\`${scope}\``).join(' or ')}.`;
  return {
    method: route.method.toLowerCase() as Lowercase<Route['method']>,
    path: route.path,
    operationId: route.id,
    summary: route.summary,
    description: [route.description, scopes].filter(Boolean).join('\n\n'),
    tags: [route.tag],
    security: securityOf(route),
    request: {
      ...(route.params && { params: route.params }),
      ...(route.query && { query: route.query }),
      ...(route.idempotent && { headers: z.object({ 'Idempotency-Key': idempotencyKey }) }),
      ...(route.body && {
        body: {
          required: !route.body.safeParse({}).success,
          content: { ...json(route.body), ...(route.upload && form) },
        },
      }),
    },
    responses: {
      [route.status]: {
        description: 'Done.',
        content: route.produces ? { [route.produces]: { schema: route.reply } } : json(route.reply),
      },
      ...Object.fromEntries(
        errors.map((status) => [status, { description: errorWords[status] ?? 'Refused.', content: json(errorBody) }]),
      ),
    },
  };
}

/** Any one of these is enough. */
function securityOf({ scopes, operatorOnly }: Route): Record<string, string[]>[] {
  if (scopes === null) return [];
  return operatorOnly ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

/** Where platforms report; what they send and expect is theirs to say, so only the address and the statuses are described. */
function inboundPath(method: 'get' | 'post') {
  const refusals = method === 'get' ? [400, 403, 404, 405] : [400, 401, 404, 413, 503];
  return {
    method,
    path: '/webhooks/{organization_id}/{platform}/{channel_id}',
    operationId: method === 'get' ? 'verifyWebhook' : 'receiveWebhook',
    summary: method === 'get' ? "Answer a platform's verification challenge" : "Take in a platform's event",
    description: "Called by the chat platform and authenticated by the platform's own signature.",
    tags: ['Webhooks'],
    security: [],
    request: {
      params: z.object({
        organization_id: z.string().meta({ examples: ['default'] }),
        platform: z.string(),
        channel_id: z.string(),
      }),
    },
    responses: {
      200: { description: 'Done.' },
      ...Object.fromEntries(
        refusals.map((status) => [status, { description: errorWords[status] ?? 'Refused.', content: json(errorBody) }]),
      ),
    },
  };
}

const form = { 'multipart/form-data': { schema: multipartPrompt } };

function json(schema: z.ZodType): { 'application/json': { schema: z.ZodType } } {
  return { 'application/json': { schema } };
}
