import type { RequestHandler } from 'express';
import { z } from 'zod';
import {
  describeErrorCodes,
  errorBody,
  errorCodes,
  newPrompt,
  routes,
  streamEvent,
  type Route,
} from '@gateway/contract';
import type { Platforms } from '@gateway/core';
import { registerCallbacks } from './openapi-callbacks.js';
import { bodyExamples, type Examples } from './openapi-examples.js';

export interface OpenApiOptions {
  readonly platforms: Platforms;
  readonly publicUrl: string | null;
}

const errorWords: Record<number, string> = {
  400: 'The request is not valid, or cannot be done.',
  401: 'The API key is missing or not valid, or the session has ended.',
  403: 'The API key, or the role of the operator, lacks the scope.',
  404: 'There is no such thing.',
  405: 'The method is not supported.',
  408: 'The body stopped coming.',
  409: 'It conflicts with what there is.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The Idempotency-Key was used for another request.',
  429: 'Too many wrong API keys or passwords; `Retry-After` says when to try again.',
  500: 'An unexpected failure; its log line has the request_id.',
  503: 'Not possible right now; try again.',
};

const retryAfter = z.object({
  'Retry-After': z.int().optional().meta({ description: 'Seconds until a retry can succeed; also `retry_after_sec`' }),
});
const mayNameRetryAfter = new Set([400, 409, 429, 503]);

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
      'refused for good; whatever else, such as all that is `retryable`, frees the key for another try. Should the gateway die in between, ' +
      '409 ends within `LEASE_MS`; then a repeat continues the same prompt, and sends a text again.',
    examples: ['order-1042'],
  });

/** A prompt's fields as form parts: all texts, and the file. */
const multipartPrompt = z
  .object({
    ...Object.fromEntries(Object.keys(newPrompt.shape).map((name) => [name, z.string().optional()])),
    text: z.string(),
    options: z
      .string()
      .optional()
      .meta({ description: 'A JSON array of strings; or a part of this name for each label' }),
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

async function describe({ platforms, publicUrl }: OpenApiOptions): Promise<object> {
  const { OpenAPIRegistry, OpenApiGeneratorV31 } = await import('@asteasolutions/zod-to-openapi');
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'apiKey', in: 'header', name: 'X-API-Key' });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'gateway_session',
    description: 'Of an operator who is signed in to the console; `__Host-gateway_session` over https.',
  });
  const examples = await bodyExamples(platforms);
  for (const route of routes as readonly Route[]) registry.registerPath(pathOf(route, examples[route.id]));
  for (const method of ['get', 'post'] as const) registry.registerPath(inboundPath(method));
  registerCallbacks(registry);
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
    tags: [...new Set([...routes.map(({ tag }) => tag), 'Webhooks', 'Callbacks'])].map((name) => ({ name })),
  });
  const { Platform: platform, ErrorCode: code } = document.components?.schemas ?? {};
  if (platform) Object.assign(platform, { enum: platforms.ids });
  if (code) Object.assign(code, { enum: Object.keys(errorCodes), description: describeErrorCodes() });
  tellDefaultsInWords((document.components?.schemas ?? {}) as Parameters<typeof tellDefaultsInWords>[0]);
  return document;
}

function pathOf(route: Route, examples: Examples | undefined) {
  const errors = new Set([
    ...route.errors,
    ...(route.scopes === null ? [] : [401, 403, 429, 503]),
    ...(route.body ? [408] : []),
    500,
  ]);
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
          content: {
            'application/json': { schema: route.body, ...(examples && { examples }) },
            ...(route.upload && form),
          },
        },
      }),
    },
    responses: {
      [route.status]: {
        description: 'Done.',
        ...(route.located && {
          headers: z.object({ Location: z.string().meta({ description: 'Path of the new record' }) }),
        }),
        content: route.produces ? { [route.produces]: { schema: streamed(route) } } : json(route.reply),
      },
      ...refusals([...errors].toSorted((left, right) => left - right)),
    },
  };
}

function refusals(statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: errorWords[status] ?? 'Refused.',
        ...(mayNameRetryAfter.has(status) && { headers: retryAfter }),
        content: json(errorBody),
      },
    ]),
  );
}

/** Any one of these is enough. */
function securityOf({ scopes, operatorOnly }: Route): Record<string, string[]>[] {
  if (scopes === null) return [];
  return operatorOnly ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

/** Where platforms report; what they send and expect is theirs to say, so only the address and the statuses are described. */
function inboundPath(method: 'get' | 'post') {
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
      ...refusals(method === 'get' ? [400, 401, 403, 404, 405] : [400, 401, 404, 408, 413, 503]),
    },
  };
}

/** Of a stream, what each of its events carries: OpenAPI 3.1 has no other place for it, and generators read it so. */
function streamed({ produces, reply }: Route): z.ZodType {
  return produces === 'text/event-stream' ? streamEvent : reply;
}

interface Field {
  description?: string;
  default?: unknown;
}

/**
 * A field of a request that has a `default` is one that generated types require, although it may be left out: the default is told
 * in its description instead.
 */
function tellDefaultsInWords(
  schemas: Readonly<Record<string, { properties?: Readonly<Record<string, Field>> }>>,
): void {
  for (const { body } of routes as readonly Route[]) {
    for (const field of Object.values(schemas[body?.meta()?.id ?? '']?.properties ?? {})) {
      if (field.default === undefined) continue;
      field.description = [field.description, `\`${JSON.stringify(field.default)}\` when left out`]
        .filter(Boolean)
        .join('; ');
      delete field.default;
    }
  }
}

const form = { 'multipart/form-data': { schema: multipartPrompt } };

function json(schema: z.ZodType): { 'application/json': { schema: z.ZodType } } {
  return { 'application/json': { schema } };
}
