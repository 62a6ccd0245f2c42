import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { startTestGateway } from '../harness/gateway.js';
import { adminKey, startKeyedGateway } from '../harness/keys.js';
import { newOperator, startWithOwner } from '../harness/new-operator.js';
import { ada, openBrowser, setUpConsole, setUpToken, signInAs } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';

const hour = 3_600_000;

/** A request with headers that fetch does not allow, such as `Host`. */
function raw(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ status: number; headers: IncomingHttpHeaders; detail: string }> {
  const json = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method, headers: { ...(json && { 'content-type': 'application/json' }), ...headers }, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, detail: JSON.parse(text).detail }),
        );
      },
    );
    request.on('error', reject);
    request.end(json);
  });
}

onEveryEngine((engine) => {
  describe('/v1 with a console session', () => {
    const shared = startOnce(() => startWithOwner({ engine }));

    it('grants the scopes of the role and audits the operator', async () => {
      const { gateway, browser: owner, person } = await newOperator(shared());
      const made = await owner.request('POST', '/v1/keys/new', { name: 'by Ada', preset: 'agent' });
      expect(made.status).toBe(200);
      const [entry] = (await owner.request('GET', '/v1/audit?action=key.created')).json;
      const { operator } = (await owner.request('GET', '/console/session')).json;
      expect(entry).toMatchObject({ actor: { kind: 'operator', id: operator.id, name: person.name } });
      expect((await owner.request('GET', `/v1/audit?actor_id=${operator.id}`)).json).toContainEqual(entry);
      expect(gateway.logLines.filter((line) => line.includes(`"operator":"${operator.id}"`)).length).toBeGreaterThan(2);
    });

    it('answers 401 after sign-out and asks to sign in', async () => {
      const { gateway, browser } = await newOperator(shared());
      const { token } = browser;
      await browser.request('DELETE', '/console/session');
      const stale = openBrowser(gateway, token);
      const refused = await stale.request('GET', '/v1/status');
      expect(refused).toMatchObject({ status: 401, json: { detail: expect.stringContaining('sign in') } });
      expect((await openBrowser(gateway, 'not-a-token').request('GET', '/v1/status')).status).toBe(401);
      expect((await openBrowser(gateway).request('GET', '/v1/status')).status).toBe(401);
    });

    it('ends an event stream when its session is signed out or expires', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock });
      const browser = await setUpConsole(gateway);
      const other = await signInAs(gateway);
      const stream = await readEvents(gateway, { headers: browser.cookie() });
      const second = await readEvents(gateway, { headers: other.cookie() });
      await browser.request('DELETE', '/console/session');
      await until(() => stream.ended);
      expect(second.ended).toBe(false);
      clock.skip(12 * hour);
      await until(() => {
        clock.advance(4000);
        return second.ended;
      });
    });

    it('ends an event stream when the role of its operator changes', async () => {
      const { gateway, owner } = shared();
      const { browser, id } = await newOperator(shared(), 'operator');
      const stream = await readEvents(gateway, { headers: browser.cookie() });
      const unchanged = await readEvents(gateway, { headers: owner.cookie() });
      const path = `/console/session/operators/${id}`;
      expect((await owner.request('PATCH', path, { role: 'viewer' })).status).toBe(200);
      await until(() => stream.ended);
      expect(unchanged.ended).toBe(false);
    });
  });
});

describe('a request with a key and a session', () => {
  const shared = startOnce(startWithOwner);

  it('uses the key, and a wrong key is not replaced by the session', async () => {
    const { browser } = await newOperator(shared());
    const as = (key: string) =>
      browser.request('POST', '/v1/keys/new', { name: 'x', preset: 'agent' }, { 'x-api-key': key });
    expect((await as(adminKey)).status).toBe(200);
    const [entry] = (await browser.request('GET', '/v1/audit?action=key.created')).json;
    expect(entry.actor.kind).toBe('key');
    expect((await as('a wrong key, long enough')).status).toBe(401);
  });

  it('cannot use operator-only routes with a key', async () => {
    const { gateway } = shared();
    for (const [method, path, body] of [
      ['GET', '/console/session/list'],
      ['GET', '/console/session/operators'],
      ['POST', '/console/session/invitations', { role: 'owner' }],
      ['POST', '/console/session/signing-secret'],
    ] as const) {
      expect([path, (await gateway.request(method, path, { ...(body && { body }) })).status]).toEqual([path, 403]);
      const without = await openBrowser(gateway).request(method, path, body);
      expect([path, without.status]).toEqual([path, 401]);
    }
  });
});

describe('a gateway without authentication', () => {
  it('audits signed-in operators by name, others as open, and rejects an ended session', async () => {
    const gateway = await startTestGateway();
    const browser = await setUpConsole(gateway);
    const { token } = browser;
    const make = (by: typeof browser) => by.request('POST', '/v1/keys/new', { name: 'x', preset: 'agent' });
    expect((await make(browser)).status).toBe(200);
    expect((await make(openBrowser(gateway))).status).toBe(200);
    const kinds = (await browser.request('GET', '/v1/audit?action=key.created')).json.map(
      (entry: { actor: { kind: string } }) => entry.actor.kind,
    );
    expect(kinds).toEqual(['open', 'operator']);
    await browser.request('DELETE', '/console/session');
    expect((await make(openBrowser(gateway, token))).status).toBe(401);
  });

  it('rejects other Host headers on the console routes, too', async () => {
    const gateway = await startTestGateway();
    const token = setUpToken(gateway);
    const host = { host: 'rebound.example:80' };
    expect(await raw(`${gateway.url}/console/session`, 'GET', host)).toMatchObject({ status: 403 });
    expect(await raw(`${gateway.url}/console/session/setup`, 'POST', host, { token, ...ada })).toMatchObject({
      status: 403,
      detail: expect.stringContaining('rebound.example'),
    });
  });
});

