import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { startTestGateway } from '../harness/gateway.js';
import { adminKey, startKeyedGateway } from '../harness/keys.js';
import { ada, openBrowser, setUpConsole, setUpToken, signInAs } from '../harness/operators.js';
import { until } from '../harness/until.js';

const hour = 3_600_000;

/** A request with headers that fetch does not let through, such as `Host`. */
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
  describe('/v1 with a session', () => {
    it('grants what the role does, and the log of changes names the operator', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const made = await owner.request('POST', '/v1/keys/new', { name: 'by Ada', preset: 'agent' });
      expect(made.status).toBe(200);
      const [entry] = (await owner.request('GET', '/v1/audit?action=key.created')).json;
      const { operator } = (await owner.request('GET', '/console/session')).json;
      expect(entry).toMatchObject({ actor: { kind: 'operator', id: operator.id, name: 'Ada' } });
      expect((await owner.request('GET', `/v1/audit?actor_id=${operator.id}`)).json).toContainEqual(entry);
      expect(gateway.logLines.filter((line) => line.includes(`"operator":"${operator.id}"`)).length).toBeGreaterThan(2);
    });

    it('is over with the session, and says to sign in again', async () => {
      const gateway = await startKeyedGateway({ engine });
      const browser = await setUpConsole(gateway);
      const { token } = browser;
      await browser.request('DELETE', '/console/session');
      const stale = openBrowser(gateway, token);
      const refused = await stale.request('GET', '/v1/status');
      expect(refused).toMatchObject({ status: 401, json: { detail: expect.stringContaining('sign in') } });
      expect((await openBrowser(gateway, 'not-a-token').request('GET', '/v1/status')).status).toBe(401);
      expect((await openBrowser(gateway).request('GET', '/v1/status')).status).toBe(401);
    });

    it('ends an event stream with the session, by signing out as by running out', async () => {
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
  });
});

describe('beside a key', () => {
  it('the key goes first, and a wrong one is not made up for by a session', async () => {
    const gateway = await startKeyedGateway();
    const browser = await setUpConsole(gateway);
    const as = (key: string) =>
      browser.request('POST', '/v1/keys/new', { name: 'x', preset: 'agent' }, { 'x-api-key': key });
    expect((await as(adminKey)).status).toBe(200);
    const [entry] = (await browser.request('GET', '/v1/audit?action=key.created')).json;
    expect(entry.actor.kind).toBe('key');
    expect((await as('a wrong key, long enough')).status).toBe(401);
  });

  it('a key opens none of the routes that are for operators in person', async () => {
    const gateway = await startKeyedGateway();
    await setUpConsole(gateway);
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

describe('without authentication', () => {
  it('whoever is signed in acts as themself, others as before, and an ended session is said', async () => {
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

  it('answers no other host, at the console’s routes neither', async () => {
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

describe('a request that changes something', () => {
  const own = 'its own origin';
  it.each([
    [200, 'from the same origin', { 'sec-fetch-site': 'same-origin', origin: own }],
    [200, 'that the person made without a page', { 'sec-fetch-site': 'none' }],
    [200, 'from an older browser, of its own origin', { origin: own }],
    [403, 'from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [403, 'from another host of the same site', { 'sec-fetch-site': 'same-site', origin: own }],
    [403, 'from an older browser, of another origin', { origin: 'https://evil.example' }],
    [403, 'from another port of the machine', { origin: 'http://127.0.0.1:1' }],
    [403, 'from a page without an origin', { origin: 'null' }],
    [403, 'from a browser that says nothing', {}],
  ])('is answered %i when it comes %s', async (status, _, given: Record<string, string>) => {
    const gateway = await startKeyedGateway();
    const browser = await setUpConsole(gateway);
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === own ? gateway.url : value]),
    );
    const send = (method: string, path: string, cookie: Record<string, string>, body?: object) =>
      raw(gateway.url + path, method, { ...headers, ...cookie }, body);
    const key = { name: 'x', preset: 'agent' };
    expect((await send('POST', '/v1/keys/new', browser.cookie(), key)).status).toBe(status);
    expect((await send('POST', '/v1/deliveries/retry', browser.cookie())).status).toBe(status);
    const { email, password } = ada;
    expect((await send('POST', '/console/session', browser.cookie(), { email, password })).status).toBe(status);
    expect((await send('DELETE', '/console/session/list', browser.cookie())).status).toBe(
      // Signing in has ended the session before.
      status === 200 ? 401 : 403,
    );
    // Reading is left to the browser, which shows the reply to no other origin.
    const reader = status === 200 ? await signInAs(gateway) : browser;
    expect((await send('GET', '/v1/status', reader.cookie())).status).toBe(200);
    // Without a cookie a program that says nothing may sign in; a page of another site may not.
    const withoutCookie = Object.keys(given).length === 0 ? 200 : status;
    expect((await send('POST', '/console/session', {}, { email, password })).status).toBe(withoutCookie);
  });

  it('needs none of this with a key', async () => {
    const gateway = await startKeyedGateway();
    const made = await raw(
      `${gateway.url}/v1/keys/new`,
      'POST',
      { 'x-api-key': adminKey, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { name: 'x', preset: 'agent' },
    );
    expect(made.status).toBe(200);
  });
});

describe('behind a proxy that ends TLS', () => {
  it('the cookie is for https alone, and another host of the domain cannot set it', async () => {
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
    // To this machine itself it speaks http.
    const { email, password } = ada;
    const local = await raw(`${gateway.url}/console/session`, 'POST', { origin: gateway.url }, { email, password });
    expect(local.headers['set-cookie']?.[0]).toMatch(/^gateway_session=[\w-]{43};(?!.*Secure)/);
  });
});

onPostgres((engine) => {
  describe('two gateways on one database', () => {
    it('share sessions, and a session ended at one is ended at the other within 5 seconds', async () => {
      const env = await engine.empty();
      const [here, there] = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
      const browser = await setUpConsole(here);
      const elsewhere = openBrowser(there, browser.token);
      expect((await elsewhere.request('GET', '/v1/status')).status).toBe(200);
      await browser.request('DELETE', '/console/session');
      await until(async () => (await elsewhere.request('GET', '/v1/status')).status === 401, 5000);
    });

    it('renew a token once, whichever is asked first', async () => {
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

    it('make one owner when both are set up at the same moment', async () => {
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
