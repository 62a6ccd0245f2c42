import { request as httpRequest, type ClientRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import type { TestGateway } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { openBrowser, setUpConsole, type TestBrowser } from '../harness/operators.js';

const grace = { name: 'Grace', email: 'grace@example.com', password: 'nanoseconds of wire' };
const alan = { name: 'Alan', email: 'alan@example.com', password: 'an imitation game' };

const tokenOf = (link: string) => /#token=([\w-]{43})$/.exec(link)?.[1] ?? '';

/** Invites a person with a role; returns their browser and id. */
async function join(gateway: TestGateway, owner: TestBrowser, role: string, person: typeof grace) {
  const { link } = (await owner.request('POST', '/console/session/invitations', { role })).json;
  const browser = openBrowser(gateway);
  const accepted = await browser.request('POST', '/console/session/accept', { token: tokenOf(link), ...person });
  expect(accepted.status, accepted.text).toBe(201);
  return { browser, id: accepted.json.operator.id as string };
}

/** A request whose body is not sent until `finish`. It is authenticated when it starts. */
async function hold(url: string, method: string, headers: Record<string, string>, body: object) {
  const json = JSON.stringify(body);
  let request!: ClientRequest;
  const status = new Promise<number>((resolve, reject) => {
    request = httpRequest(url, {
      method,
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': json.length,
        expect: '100-continue',
        ...headers,
      },
    });
    request.on('response', (response) => (response.resume(), resolve(response.statusCode ?? 0)));
    request.on('error', reject);
  });
  request.flushHeaders();
  await new Promise((resolve) => request.once('continue', resolve));
  request.write(json.slice(0, 1));
  return {
    finish: () => (request.end(json.slice(1)), status),
  };
}

onEveryEngine((engine) => {
  describe('an operator who is no longer an owner', () => {
    it('cannot use a password link made for another operator', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const { browser: former, id } = await join(gateway, owner, 'owner', grace);
      const other = await join(gateway, owner, 'owner', alan);
      const path = `/console/session/operators/${other.id}/password-link`;
      const linkOf = async () => tokenOf((await former.request('POST', path)).json.link);
      const reset = async (token: string) =>
        (await openBrowser(gateway).request('POST', '/console/session/reset', { token, password: 'a stolen account' }))
          .status;

      const first = await linkOf();
      await owner.request('PATCH', `/console/session/operators/${id}`, { role: 'viewer' });
      expect(await reset(first)).toBe(404);
      await owner.request('PATCH', `/console/session/operators/${id}`, { role: 'owner' });
      expect(await reset(first)).toBe(404);
      const second = await linkOf();
      await owner.request('DELETE', `/console/session/operators/${id}`);
      expect(await reset(second)).toBe(404);
      expect((await other.browser.request('GET', '/v1/status')).status).toBe(200);
    });

    it('cannot finish a request started before', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const { browser: former, id } = await join(gateway, owner, 'owner', grace);
      const headers = { origin: gateway.url, ...former.cookie() };
      const path = `/console/session/operators/${id}`;
      const held = await Promise.all([
        hold(`${gateway.url}${path}`, 'PATCH', headers, { role: 'owner' }),
        hold(`${gateway.url}/v1/keys/new`, 'POST', headers, { name: 'kept', preset: 'admin' }),
      ]);
      expect((await owner.request('PATCH', path, { role: 'viewer' })).status).toBe(200);
      expect(await Promise.all(held.map(({ finish }) => finish()))).toEqual([403, 403]);
      const late = await hold(`${gateway.url}${path}`, 'PATCH', headers, { name: 'Still here' });
      expect((await owner.request('DELETE', path)).status).toBe(200);
      expect(await late.finish()).toBe(401);
    });
  });
});

it('a revoked key cannot finish a request started before', async () => {
  const gateway = await startKeyedGateway();
  const { id, key } = await makeKey(gateway, { preset: 'admin' });
  const held = await hold(
    `${gateway.url}/v1/keys/new`,
    'POST',
    { 'x-api-key': key },
    { name: 'kept', preset: 'admin' },
  );
  expect((await gateway.request('DELETE', `/v1/keys/${id}`)).status).toBe(200);
  expect(await held.finish()).toBe(401);
});
