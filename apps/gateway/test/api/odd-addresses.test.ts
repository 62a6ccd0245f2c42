import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startAsking } from './asking.js';
import { startUnfailingGateway } from './unfailing-gateway.js';

const shared = startUnfailingGateway();

describe('request paths and queries', () => {
  it.each([
    ['?=x', '"" is unknown.'],
    ['?%20=x', '" " is unknown.'],
    ['?a%22b=x', '"a\\"b" is unknown.'],
  ])('rejects the query %s and names the unknown parameter', async (query, detail) => {
    const gateway = shared();
    expect(await gateway.request('GET', `/v1/keys${query}`)).toMatchObject({ status: 400, json: { detail } });
  });

  it('accepts any query on /healthz, for load balancers', async () => {
    const gateway = shared();
    expect(await gateway.request('GET', '/healthz?from=balancer-7')).toMatchObject({
      status: 200,
      json: { status: 'ok' },
    });
  });

  onEveryEngine((engine) => {
    it('rejects paths with invalid escapes or U+0000 without a server error', async () => {
      const { gateway } = await startAsking({ engine });
      for (const path of [
        '/v1/prompts/%',
        '/v1/prompts/%zz',
        '/v1/prompts/%e4%f6',
        '/v1/prompts/%00',
        '/v1/channels/%',
        '/v1/channels/%c3%28',
        '/v1/channels/%00',
        '/webhooks/default/telegram/%00',
        '/webhooks/default/telegram/%',
        '/webhooks/%00/telegram/a',
        '/webhooks/default/%00/a',
      ]) {
        for (const method of path.startsWith('/webhooks') ? ['GET', 'POST'] : ['GET']) {
          const refused = await gateway.request(method, path);
          expect([400, 404], `${method} ${path}`).toContain(refused.status);
        }
      }
      expect(gateway.logLines.filter((line) => line.includes('unexpectedly'))).toEqual([]);
    });
  });

  it.each([
    '/v1/prompts?q=%',
    '/v1/prompts?q=%zz',
    '/v1/prompts?q=%ff',
    '/v1/prompts?%',
    '/v1/prompts?=&&=',
    '/v1/channels?q[a]=1',
    '/v1/channels?__proto__[x]=1',
  ])('answers the malformed query %s with 200 or 400', async (path) => {
    const gateway = shared();
    const { hostname, port } = new URL(gateway.url);
    const status = await new Promise((resolve) =>
      httpRequest({ hostname, port, path }, (response) => resolve(response.resume().statusCode)).end(),
    );
    expect([200, 400]).toContain(status);
  });

  it.each([
    ['a path', `/v1/prompts/${'9'.repeat(30_000)}`],
    ['a query', `/v1/prompts?q=${'q'.repeat(30_000)}`],
  ])('rejects %s of 30 000 characters', async (_, path) => {
    const gateway = shared();
    const refused = await gateway.request('GET', path);
    expect([400, 404, 414, 431]).toContain(refused.status);
  });

  it('answers unknown and former paths with 404, also with X-Admin-Token, and redirects / to the console', async () => {
    const gateway = shared();
    for (const path of [
      '/',
      '/v1',
      '/v1/',
      '/v2/prompts',
      '/v1/nonsense',
      '/v1/prompts/1/nonsense',
      '/admin/v1/status',
      '/admin/v1/settings',
      '/admin/v1/prompts',
      '/admin/v1/messages',
      '/admin/v1/messages/send',
      '/webhooks',
      '/webhooks/default/telegram',
      '/favicon.ico',
      '/.env',
    ]) {
      for (const method of ['GET', 'POST']) {
        const reply = await gateway.request(method, path, { headers: { 'x-admin-token': 'letmein' } });
        expect([path, method, reply.status]).toEqual([path, method, path === '/' && method === 'GET' ? 302 : 404]);
      }
    }
  });

  it('does not serve files outside the console build (path traversal)', async () => {
    const gateway = shared();
    for (const path of [
      '/console/%2e%2e%2fpackage.json',
      '/console/..%2f..%2f..%2fpackage.json',
      '/console/%5c..%5cpackage.json',
    ]) {
      const reply = await gateway.request('GET', path);
      // 404 when the console is not built.
      expect([200, 404]).toContain(reply.status);
      expect(reply.text).not.toContain('"dependencies"');
    }
  });

  it.each([
    ['/v1/prompts/new', 'PUT', ['POST']],
    ['/v1/prompts', 'DELETE', ['GET']],
    ['/v1/prompts/1', 'PATCH', ['GET']],
    ['/v1/channels', 'POST', ['GET']],
    ['/v1/channels/approvals', 'PUT', ['GET', 'PATCH', 'DELETE']],
    ['/healthz', 'POST', ['GET']],
    ['/webhooks/default/telegram/approvals', 'PUT', ['GET', 'POST']],
  ])('answers 405 with Allow to %s with %s', async (path, method, allowed) => {
    const gateway = shared();
    const refused = await gateway.request(method, path);
    expect(refused.status).toBe(405);
    const allow = refused.headers.get('allow')?.split(', ') ?? [];
    for (const known of allowed) expect(allow).toContain(known);
    expect(allow).not.toContain(method);
  });
});

it('a conditional request is answered with 200, because replies have no version', async () => {
  const gateway = shared();
  expect(
    (
      await gateway.request('GET', '/v1/keys', {
        headers: { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() },
      })
    ).status,
  ).toBe(200);
});
