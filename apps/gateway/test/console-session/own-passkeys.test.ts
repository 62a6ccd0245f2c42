import { describe, expect, it } from 'vitest';
import { atOrigin } from '../harness/at-host.js';
import { codeAt } from '../harness/authenticator-app.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { ada, openBrowser, type TestBrowser } from '../harness/operators.js';
import { PasskeyDevice } from '../harness/passkey-device.js';
import {
  addPasskey,
  base,
  factor,
  givePassword,
  grace,
  invite,
  local,
  passwordOf,
  signInWithPasskey,
  startLocal,
  usePasskey,
} from '../harness/passkeys.js';

onEveryEngine((engine) => {
  describe('second factors', () => {
    it('are added and removed one by one, and the recovery codes stay until the last one is removed', async () => {
      const clock = manualClock();
      const { gateway, owner } = await startLocal({ engine, clock });
      const device = new PasskeyDevice(local);
      const key = new PasskeyDevice(local);
      const { passkey, recovery_codes } = await addPasskey(owner, device);
      const app = (await owner.request('POST', `${factor}/authenticator/start`, passwordOf())).json;
      const code = codeAt(app.secret, clock.now());
      const added = await owner.request('POST', `${factor}/authenticator`, { set_up: app.set_up, code });
      expect(added.json).toEqual({ recovery_codes: [] });
      const second = await addPasskey(owner, key, passwordOf(), 'Security key');
      expect(second.recovery_codes).toEqual([]);
      expect(second.options.excludeCredentials).toMatchObject([{ id: device.id }]);
      const [row] = (await owner.request('GET', `${base}/operators`)).json;
      expect(row).toMatchObject({ second_factor: true, second_factors: { authenticator: true, passkeys: 2 } });
      const remove = (path: string, proof: object = passwordOf()) =>
        owner.request('POST', `${factor}/${path}/remove`, proof);
      expect((await remove(`passkeys/${passkey.id}`, { password: 'not the password' })).status).toBe(400);
      expect((await remove(`passkeys/${passkey.id}`, {})).status).toBe(400);
      const signedIn = (await signInWithPasskey(gateway, key)).browser;
      expect((await remove(`passkeys/${passkey.id}`)).json).toMatchObject({
        authenticator: {},
        passkeys: [{ name: 'Security key' }],
        recovery_codes: 10,
      });
      expect((await signedIn.request('GET', factor)).status).toBe(401);
      expect((await signInWithPasskey(gateway, device)).reply.status).toBe(401);
      expect((await remove(`passkeys/${passkey.id}`)).status).toBe(404);
      expect((await remove('authenticator', { passkey: await usePasskey(owner, key, 'confirm') })).status).toBe(200);
      const { browser, step } = await givePassword(gateway);
      expect(step).toMatchObject({ authenticator: false, passkey: true });
      expect((await browser.request('POST', `${base}/code`, { code: recovery_codes[0] })).status).toBe(200);
      const last = await remove(`passkeys/${second.passkey.id}`);
      expect(last.json).toEqual({ authenticator: null, passkeys: [], recovery_codes: 0 });
      const audit = (await owner.request('GET', '/v1/audit')).json.map((entry: { action: string }) => entry.action);
      expect(audit).toEqual(
        expect.arrayContaining([
          'operator.passkey_added',
          'operator.passkey_removed',
          'operator.second_factor_removed',
        ]),
      );
    });

    it('cannot be changed with a session alone, and a confirmation works in its session only', async () => {
      const { gateway, owner } = await startLocal({ engine, clock: manualClock() });
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      const [{ id }] = (await owner.request('GET', `${base}/operators`)).json;
      const own = await owner.request('DELETE', `${base}/operators/${id}/second-factor`);
      expect(own).toMatchObject({ status: 400, json: { detail: expect.stringContaining('your own') } });
      expect((await owner.request('GET', factor)).json.passkeys).toHaveLength(1);
      const { browser } = await signInWithPasskey(gateway, device);
      const passkey = await usePasskey(browser, device, 'confirm');
      expect((await owner.request('POST', `${factor}/recovery-codes`, { passkey })).status).toBe(409);
      expect((await browser.request('POST', `${factor}/recovery-codes`, { passkey })).status).toBe(201);
      expect((await browser.request('POST', `${factor}/recovery-codes`, { passkey })).status).toBe(409);
      const locked = await usePasskey(browser, device, 'confirm', { verified: false });
      expect((await browser.request('POST', `${factor}/recovery-codes`, { passkey: locked })).status).toBe(400);
    });

    it('are all removed by another owner and by the command line', async () => {
      const env = await engine.empty();
      const { gateway, owner } = await startLocal({ env, clock: manualClock() });
      const viewer = await invite(gateway, owner);
      const device = new PasskeyDevice(local);
      await addPasskey(viewer, device, passwordOf(grace));
      const [, { id }] = (await owner.request('GET', `${base}/operators`)).json;
      expect((await owner.request('DELETE', `${base}/operators/${id}/second-factor`)).status).toBe(200);
      expect((await viewer.request('GET', factor)).status).toBe(401);
      expect((await signInWithPasskey(gateway, device)).reply.status).toBe(401);
      const mine = new PasskeyDevice(local);
      await addPasskey(owner, mine);
      expect((await installationCommand(['operator', 'reset-second-factor', ada.email], env)).code).toBe(0);
      expect((await signInWithPasskey(gateway, mine)).reply.status).toBe(401);
      const reply = await openBrowser(gateway).request('POST', base, { email: ada.email, password: ada.password });
      expect(reply.json).toMatchObject({ state: 'signed_in' });
    });
  });

  describe('passkeys', () => {
    it('can be renamed by their owner only', async () => {
      const { gateway, owner } = await startLocal({ engine, clock: manualClock() });
      const viewer = await invite(gateway, owner);
      const { passkey } = await addPasskey(owner, new PasskeyDevice(local));
      const rename = (browser: TestBrowser) =>
        browser.request('PATCH', `${factor}/passkeys/${passkey.id}`, { name: 'Work laptop' });
      expect((await rename(viewer)).status).toBe(404);
      expect((await rename(owner)).json).toMatchObject({ name: 'Work laptop' });
      expect((await owner.request('GET', factor)).json.passkeys).toMatchObject([{ name: 'Work laptop' }]);
    });

    it('belong to the public address, and need https, a host name and PASSWORD_SIGN_IN', async () => {
      const supportAt = async (
        origin: string,
        env: Record<string, string> = {},
        headers: Record<string, string> = {},
      ) => {
        const gateway = await startTestGateway({ env: { ...(await engine.empty()), USE_AUTH: 'true', ...env } });
        const at = openBrowser(atOrigin(gateway, origin));
        const { sign_in } = (await at.request('GET', base, undefined, headers)).json.gateway;
        const asked = await at.request('POST', `${base}/passkey/request`, { purpose: 'sign_in' }, headers);
        expect(asked.status).toBe({ available: 200, passwords_off: 403 }[sign_in.passkeys as string] ?? 400);
        // Eight of them at once would need most of the connections of a PostgreSQL server.
        await gateway.stop();
        return [sign_in.passkeys, asked.json.options?.rpId];
      };
      const address = { PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' };
      expect(await supportAt('http://localhost:8100')).toEqual(['available', 'localhost']);
      expect(await supportAt('http://127.0.0.1:8100')).toEqual(['ip_address', undefined]);
      expect(await supportAt('http://[::1]:8100')).toEqual(['ip_address', undefined]);
      expect(await supportAt('http://gateway.lan:8100')).toEqual(['not_https', undefined]);
      const proxy = { TRUSTED_PROXIES: '127.0.0.1' };
      expect(await supportAt('https://gateway.lan', proxy, { 'x-forwarded-proto': 'https' })).toEqual([
        'available',
        'gateway.lan',
      ]);
      expect(await supportAt('https://gateway.example.com', address)).toEqual(['available', 'gateway.example.com']);
      expect(await supportAt('http://other.example.com', address)).toEqual(['other_address', undefined]);
      const oidc = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'gateway', OIDC_DEFAULT_ROLE: 'viewer' };
      expect(await supportAt('http://localhost:8100', { ...oidc, PASSWORD_SIGN_IN: 'false' })).toEqual([
        'passwords_off',
        undefined,
      ]);
    });
  });
});