describe('a state-changing request with a session', () => {
  const shared = startOnce(startWithOwner);
  const own = 'its own origin';
  it.each([
    [200, 'from the same origin', { 'sec-fetch-site': 'same-origin', origin: own }],
    [200, 'made by the person without a page', { 'sec-fetch-site': 'none' }],
    [200, 'from an older browser, with the gateway’s origin', { origin: own }],
    [403, 'from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [403, 'from another host of the same site', { 'sec-fetch-site': 'same-site', origin: own }],
    [403, 'from an older browser, with another origin', { origin: 'https://evil.example' }],
    [403, 'from another port of the machine', { origin: 'http://127.0.0.1:1' }],
    [403, 'from a page with a null origin', { origin: 'null' }],
    [403, 'without any browser headers', {}],
  ])('is answered %i when it comes %s', async (status, _, given: Record<string, string>) => {
    const { gateway, browser, person } = await newOperator(shared());
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === own ? gateway.url : value]),
    );
    const send = (method: string, path: string, cookie: Record<string, string>, body?: object) =>
      raw(gateway.url + path, method, { ...headers, ...cookie }, body);
    const key = { name: 'x', preset: 'agent' };
    expect((await send('POST', '/v1/keys/new', browser.cookie(), key)).status).toBe(status);
    expect((await send('POST', '/v1/deliveries/retry', browser.cookie())).status).toBe(status);
    const { email, password } = person;
    expect((await send('POST', '/console/session', browser.cookie(), { email, password })).status).toBe(status);
    expect((await send('DELETE', '/console/session/list', browser.cookie())).status).toBe(
      // Signing in has ended the earlier session.
      status === 200 ? 401 : 403,
    );
    // Reads are not restricted: browsers do not show the reply to other origins.
    const reader = status === 200 ? await signInAs(gateway, person) : browser;
    expect((await send('GET', '/v1/status', reader.cookie())).status).toBe(200);
    // Without a cookie, programs may sign in and pages of other sites may not.
    const withoutCookie = Object.keys(given).length === 0 ? 200 : status;
    expect((await send('POST', '/console/session', {}, { email, password })).status).toBe(withoutCookie);
  });

  it('is not restricted when it has a key', async () => {
    const { gateway } = shared();
    const made = await raw(
      `${gateway.url}/v1/keys/new`,
      'POST',
      { 'x-api-key': adminKey, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { name: 'x', preset: 'agent' },
    );
    expect(made.status).toBe(200);
  });
});

describe('a gateway behind a TLS proxy', () => {
  it('sets a Secure __Host- cookie, which another host of the domain cannot set', async () => {
    const gateway = await startKeyedGateway({ env: { PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' } });
    expect(gateway.logLines.join('\n')).toContain('https://gateway.example.com/console/setup#token=');
    const origin = 'https://gateway.example.com';
    const host = 'gateway.example.com';
    const body = { token: setUpToken(gateway), ...ada };
    const made = await raw(`${gateway.url}/console/session/setup`, 'POST', { host, origin }, body);
    const cookie = made.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(
      /^__Host-gateway_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800; Secure$/,
    );
    const pair = cookie.split(';')[0] ?? '';
    const status = async (headers: Record<string, string>, method = 'GET') =>
      (await raw(`${gateway.url}/v1/${method === 'GET' ? 'status' : 'deliveries/retry'}`, method, headers)).status;
    expect(await status({ host, cookie: pair })).toBe(200);
    expect(await status({ host, cookie: pair.replace('__Host-', '') })).toBe(401);
    expect(await status({ host, cookie: pair, origin }, 'POST')).toBe(200);
    expect(await status({ host, cookie: pair, origin: 'http://gateway.example.com' }, 'POST')).toBe(403);
    // A local sign-in uses http.
    const { email, password } = ada;
    const local = await raw(`${gateway.url}/console/session`, 'POST', { origin: gateway.url }, { email, password });
    expect(local.headers['set-cookie']?.[0]).toMatch(/^gateway_session=[\w-]{43};(?!.*Secure)/);
  });
});

onPostgres((engine) => {
  describe('two gateways on one database', () => {
    it('share sessions and reject an ended session within 5 s', async () => {
      const env = await engine.empty();
      const [here, there] = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
      const browser = await setUpConsole(here);
      const elsewhere = openBrowser(there, browser.token);
      expect((await elsewhere.request('GET', '/v1/status')).status).toBe(200);
      await browser.request('DELETE', '/console/session');
      await until(async () => (await elsewhere.request('GET', '/v1/status')).status === 401, 5000);
    });

    it('renew a token once when both are asked at the same time', async () => {
      const env = await engine.empty();
      const clock = manualClock();
      const [here, there] = [await startKeyedGateway({ env, clock }), await startKeyedGateway({ env, clock })];
      const { token } = await setUpConsole(here);
      clock.skip(hour);
      const tabs = [here, there].map((gateway) => openBrowser(gateway, token));
      const replies = await Promise.all(tabs.map((tab) => tab.request('GET', '/v1/status')));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(tabs.filter((tab) => tab.token !== token)).toHaveLength(1);
    });

    it('create one owner when both are set up at the same time', async () => {
      const env = await engine.empty();
      const [here, there] = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
      const tries = await Promise.all(
        [here, there].map((gateway) =>
          openBrowser(gateway).request('POST', '/console/session/setup', { token: setUpToken(gateway), ...ada }),
        ),
      );
      expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    });
  });
});
