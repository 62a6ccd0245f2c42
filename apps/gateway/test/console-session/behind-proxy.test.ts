import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startKeyedGateway } from '../harness/keys.js';
import { ada, openBrowser, setUpConsole } from '../harness/operators.js';

onEveryEngine((engine) => {
  describe('behind a proxy', () => {
    it('a stranger’s guesses slow down the stranger, and nobody else', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
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
      // What comes before the last address, the stranger wrote.
      for (let n = 0; n < 20; n += 1)
        expect(await signIn(`198.51.100.${n}, 203.0.113.9`, `person${n}@example.com`)).toBe(401);
      expect(await signIn('192.0.2.77, 203.0.113.9', 'person20@example.com')).toBe(429);
      expect(await signIn('203.0.113.9:4711', 'person21@example.com')).toBe(429);
      expect(await signIn('203.0.113.9', ada.email, ada.password)).toBe(429);
      expect(await signIn('192.0.2.1', ada.email, ada.password)).toBe(200);
      expect(await signIn('[2001:db8::7]:4711', ada.email, ada.password)).toBe(200);
      expect(await signIn('unknown', ada.email, ada.password)).toBe(200);
    });

    it('who is signed in can change the password however many guesses come from there', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
      const browser = await setUpConsole(gateway);
      const stranger = openBrowser(gateway);
      for (let n = 0; n <= 20; n += 1)
        await stranger.request('POST', '/console/session', { email: `person${n}@example.com`, password: 'wrong' });
      const change = { current: ada.password, next: 'staple battery horse' };
      expect((await browser.request('POST', '/console/session/password', change)).status).toBe(200);
    });
  });
});
