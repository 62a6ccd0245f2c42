import { describe, expect, it } from 'vitest';
import { createKey, routes, scopes, type Route, type Scope } from '@gateway/contract';
import type { TestGateway } from '../harness/gateway.js';
import { adminKey, startKeyedGateway } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';

type Guarded = Route & { readonly scopes: readonly Scope[] };
const all: readonly Route[] = routes;
const named = (route: Route): [string, Route] => [`${route.method} ${route.path}`, route];

/** The reply to a request without a body, which changes nothing where it is allowed. Streams are not read. */
async function answerOf(
  { url }: TestGateway,
  { method, path }: Route,
  key: string | null,
): Promise<{ status: number; detail: string }> {
  const response = await fetch(url + path.replace(/\{\w+\}/g, '999'), {
    method,
    headers: key === null ? {} : { 'x-api-key': key },
  });
  if (!response.ok) return { status: response.status, detail: ((await response.json()) as { detail: string }).detail };
  await response.body?.cancel();
  return { status: response.status, detail: '' };
}

const keyHolding = async (gateway: TestGateway, held: readonly Scope[]) =>
  (await gateway.call(createKey, { body: { name: 'one of the matrix', scopes: [...held] } })).key;

describe('the scopes of a key', () => {
  const shared = startOnce(startKeyedGateway);

  it.each(all.filter(({ scopes: needed }) => needed !== null).map(named))(
    '%s accepts each of its scopes and admin, and nothing else',
    async (_, route) => {
      const gateway = shared();
      const needed = (route as Guarded).scopes;
      expect(needed.length).toBeGreaterThan(0);

      for (const key of [null, '', 'no such key', `${adminKey}!`])
        expect(await answerOf(gateway, route, key)).toMatchObject({ status: 401 });

      const others = scopes.filter((scope) => scope !== 'admin' && !needed.includes(scope));
      const refused = await answerOf(gateway, route, await keyHolding(gateway, others));
      const detail = expect.stringContaining(`This key lacks the scope ${needed.join(' or ')};`);
      expect(refused).toEqual({ status: 403, detail });

      // These routes accept no key with any scope.
      if ('operatorOnly' in route) return;
      for (const scope of [...needed, 'admin'] as const) {
        const allowed = await answerOf(gateway, route, await keyHolding(gateway, [scope]));
        expect([401, 403, 405, 500], `with ${scope}`).not.toContain(allowed.status);
        expect(allowed.detail, 'the route is there').not.toMatch(/^There is no \//);
      }
    },
  );

  it.each(all.filter(({ scopes: needed }) => needed === null).map(named))('%s requires no key', async (_, route) => {
    const gateway = shared();
    const status = route.params ? 404 : 200;
    for (const key of [null, 'no such key']) expect(await answerOf(gateway, route, key)).toMatchObject({ status });
  });

  it('are checked before the path, query and body of a request', async () => {
    const gateway = shared();
    const replies = await Promise.all([
      gateway.request('POST', '/v1/prompts/new', { body: '{not json', headers: { 'x-api-key': '' } }),
      gateway.request('GET', '/v1/prompts?limit=many', { headers: { 'x-api-key': '' } }),
      gateway.request('GET', '/v1/channels/nowhere', { headers: { 'x-api-key': '' } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});
