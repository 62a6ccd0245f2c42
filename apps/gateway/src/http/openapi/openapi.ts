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
import { HttpError } from '../errors/errors.js';
import { FixedReply } from '../fixed-reply.js';
import { registerCallbacks } from './openapi-callbacks.js';
import { bodyExamples, type Examples } from './openapi-examples.js';
import { parts, partOf } from './openapi-part.js';
import { tags } from './openapi-tags.js';

export interface OpenApiOptions {
  readonly platforms: Platforms;
  readonly publicUrl: string | null;
}

const errorDescriptions: Record<number, string> = {
  400: 'The request is not valid, or cannot be carried out. `detail` says why.',
  401: 'The API key is missing or invalid, or the session has ended.',
  403: 'The API key, or the role of the operator, lacks the required scope.',
  404: 'The record does not exist.',
  405: 'This path does not support the method.',
  408: 'The body stopped arriving.',
  409: 'The request conflicts with the current state.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The `Idempotency-Key` was used for a different request.',
  429: 'Too many requests, posts in a channel, open prompts, wrong API keys or passwords. `detail` names the limit. Retry after `Retry-After` seconds.',
  500: 'Unexpected failure. The gateway’s log has the reason under `request_id`.',
  503: 'Temporarily unavailable. Retry later.',
};

const retryAfter = z.object({
  'Retry-After': z
    .int()
    .optional()
    .meta({ description: 'Seconds to wait before a retry. The same as `retry_after_sec`.' }),
});
/** Of draft-ietf-httpapi-ratelimit-headers-10. */
const quotas = z.object({
  'RateLimit-Policy': z
    .string()
    .optional()
    .meta({
      description:
        'The limits that apply, by the IETF draft `draft-ietf-httpapi-ratelimit-headers-10`: `q` requests may come at once, and are available again after `w` seconds.',
      examples: ['"key";q=600;w=60, "address";q=1200;w=60'],
    }),
  RateLimit: z
    .string()
    .optional()
    .meta({
      description:
        'What is left of each limit: `r` requests may come now. All of it is available again after `t` seconds.',
      examples: ['"key";r=598;t=1, "address";r=1198;t=1'],
    }),
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
      'Makes it safe to repeat this request. Repeats with the same key within 24 h get the first response again, with the header ' +
      '`Idempotent-Replayed: true`. A repeat gets 409 while the first request is in progress, and 422 when its content differs. ' +
      'Successes and permanent refusals of the platform are stored. All other errors, including all `retryable` ones, release the key. ' +
      'Keys are separate for each API key. If the gateway crashes during the first request, repeats get 409 for at most `LEASE_MS`; ' +
      'after that, a repeat continues the same prompt, or sends the message again.',
    examples: ['order-1042'],
  });

/** A prompt's fields as form parts: texts, and the file. */
const multipartPrompt = z
  .object({
    ...Object.fromEntries(Object.keys(newPrompt.shape).map((name) => [name, z.string().optional()])),
    text: z.string(),
    options: z
      .string()
      .optional()
      .meta({ description: 'A JSON array of strings, or one part with this name for each label' }),
    file: z.string().optional().meta({
      format: 'binary',
      description: 'The attachment. Without a content type and a recognizable format it is sent as image/jpeg.',
    }),
  })
  .meta({ id: 'NewPromptForm' });

/** Serves the OpenAPI document, and with `tags` one of its parts. It is generated from the route table at the first request. */
export function openApiRoute(options: OpenApiOptions): RequestHandler {
  let document: Promise<FixedReply<object>> | null = null;
  const served = new Map<string, FixedReply<object>>();
  return async (request, response) => {
    document ??= openApiDocument(options).then((content) => new FixedReply(content));
    const whole = await document;
    const { tags: given } = request.query;
    if (given === undefined) return await whole.send(request, response);
    const part = typeof given === 'string' ? given.toLowerCase() : '';
    if (!parts.includes(part)) throw new HttpError(400, { detail: `tags must be one of: ${parts.join(', ')}.` });
    const reply = served.get(part) ?? new FixedReply(partOf(whole.body, part));
    served.set(part, reply);
    await reply.send(request, response);
  };
}

/**
 * The OpenAPI document of this version, with the platforms of this installation. The releases contain it.
 * @public
 */
