import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { routes, type Route } from '@gateway/contract';
import { startTestGateway } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';

// oxlint-disable-next-line no-explicit-any -- tests read many parts of the document
async function document(env: Record<string, string> = {}): Promise<any> {
  const gateway = await startTestGateway({ env: { ENABLE_DOCS: 'true', ...env } });
  const reply = await gateway.request('GET', '/openapi.json');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  return reply.json;
}

interface Parameter {
  readonly name: string;
  readonly schema: { readonly pattern?: string; readonly examples?: readonly string[] };
}

describe('GET /openapi.json', () => {
  const shared = startOnce(() => document());

  it('is served only with ENABLE_DOCS=true', async () => {
    const silent = await startTestGateway();
    expect((await silent.request('GET', '/openapi.json')).status).toBe(404);
    const explicit = await startTestGateway({ env: { ENABLE_DOCS: 'false' } });
    expect((await explicit.request('GET', '/openapi.json')).status).toBe(404);
  });

  it('is compressed for clients that accept gzip', async () => {
    const gateway = await startTestGateway({ env: { ENABLE_DOCS: 'true' } });
    const get = (encoding: string) =>
      gateway.request('GET', '/openapi.json', { headers: { 'accept-encoding': encoding } });
    const [compressed, plain] = [await get('gzip, br'), await get('identity')];
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toContain('Accept-Encoding');
    expect(compressed.json).toEqual(plain.json);
  });

  it('is a valid OpenAPI 3.1 document of version 0.1.0 without dangling references', async () => {
    const served = shared();
    expect(served).toMatchObject({ openapi: '3.1.0', info: { version: '0.1.0' } });
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(served));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const references = [...JSON.stringify(served).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? '',
    );
    for (const name of references) expect(Object.keys(served.components.schemas)).toContain(name);
  });

  it('has parameters whose examples match their patterns', () => {
    const operations = Object.values<Record<string, { parameters?: readonly Parameter[] }>>(shared().paths).flatMap(
      (path) => Object.values(path),
    );
    const wrong = operations.flatMap(({ parameters = [] }) =>
      parameters.flatMap(({ name, schema: { pattern, examples = [] } }) =>
        pattern === undefined
          ? []
          : examples.filter((text) => !new RegExp(pattern).test(text)).map((text) => [name, text]),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('describes every route with its scopes, replies and errors', async () => {
    const served = shared();
    const described = Object.entries<object>(served.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const inbound = ['GET', 'POST'].map((method) => `${method} /webhooks/{organization_id}/{platform}/{channel_id}`);
    expect(described.toSorted()).toEqual(
      [...routes.map(({ method, path }) => `${method} ${path}`), ...inbound].toSorted(),
    );
    for (const route of routes as readonly Route[]) {
      const operation = served.paths[route.path][route.method.toLowerCase()];
      const statuses = Object.keys(operation.responses).map(Number);
      expect(statuses).toEqual(expect.arrayContaining([route.status, ...route.errors, 500]));
      expect(statuses.includes(408), `408 of ${route.id}`).toBe(route.body !== undefined);
      for (const status of [400, 409, 429, 503].filter((each) => statuses.includes(each)))
        expect(operation.responses[status].headers, `headers of ${status} of ${route.id}`).toMatchObject({
          'Retry-After': { schema: { type: 'integer' } },
        });
      if (route.scopes !== null)
        for (const status of [route.status, 429])
          expect(Object.keys(operation.responses[status].headers ?? {}), `headers of ${status} of ${route.id}`).toEqual(
            expect.arrayContaining(['RateLimit-Policy', 'RateLimit']),
          );
      const key = route.operatorOnly ? [] : [{ apiKey: [] }];
      expect(operation.security).toEqual(route.scopes === null ? [] : [...key, { session: [] }]);
      for (const scope of route.scopes ?? []) expect(operation.description).toContain(scope);
      expect(operation['x-scopes']).toEqual(route.scopes === null ? undefined : [...route.scopes, 'admin']);
      for (const name of route.path.match(/(?<=\{)\w+(?=\})/g) ?? []) {
        expect(operation.parameters).toContainEqual(expect.objectContaining({ name, in: 'path', required: true }));
      }
    }
  });

  it('has the limits that the service enforces', async () => {
    const { components, paths } = shared();
    const { text, options, correlation_id, ttl_sec } = components.schemas.NewPrompt.properties;
    expect(text).toMatchObject({ minLength: 1, maxLength: 4096 });
    expect(JSON.stringify(options)).toContain('"maxItems":10');
    expect(JSON.stringify(options)).toContain('"maxLength":64');
    expect(JSON.stringify(correlation_id)).toContain('"maxLength":255');
    expect(JSON.stringify(ttl_sec)).toMatch(/"minimum":0.*"maximum":604800|"maximum":604800.*"minimum":0/);
    expect(components.schemas.NewPrompt.required).toEqual(['text']);
    expect(components.schemas.Platform.enum).toContain('telegram');
    const limit = paths['/v1/prompts'].get.parameters.find(({ name }: { name: string }) => name === 'limit');
    expect(limit).toMatchObject({ in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } });
    const state = paths['/v1/prompts'].get.parameters.find(({ name }: { name: string }) => name === 'state');
    expect(state.schema.enum).toEqual(['pending', 'answered', 'expired', 'all']);
  });

  it('requires a body only on routes with a required field', async () => {
    const { paths } = shared();
    expect(paths['/v1/prompts/new'].post.requestBody.required).toBe(true);
    expect(paths['/v1/channels/{id}'].patch.requestBody.required).toBe(false);
    expect(paths['/v1/deliveries/retry'].post.requestBody.required).toBe(false);
  });

  it('describes the events of the stream, the heartbeat and the filters', async () => {
    const { components, paths } = shared();
    expect(components.schemas.StreamEvent.anyOf).toContainEqual({ $ref: '#/components/schemas/StreamHeartbeat' });
    expect(paths['/v1/events'].get.description).toMatch(
      /`channel_id` or `correlation_id`, .* deleted records are omitted/,
    );
  });

  it('does not limit warning codes to an enum, so that new ones can be added', async () => {
    const { components } = shared();
    const { code } = components.schemas.PromptWarning.properties;
    expect(code).toMatchObject({ type: 'string', description: expect.stringContaining('`not_answerable`') });
    expect(code).not.toHaveProperty('enum');
    expect(code).not.toHaveProperty('const');
  });

  it('names PUBLIC_WEBHOOK_URL as the server when it is set', async () => {
    expect(shared().servers).toEqual([{ url: '/' }]);
    expect((await document({ PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' })).servers).toEqual([
      { url: 'https://gateway.example.com' },
    ]);
  });
});
