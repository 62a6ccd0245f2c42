import fc, { type Arbitrary } from 'fast-check';
import { routes, type Route } from '@gateway/contract';
import { z } from 'zod';
import { encoded, oddPath, queries } from './addresses.js';
import { bodies, emptyBody, rawBodies } from './bodies.js';
import { keys, oddHeaders, type Headers } from './headers.js';
import { oddText } from './mutations.js';
import { knownFields, pathValues, type FuzzTargets } from './known-values.js';
import type { WireRequest } from './request.js';
import type { Known, Schema } from './schema-values.js';

/** Requests to all routes and webhook addresses: some valid, most with one or more faults. */
export function requests(targets: FuzzTargets): Arbitrary<WireRequest> {
  const known = knownFields(targets);
  return fc.oneof(
    ...(routes as readonly Route[]).map((route) => requestsTo(route, targets, known)),
    webhookRequests(targets, known),
  );
}

function requestsTo(route: Route, targets: FuzzTargets, known: Known): Arbitrary<WireRequest> {
  const body = route.body
    ? bodies(schemaOf(route.body), known, route.upload === true)
    : fc.oneof({ arbitrary: fc.constant(emptyBody), weight: 9 }, rawBodies);
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const path = fc
    .tuple(...names.map(() => pathValues(route, targets)))
    .map((values) =>
      names.reduce((path, name, index) => path.replace(`{${name}}`, () => encoded(values[index] ?? '')), route.path),
    );
  return fc
    .record({
      method: fc.oneof(
        { arbitrary: fc.constant(route.method), weight: 30 },
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'),
      ),
      path,
      oddPath,
      query: queries(route.query ? schemaOf(route.query) : {}, known),
      keys: keys(targets),
      headers: oddHeaders,
      body,
    })
    .map(({ method, path, oddPath, query, keys, headers, body }) => ({
      method,
      path: oddPath(path) + query,
      headers: [...keys, ...body.headers, ...headers],
      body: body.bytes,
    }));
}

/** Webhook events, genuine and other, at existing and other addresses. */
function webhookRequests(targets: FuzzTargets, known: Known): Arbitrary<WireRequest> {
  const part = (usual: readonly string[]) =>
    fc.oneof({ arbitrary: fc.constantFrom(...usual), weight: 8 }, oddText.map(encoded));
  return fc
    .record({
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT'),
      parts: fc.tuple(
        part(['default']),
        part(['telegram', ...targets.platforms.map(({ id }) => id)]),
        part([...targets.channels, ...targets.scratchChannels]),
      ),
      query: queries({ properties: { 'hub.mode': {}, 'hub.challenge': {}, 'hub.verify_token': {} } }, known),
      secret: fc.oneof({ arbitrary: fc.constant(targets.webhookHeaders), weight: 9 }, fc.constant<Headers>([])),
      headers: oddHeaders,
      body: bodies(
        {
          type: 'object',
          properties: { update_id: { type: 'integer' }, message: {}, callback_query: {}, type: {}, entry: {} },
        },
        known,
        false,
      ),
    })
    .map(({ method, parts, query, secret, headers, body }) => ({
      method,
      path: `/webhooks/${parts.join('/')}${query}`,
      headers: [...secret, ...body.headers, ...headers],
      body: method === 'GET' ? null : body.bytes,
    }));
}

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}
