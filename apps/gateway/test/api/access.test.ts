import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { generateKey } from '@gateway/core';
import { parseConfig } from '../../src/settings/config.js';
import { sqlite } from '../harness/engines.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';

const key = 'a key of our own, long enough';
const withAuth = { USE_AUTH: 'true', GATEWAY_API_KEY: key };

const listWith = async (gateway: TestGateway, given: string | undefined) =>
  await gateway.request('GET', '/v1/prompts', { headers: given === undefined ? {} : { 'x-api-key': given } });

/** Status and `detail` of a request with headers that fetch does not allow. */
function statusWith(
  gateway: Pick<TestGateway, 'url'>,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; detail: string }> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, detail: text.startsWith('{') ? JSON.parse(text).detail : '' }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

describe('API access with USE_AUTH=true', () => {
  const shared = startOnce(async () =>
    startTestGateway({ env: { ...(await sqlite.empty()), ...withAuth }, apiKey: '' }),
  );

  it.each([
    ['no key', undefined],
    ['an empty key', ''],
    ['an unknown key', 'some other key, long enough'],
    ['a key with one extra character', `${key}x`],
    ['a key with the right form and a wrong checksum', `gw_${'a'.repeat(8)}_${'b'.repeat(38)}`],
    ['a key of 8 000 characters', 'k'.repeat(8000)],
    ['a key with quotes and percent signs', `' OR 1=1 --%00`],
  ])('answers 401 to %s and does not repeat the key', async (_, given) => {
    const gateway = shared();
    for (const [method, path] of [
      ['GET', '/v1/prompts'],
      ['POST', '/v1/prompts/new'],
      ['GET', '/v1/channels/x'],
      ['DELETE', '/v1/channels/x'],
    ] as const) {
      const refused = await gateway.request(method, path, {
        headers: given === undefined ? {} : { 'x-api-key': given },
      });
      expect([path, refused.status]).toEqual([path, 401]);
      expect(refused.json.detail).toMatch(/^Invalid or missing API key/);
      if (given) expect(refused.text).not.toContain(given);
    }
    expect((await listWith(gateway, key)).status).toBe(200);
  });

  it('checks the key before it reads the query or the body', async () => {
    const gateway = shared();
    const body = { body: '{"broken', headers: { 'content-type': 'text/plain' } };
    expect((await gateway.request('POST', '/v1/channels/new', body)).status).toBe(401);
    expect((await gateway.request('GET', '/v1/prompts?limit=abc')).status).toBe(401);
  });

  it('accepts the key in no other header, cookie or query parameter', async () => {
    const gateway = shared();
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { 'x-admin-token': key },
      { cookie: `x-api-key=${key}` },
    ] as Record<string, string>[]) {
      expect((await gateway.request('GET', '/v1/prompts', { headers })).status).toBe(401);
    }
    expect((await gateway.request('GET', `/v1/prompts?api_key=${encodeURIComponent(key)}`)).status).toBe(401);
  });

  it('requires no key on public routes', async () => {
    const gateway = await startTestGateway({
      env: { ...(await sqlite.empty()), ...withAuth, ENABLE_DOCS: 'true' },
      apiKey: '',
    });
    for (const path of ['/healthz', '/readyz', '/openapi.json'])
      expect((await gateway.request('GET', path)).status).toBe(200);
    expect((await gateway.request('POST', '/webhooks/default/telegram/x')).status).toBe(404);
  });

  it('accepts requests with a key from other hosts and origins', async () => {
    const gateway = await startTestGateway({ env: { ...(await sqlite.empty()), ...withAuth } });
    expect((await statusWith(gateway, '/v1/prompts', { host: 'gateway.example.com', 'x-api-key': key })).status).toBe(
      200,
    );
  });

  it('keeps the first key over restarts and ignores a later GATEWAY_API_KEY', async () => {
    const env = await sqlite.empty();
    const first = await startTestGateway({ env: { ...env, ...withAuth } });
    expect((await listWith(first, key)).status).toBe(200);
    await first.stop();

    const second = await startTestGateway({ env: { ...env, USE_AUTH: 'true' }, apiKey: '' });
    expect((await listWith(second, key)).status).toBe(200);
    await second.stop();

    const other = 'another key, also long enough';
    const third = await startTestGateway({ env: { ...env, USE_AUTH: 'true', GATEWAY_API_KEY: other }, apiKey: '' });
    expect((await listWith(third, other)).status).toBe(401);
    expect((await listWith(third, key)).status).toBe(200);
  });

  it('writes no key, token or signing secret to the log that a client puts into a path or a query', async () => {
    const gateway = await startTestGateway({ env: { ...(await sqlite.empty()), ...withAuth } });
    const key = generateKey();
    const token = randomBytes(32).toString('base64url');
    const secret = `whsec_${randomBytes(24).toString('base64url')}`;
    for (const text of [key, token, secret])
      for (const path of [
        `/v1/keys/${text}`,
        `/v1/${text}`,
        `/${text}/x?key=${text}`,
        `/${text.replace('_', '%5F')}`,
        `/webhooks/default/telegram/${text}`,
        `/console/setup/${text}`,
        `//${text}`,
      ])
        await gateway.request('GET', path);
    const log = () => gateway.logLines.join('\n');
    await until(() => log().split('"msg":"request"').length > 3 * 7);
    for (const text of [key, token, secret]) expect(log()).not.toContain(text.slice(-20));
  });

  it('never writes a key to the log', async () => {
    const gateway = await startTestGateway({ env: { ...(await sqlite.empty()), ...withAuth } });
    await listWith(gateway, key);
    await listWith(gateway, 'wrong key that somebody typed');
    const log = gateway.logLines.join('\n');
    expect(log).not.toContain(key);
    expect(log).not.toContain('wrong key that somebody typed');
  });

  it('listens on all interfaces unless HOST is set', () => {
    expect(parseConfig({ USE_AUTH: 'true' }).host).toBe('0.0.0.0');
    expect(parseConfig({}).host).toBe('127.0.0.1');
    expect(parseConfig({ USE_AUTH: 'true', HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
  });
});

describe('API access without authentication', () => {
  const shared = startOnce(startTestGateway);

  it.each([
    'localhost',
    'localhost:8100',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.8.9.10',
    '[::1]:8100',
    'LOCALHOST:1',
    'my.localhost',
  ])('accepts the host name %s', async (host) => {
    const gateway = shared();
    expect((await statusWith(gateway, '/v1/prompts', { host })).status).toBe(200);
  });

  it.each([
    'gateway.example.com',
    '192.168.1.5:8100',
    'localhost.example.com',
    '127.0.0.1.example.com',
    'evil.com:8100',
    '0x7f.1',
    '[::2]',
  ])('rejects the host name %s with 403', async (host) => {
    const gateway = shared();
    const refused = await statusWith(gateway, '/v1/prompts', { host });
    expect(refused.status).toBe(403);
    expect(refused.detail).toContain('USE_AUTH=true');
    expect((await statusWith(gateway, '/healthz', { host })).status).toBe(200);
  });

  it.each(['https://evil.example.com', 'null', 'http://localhost:1', 'http://127.0.0.1', 'https://localhost.evil.com'])(
    'rejects the origin %s with 403',
    async (origin) => {
      const gateway = shared();
      const refused = await gateway.request('GET', '/v1/prompts', { headers: { origin } });
      expect(refused.status).toBe(403);
      expect(refused.json.detail).toContain('USE_AUTH=true');
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('rejects remote and proxied clients that send a local Host header', async () => {
    const gateway = await startTestGateway({ env: { HOST: '0.0.0.0' } });
    const refused = 'another one or through a proxy: set USE_AUTH=true';
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect(await statusWith(gateway, '/v1/prompts', { host: 'localhost', [name]: '203.0.113.9' })).toMatchObject({
        status: 403,
        detail: expect.stringContaining(refused),
      });
    expect((await statusWith(gateway, '/v1/prompts', { host: 'localhost' })).status).toBe(200);
    // A request to another address of this machine has that address as its source, like a request from another machine.
    const other = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (!other) return;
    const elsewhere = { url: gateway.url.replace('127.0.0.1', other.address) };
    for (const host of ['localhost', '127.0.0.1', '0.0.0.0']) {
      for (const path of ['/v1/prompts', '/console/session'])
        expect(await statusWith(elsewhere, path, { host })).toMatchObject({
          status: 403,
          detail: expect.stringContaining(refused),
        });
    }
  });

  it('accepts requests from its own pages', async () => {
    const gateway = shared();
    expect((await gateway.request('GET', '/v1/prompts', { headers: { origin: gateway.url } })).status).toBe(200);
  });
});
