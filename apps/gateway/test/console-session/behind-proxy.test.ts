import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startKeyedGateway } from '../harness/keys.js';
import { ada, openBrowser, setUpConsole } from '../harness/operators.js';

onEveryEngine((engine) => {
  describe('a gateway behind a proxy', () => {
    it('limits sign-in by the client address from a trusted proxy', async () => {
      const gateway = await startKeyedGateway({
        engine,
        clock: manualClock(),
        env: { ...(await engine.empty()), TRUSTED_PROXIES: '127.0.0.1,192.0.2.77' },
      });
      await setUpConsole(gateway);
      const signIn = async (forwarded: string, email: string, password = 'wrong') =>
        (
          await openBrowser(gateway).request(
            'POST',
            '/console/session',
            { email, password },
            { 'x-forwarded-for': forwarded },
          )
        ).status;
      // The client can forge all entries before the last one.
      for (let n = 0; n < 20; n += 1)
        expect(await signIn(`198.51.100.${n}, 203.0.113.9`, `person${n}@example.com`)).toBe(401);
      expect(await signIn('192.0.2.78, 203.0.113.9', 'person20@example.com')).toBe(429);
      expect(await signIn('203.0.113.9, 192.0.2.77', 'person20@example.com')).toBe(429);
      expect(await signIn('203.0.113.9:4711', 'person21@example.com')).toBe(429);
      expect(await signIn('203.0.113.9', ada.email, ada.password)).toBe(429);
      expect(await signIn('192.0.2.1', ada.email, ada.password)).toBe(200);
      expect(await signIn('[2001:db8::7]:4711', ada.email, ada.password)).toBe(200);
      expect(await signIn('unknown', ada.email, ada.password)).toBe(200);
    });

    it('ignores X-Forwarded-For from an untrusted proxy for limits, log and audit', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
      const owner = await setUpConsole(gateway);
      const lies = { 'x-forwarded-for': '203.0.113.9' };
      const guess = async (n: number) =>
        await openBrowser(gateway).request(
          'POST',
          '/console/session',
          { email: `person${n}@example.com`, password: 'wrong' },
          { 'x-forwarded-for': `198.51.100.${n}` },
        );
      for (let n = 0; n < 20; n += 1) expect((await guess(n)).status).toBe(401);
      expect((await guess(20)).status).toBe(429);
      await owner.request('POST', '/v1/keys/new', { name: 'a', preset: 'agent' }, lies);
      expect((await owner.request('GET', '/v1/audit?limit=1')).json).toMatchObject([{ address: '127.0.0.1' }]);
      expect(gateway.logLines.join()).not.toMatch(/203\.0\.113|198\.51\.100/);
      expect(gateway.logLines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1);
    });

    it('records the client address from a trusted proxy in log and audit', async () => {
      const env = { ...(await engine.empty()), TRUSTED_PROXIES: '127.0.0.0/8' };
      const gateway = await startKeyedGateway({ env });
      const owner = await setUpConsole(gateway);
      await owner.request('POST', '/v1/keys/new', { name: 'a', preset: 'agent' }, { 'x-forwarded-for': '203.0.113.9' });
      expect((await owner.request('GET', '/v1/audit?limit=1')).json).toMatchObject([{ address: '203.0.113.9' }]);
      expect(
        gateway.logLines.some((line) => line.includes('"path":"/v1/keys/new"') && line.includes('203.0.113.9')),
      ).toBe(true);
    });

    it('sets a Secure cookie only when a trusted proxy reports https', async () => {
      const cookieOf = async (env: Record<string, string>) => {
        const gateway = await startKeyedGateway({ env: { ...(await engine.empty()), ...env } });
        await setUpConsole(gateway);
        const { email, password } = ada;
        const headers = { 'x-forwarded-proto': 'https', origin: gateway.url.replace('http:', 'https:') };
        const reply = await openBrowser(gateway).request('POST', '/console/session', { email, password }, headers);
        const cookies = reply.headers.getSetCookie();
        return [reply.status, ...cookies.map((set) => `${set.split('=')[0]} ${set.includes('; Secure')}`)];
      };
      expect(await cookieOf({})).toEqual([200, 'gateway_session false', 'gateway_browser false']);
      expect(await cookieOf({ TRUSTED_PROXIES: '127.0.0.1' })).toEqual([
        200,
        '__Host-gateway_session true',
        '__Host-gateway_browser true',
      ]);
    });

    it('lets a signed-in operator change the password while others guess from the same address', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
      const browser = await setUpConsole(gateway);
      const attacker = openBrowser(gateway);
      for (let n = 0; n <= 20; n += 1)
        await attacker.request('POST', '/console/session', { email: `person${n}@example.com`, password: 'wrong' });
      const change = { current: ada.password, next: 'staple battery horse' };
      expect((await browser.request('POST', '/console/session/password', change)).status).toBe(200);
    });
  });
});
