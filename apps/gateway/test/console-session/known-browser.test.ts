import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import type { TestGateway } from '../harness/gateway.js';
import { startKeyedGateway } from '../harness/keys.js';
import { ada, openBrowser, setUpConsole, type TestBrowser } from '../harness/operators.js';

const minute = 60_000;

const signIn = async (browser: TestBrowser, password: string, email: string = ada.email) =>
  (await browser.request('POST', '/console/session', { email, password })).status;

async function exhaustSignIns(gateway: TestGateway): Promise<void> {
  for (let n = 0; n < 25; n += 1) await signIn(openBrowser(gateway), 'a guess');
  expect(await signIn(openBrowser(gateway), ada.password)).toBe(429);
}

onEveryEngine((engine) => {
  describe('a browser in which an operator has signed in', () => {
    it('can sign in while others guess the password from the same address', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
      const browser = await setUpConsole(gateway);
      await browser.request('DELETE', '/console/session');
      await exhaustSignIns(gateway);
      expect(await signIn(browser, ada.password)).toBe(200);
      // The successful sign-in does not reset the limit of the others.
      expect(await signIn(openBrowser(gateway), 'a guess')).toBe(429);
    });

    it('is limited by its own failed sign-ins', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock });
      const browser = await setUpConsole(gateway);
      for (let n = 0; n < 5; n += 1) expect(await signIn(browser, 'a guess')).toBe(401);
      expect(await signIn(browser, ada.password)).toBe(429);
      expect(await signIn(openBrowser(gateway), ada.password)).toBe(200);
      clock.skip(minute);
      expect(await signIn(browser, ada.password)).toBe(200);
    });

    it('is no longer known after a password change, except where it was changed', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
      const here = await setUpConsole(gateway);
      const elsewhere = openBrowser(gateway);
      expect(await signIn(elsewhere, ada.password)).toBe(200);
      const change = { current: ada.password, next: 'staple battery horse' };
      expect((await here.request('POST', '/console/session/password', change)).status).toBe(200);
      await exhaustSignIns(gateway);
      expect(await signIn(elsewhere, change.next)).toBe(429);
      expect(await signIn(here, change.next)).toBe(200);
    });

    it('is known by an HttpOnly cookie that cannot be forged', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
      const browser = await setUpConsole(gateway);
      const reply = await browser.request('POST', '/console/session', { email: ada.email, password: ada.password });
      expect(reply.headers.getSetCookie()[1]).toMatch(
        /^gateway_browser=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
      );
      const forged = openBrowser(gateway);
      forged.known = `${'A'.repeat(22)}.${'A'.repeat(43)}`;
      await exhaustSignIns(gateway);
      expect(await signIn(forged, ada.password)).toBe(429);
    });

    it('is known only for the operator who signed in there', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
      const owner = await setUpConsole(gateway);
      const invited = (await owner.request('POST', '/console/session/invitations', { role: 'viewer' })).json;
      const token = /token=([\w-]+)/.exec(invited.link)?.[1];
      const eve = { name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' };
      const browser = openBrowser(gateway);
      expect((await browser.request('POST', '/console/session/accept', { token, ...eve })).status).toBe(201);
      await browser.request('DELETE', '/console/session');
      await exhaustSignIns(gateway);
      expect(await signIn(browser, ada.password)).toBe(429);
      expect(await signIn(browser, eve.password, eve.email)).toBe(200);
    });
  });
});
