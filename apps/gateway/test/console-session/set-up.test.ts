import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { startKeyedGateway } from '../harness/keys.js';
import { ada, openBrowser, setUpConsole, setUpToken } from '../harness/operators.js';
import { placesOf } from '../harness/stored.js';

const day = 86_400_000;

onEveryEngine((engine) => {
  describe('a gateway without operators', () => {
    it('logs a set-up link once, which creates an owner and signs them in', async () => {
      const gateway = await startTestGateway({ engine });
      const browser = openBrowser(gateway);
      const before = await browser.request('GET', '/console/session');
      expect(before.json).toMatchObject({ state: 'setup', operator: null, gateway: { auth: false, docs: false } });
      expect(gateway.logLines.filter((line) => line.includes('#token='))).toHaveLength(1);

      const token = setUpToken(gateway);
      const made = await browser.request('POST', '/console/session/setup', {
        token,
        ...ada,
        email: ' Ada@Example.com ',
      });
      expect(made).toMatchObject({
        status: 201,
        json: {
          state: 'signed_in',
          operator: { name: 'Ada', email: 'ada@example.com', role: 'owner', scopes: ['admin'] },
        },
      });
      expect(browser.setCookie).toMatch(
        /^gateway_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
      );
      expect((await browser.request('GET', '/console/session')).json).toEqual(made.json);
      expect((await browser.request('GET', '/v1/audit')).json).toMatchObject([
        {
          action: 'operator.created',
          actor: { kind: 'operator', id: made.json.operator.id, name: 'Ada' },
          resource: { kind: 'operator', id: made.json.operator.id },
          address: '127.0.0.1',
        },
      ]);
      expect((await openBrowser(gateway).request('GET', '/console/session')).json.state).toBe('signed_out');
    });

    it('accepts one of four concurrent set-ups', async () => {
      const env = await engine.empty();
      const gateway = await startTestGateway({ env });
      const token = setUpToken(gateway);
      const tries = await Promise.all(
        [1, 2, 3, 4].map((n) =>
          openBrowser(gateway).request('POST', '/console/session/setup', {
            token,
            ...ada,
            email: `ada${n}@example.com`,
          }),
        ),
      );
      expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
      const late = await openBrowser(gateway).request('POST', '/console/session/setup', { token, ...ada });
      expect(late).toMatchObject({ status: 409, json: { detail: expect.stringContaining('sign in') } });
    });

    it('rejects unknown and day-old set-up links and logs a new one at the next start', async () => {
      const env = await engine.empty();
      const clock = manualClock();
      const gateway = await startTestGateway({ env, clock });
      const browser = openBrowser(gateway);
      const setUp = (token: string) => browser.request('POST', '/console/session/setup', { token, ...ada });
      const refused = {
        status: 400,
        json: { issues: [{ path: ['token'] }], detail: expect.stringContaining('restart') },
      };
      expect(await setUp('x'.repeat(43))).toMatchObject(refused);
      clock.skip(day);
      expect(await setUp(setUpToken(gateway))).toMatchObject(refused);
      await gateway.stop();

      const again = await startTestGateway({ env, clock });
      const owner = await setUpConsole(again);
      expect(owner.token).not.toBeNull();
      await again.stop();
      const third = await startTestGateway({ env, clock });
      expect(third.logLines.join('\n')).not.toContain('#token=');
    });

    it('rejects a short password with the reason', async () => {
      const gateway = await startTestGateway({ engine });
      const refused = await openBrowser(gateway).request('POST', '/console/session/setup', {
        token: setUpToken(gateway),
        ...ada,
        password: 'elevenchars',
      });
      expect(refused).toMatchObject({ status: 400, json: { issues: [{ path: ['password'], code: 'too_small' }] } });
    });
  });

  it('passwords and tokens are not stored or logged, except the set-up link', async () => {
    const env = await engine.empty();
    const gateway = await startKeyedGateway({ env });
    const token = setUpToken(gateway);
    const browser = await setUpConsole(gateway);
    await browser.request('POST', '/console/session', { email: ada.email, password: 'a wrong password' });
    for (const secret of [ada.password, 'a wrong password', token, browser.token ?? '']) {
      expect(secret.length).toBeGreaterThan(10);
      expect(await placesOf(secret, env)).toEqual([]);
      expect(gateway.logLines.filter((line) => line.includes(secret))).toHaveLength(secret === token ? 1 : 0);
    }
  });
});
