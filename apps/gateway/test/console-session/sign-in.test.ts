import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { startKeyedGateway } from '../harness/keys.js';
import { ada, openBrowser, setUpConsole, signInAs } from '../harness/operators.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

onEveryEngine((engine) => {
  describe('a sign-in', () => {
    it('fails with the same text for any reason, and unknown addresses are not audited', async () => {
      const gateway = await startTestGateway({ engine });
      const owner = await setUpConsole(gateway);
      const visitor = openBrowser(gateway);
      const signIn = (email: string, password: string) =>
        visitor.request('POST', '/console/session', { email, password });
      const replies = [await signIn(ada.email, 'wrong password'), await signIn('no address', ada.password)];
      expect(replies.map(({ status, json }) => [status, json])).toEqual([
        [
          401,
          { detail: 'The e-mail address or the password is not right.', code: 'unauthenticated', retryable: false },
        ],
        [400, expect.anything()],
      ]);
      const unknown = await signIn('unknown@example.com', ada.password);
      expect(unknown).toMatchObject({ status: 401, json: replies[0]?.json });
      expect(unknown.headers.get('set-cookie')).toBeNull();
      const entries = (await owner.request('GET', '/v1/audit?action=operator.sign_in_refused')).json;
      expect(entries).toMatchObject([
        { resource: { id: 'unknown' }, address: '127.0.0.1', actor: { kind: 'system' } },
        { resource: { kind: 'operator', id: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
      ]);
      expect(JSON.stringify(entries) + gateway.logLines.join()).not.toContain('unknown@example.com');
    });

    it('accepts the address in any case and creates a new session each time', async () => {
      const gateway = await startTestGateway({ engine });
      const first = await setUpConsole(gateway);
      const second = await signInAs(gateway, { ...ada, email: 'ADA@example.com' });
      expect(second.token).not.toBe(first.token);
      const before = second.token;
      // A sign-in ends the session of the same browser.
      const again = await second.request('POST', '/console/session', { email: ada.email, password: ada.password });
      expect(again.status).toBe(200);
      expect(second.token).not.toBe(before);
      expect((await openBrowser(gateway, before).request('GET', '/v1/status')).status).toBe(401);
      expect((await first.request('GET', '/console/session/list')).json).toHaveLength(2);
    });

    it('is limited per account after five failures, with doubling waits, until a success', async () => {
      const clock = manualClock();
      const gateway = await startTestGateway({ engine, clock });
      await setUpConsole(gateway);
      const browser = openBrowser(gateway);
      const signIn = (password: string) => browser.request('POST', '/console/session', { email: ada.email, password });
      for (let n = 0; n < 5; n += 1) expect((await signIn('wrong password')).status).toBe(401);
      const waits: number[] = [];
      for (let n = 0; n < 10; n += 1) {
        const blocked = await signIn(ada.password);
        expect(blocked.status).toBe(429);
        const seconds = Number(blocked.headers.get('retry-after'));
        waits.push(seconds);
        clock.skip(seconds * 1000);
        expect((await signIn('wrong password')).status).toBe(401);
      }
      expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
      clock.skip(900_000);
      expect((await signIn(ada.password)).status).toBe(200);
      expect((await signIn('wrong password')).status).toBe(401);
      expect((await signIn(ada.password)).status).toBe(200);
    });

    it('lets five of 30 concurrent guesses through', async () => {
      const clock = manualClock();
      const env = await engine.empty();
      const gateway = await startTestGateway({ env, clock });
      await setUpConsole(gateway);
      const guesses = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          openBrowser(gateway).request('POST', '/console/session', { email: ada.email, password: `guess number ${n}` }),
        ),
      );
      expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(25);
    });

    it('is limited per client address after 20 failures, also when others succeed', async () => {
      const clock = manualClock();
      const gateway = await startTestGateway({ engine, clock });
      await setUpConsole(gateway);
      const browser = openBrowser(gateway);
      const signIn = (email: string, password: string) =>
        browser.request('POST', '/console/session', { email, password });
      for (let n = 0; n < 20; n += 1) expect((await signIn(`person${n}@example.com`, 'wrong')).status).toBe(401);
      expect((await signIn('person20@example.com', 'wrong')).status).toBe(429);
      expect((await signIn(ada.email, ada.password)).status).toBe(429);
      clock.skip(5000);
      expect((await signIn(ada.email, ada.password)).status).toBe(200);
      expect((await signIn('person20@example.com', 'wrong')).status).toBe(401);
      expect((await signIn('person21@example.com', 'wrong')).status).toBe(429);
      clock.skip(day + minute);
      expect((await signIn('person21@example.com', 'wrong')).status).toBe(401);
      expect((await signIn('person22@example.com', 'wrong')).status).toBe(401);
    });
  });

  describe('a session', () => {
    it('expires after twelve hours without use and after seven days in any case', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock });
      const idle = await setUpConsole(gateway);
      const used = await signInAs(gateway);
      const asks = async (browser: typeof idle) => (await browser.request('GET', '/v1/status')).status;
      clock.skip(11 * hour);
      expect([await asks(used), await asks(used)]).toEqual([200, 200]);
      clock.skip(hour);
      expect([await asks(idle), await asks(used)]).toEqual([401, 200]);
      const refused = await idle.request('GET', '/v1/status');
      expect(refused.json.detail).toContain('sign in');
      expect((await idle.request('GET', '/console/session')).json.state).toBe('signed_out');
      expect(idle.token).toBeNull();
      for (let n = 0; n < 14; n += 1) {
        clock.skip(11 * hour);
        expect(await asks(used)).toBe(200);
      }
      const state = (await used.request('GET', '/console/session')).json;
      expect(Date.parse(state.expires_at) - clock.now()).toBe(7 * day - (12 + 14 * 11) * hour);
      clock.skip(2 * hour);
      expect(await asks(used)).toBe(401);
    });

    it('renews its token hourly and accepts the old one for a minute', async () => {
      const clock = manualClock();
      const env = await engine.empty();
      const gateway = await startKeyedGateway({ env, clock });
      const browser = await setUpConsole(gateway);
      const old = browser.token;
      clock.skip(59 * minute);
      await browser.request('GET', '/v1/status');
      expect(browser.token).toBe(old);
      clock.skip(minute);
      // Concurrent requests with the old token all succeed, and all renewed replies have the same new token.
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => openBrowser(gateway, old)).map(async (tab) => {
          const { status } = await tab.request('GET', '/v1/status');
          return { status, token: tab.token };
        }),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      const renewed = new Set(replies.map(({ token }) => token).filter((token) => token !== old));
      expect(renewed.size).toBe(1);
      const [token] = renewed;

      // The reply with the new token may have been lost, so it is repeated.
      clock.skip(59_000);
      const late = openBrowser(gateway, old);
      expect((await late.request('GET', '/v1/status')).status).toBe(200);
      expect(late.token).toBe(token);
      clock.skip(6000);
      const stolen = openBrowser(gateway, old);
      expect((await stolen.request('GET', '/v1/status')).status).toBe(401);
      expect((await openBrowser(gateway, token).request('GET', '/v1/status')).status).toBe(200);
      expect((await late.request('GET', '/console/session/list')).json).toHaveLength(1);
    });

    it('is listed with its browser and can be ended from another one', async () => {
      const gateway = await startKeyedGateway({ engine });
      const laptop = await setUpConsole(gateway);
      const phone = openBrowser(gateway);
      const { email, password } = ada;
      await phone.request('POST', '/console/session', { email, password }, { 'user-agent': 'Phone' });
      const list = (await laptop.request('GET', '/console/session/list')).json;
      expect(list).toMatchObject([{ current: false, user_agent: 'Phone', address: '127.0.0.1' }, { current: true }]);
      expect((await laptop.request('DELETE', `/console/session/list/${list[0].id}`)).json).toEqual({ status: 'ended' });
      expect((await phone.request('GET', '/v1/status')).status).toBe(401);
      expect((await laptop.request('DELETE', `/console/session/list/${list[0].id}`)).status).toBe(404);
    });

    it('ends by signing out, in one browser or everywhere', async () => {
      const gateway = await startKeyedGateway({ engine });
      const first = await setUpConsole(gateway);
      const second = await signInAs(gateway);
      const { token } = second;
      const out = await second.request('DELETE', '/console/session');
      expect(out).toMatchObject({ status: 200, json: { state: 'signed_out', operator: null } });
      expect(second.setCookie).toMatch(/^gateway_session=; .*Max-Age=0$/);
      expect((await openBrowser(gateway, token).request('GET', '/v1/status')).status).toBe(401);
      // Signing out without a session is not an error.
      expect((await openBrowser(gateway).request('DELETE', '/console/session')).status).toBe(200);

      const third = await signInAs(gateway);
      expect((await first.request('DELETE', '/console/session/list')).json).toEqual({ ended: 2 });
      expect((await third.request('GET', '/v1/status')).status).toBe(401);
      expect((await first.request('GET', '/console/session')).json.state).toBe('signed_out');
    });

    it('ends elsewhere when the password is changed with the old password', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock });
      const here = await setUpConsole(gateway);
      const elsewhere = await signInAs(gateway);
      const change = (current: string, next = 'a new good password') =>
        here.request('POST', '/console/session/password', { current, next });
      expect(await change('not the password')).toMatchObject({
        status: 400,
        json: { issues: [{ path: ['current'] }] },
      });
      expect(await change(ada.password, 'short')).toMatchObject({
        status: 400,
        json: { issues: [{ path: ['next'] }] },
      });
      expect(await change(ada.password)).toMatchObject({ status: 200, json: { status: 'changed' } });
      expect((await here.request('GET', '/v1/status')).status).toBe(200);
      expect((await elsewhere.request('GET', '/v1/status')).status).toBe(401);
      const { email, password } = ada;
      expect((await openBrowser(gateway).request('POST', '/console/session', { email, password })).status).toBe(401);
      await signInAs(gateway, { email, password: 'a new good password' });
      for (let n = 0; n < 5; n += 1) expect((await change('guessing away')).status).toBe(400);
      expect((await change('a new good password')).status).toBe(429);
    });
  });
});