export async function openApiDocument({ platforms, publicUrl }: OpenApiOptions): Promise<object> {
  const { OpenAPIRegistry, OpenApiGeneratorV31 } = await import('@asteasolutions/zod-to-openapi');
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'apiKey', in: 'header', name: 'X-API-Key' });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'gateway_session',
    description:
      'The session cookie of an operator who is signed in to the console. Over https its name is `__Host-gateway_session`.',
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
        'The gateway lets automated agents ask people questions on chat platforms and receive their answers, and relays messages in both directions. ' +
        'Send the API key in the header `X-API-Key`. Every error has a JSON body with `detail`, `code` and `retryable` (schema ' +
        '`ErrorBody`). Every response has the header `X-Request-Id`, which the gateway’s log repeats.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags,
  });
  const { Platform: platform, ErrorCode: code } = document.components?.schemas ?? {};
  if (platform) Object.assign(platform, { enum: platforms.ids });
  if (code) Object.assign(code, { enum: Object.keys(errorCodes), description: describeErrorCodes() });
  describeDefaults((document.components?.schemas ?? {}) as Parameters<typeof describeDefaults>[0]);
  return document;
}

function pathOf(route: Route, examples: Examples | undefined) {
  const errors = new Set([
    ...route.errors,
    ...(route.scopes === null ? [] : [401, 403, 429, 503]),
    ...(route.body ? [408] : []),
    500,
  ]);
  const location = z.object({ Location: z.string().meta({ description: 'Path of the new record' }) });
  const headers = route.scopes ? (route.located ? location.extend(quotas.shape) : quotas) : null;
  const anyOf = route.scopes && [...route.scopes, 'admin'];
  const scopes = anyOf && `Required scope: ${anyOf.map((scope) => `\`${scope}\``).join(' or ')}.`;
  return {
    method: route.method.toLowerCase() as Lowercase<Route['method']>,
    path: route.path,
    operationId: route.id,
    summary: route.summary,
    description: [route.description, scopes].filter(Boolean).join('\n\n'),
    tags: [route.tag],
    security: securityOf(route),
    // OpenAPI knows scopes of OAuth only. Any one of these is sufficient.
    ...(anyOf && { 'x-scopes': anyOf }),
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
        description: 'Success.',
        ...(headers && { headers }),
        content: route.produces ? contentOf(route, route.produces) : json(route.reply),
      },
      ...errorResponses([...errors].toSorted((left, right) => left - right)),
    },
  };
}

function errorResponses(statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: errorDescriptions[status] ?? 'Rejected.',
        ...(mayNameRetryAfter.has(status) && {
          headers: status === 429 ? retryAfter.extend(quotas.shape) : retryAfter,
        }),
        content: json(errorBody),
      },
    ]),
  );
}

/** Alternatives: any one of them is sufficient. */
function securityOf({ scopes, operatorOnly }: Route): Record<string, string[]>[] {
  if (scopes === null) return [];
  return operatorOnly ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

/** The webhook address for platforms. Each platform defines its own bodies, so only the path and the statuses are described. */
function inboundPath(method: 'get' | 'post') {
  return {
    method,
    path: '/webhooks/{organization_id}/{platform}/{channel_id}',
    operationId: method === 'get' ? 'verifyWebhook' : 'receiveWebhook',
    summary: method === 'get' ? "Answer a platform's verification challenge" : "Receive a platform's event",
    description:
      "Called by the chat platform, and authenticated by the platform's own signature. Agents never call it.",
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
      200: { description: 'Success.' },
      ...errorResponses(method === 'get' ? [400, 401, 403, 404, 405, 429] : [400, 401, 404, 408, 413, 429, 503]),
    },
  };
}

/** The content types of a reply that is not JSON. */
function contentOf(route: Route, produces: string): Record<string, { schema: z.ZodType }> {
  const types = [produces, ...(route.alsoProduces ?? [])];
  return Object.fromEntries(types.map((type) => [type, { schema: streamSchema(route) }]));
}

/** For an event stream, the schema of one event: OpenAPI 3.1 has no other place for it, and code generators read it there. */
function streamSchema({ produces, reply }: Route): z.ZodType {
  return produces === 'text/event-stream' ? streamEvent : reply;
}

interface Field {
  description?: string;
  default?: unknown;
}

/**
 * Moves defaults of request fields into their descriptions. Code generators treat a field with a `default` as required, although it may
 * be left out.
 */
function describeDefaults(schemas: Readonly<Record<string, { properties?: Readonly<Record<string, Field>> }>>): void {
  for (const { body } of routes as readonly Route[]) {
    for (const field of Object.values(schemas[body?.meta()?.id ?? '']?.properties ?? {})) {
      if (field.default === undefined) continue;
      field.description = [field.description, `Default: \`${JSON.stringify(field.default)}\`.`]
        .filter(Boolean)
        .join(' ');
      delete field.default;
    }
  }
}

const form = { 'multipart/form-data': { schema: multipartPrompt } };

function json(schema: z.ZodType): { 'application/json': { schema: z.ZodType } } {
  return { 'application/json': { schema } };
}
