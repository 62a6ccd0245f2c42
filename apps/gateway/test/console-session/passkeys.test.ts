import { describe, expect, it } from 'vitest';
import { atOrigin } from '../harness/at-host.js';
import { codeAt } from '../harness/authenticator-app.js';
import { manualClock, type ManualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { ada, openBrowser, setUpConsole, type TestBrowser } from '../harness/operators.js';
import { PasskeyDevice, type Forged } from '../harness/passkey-device.js';

const base = '/console/session';
const factor = `${base}/second-factor`;
const local = 'http://localhost:8100';
const grace = { name: 'Grace', email: 'grace@example.com', password: 'another long password' };
const refused = { code: 'unauthenticated', detail: expect.stringContaining('The passkey was not accepted') };

/** A gateway that browsers open at `http://localhost:8100`. */
async function start(options: Parameters<typeof startTestGateway>[0] & { readonly clock: ManualClock }) {
  const gateway = await startTestGateway(options);
  const here = { ...gateway, ...atOrigin(gateway, local) };
  return { raw: gateway, gateway: here, owner: await setUpConsole(here) };
}

const passwordOf = ({ password }: { readonly password: string } = ada) => ({ password });

/** Adds a passkey in a browser. */
async function addPasskey(browser: TestBrowser, device: PasskeyDevice, proof: object = passwordOf(), name = 'Laptop') {
  const started = await browser.request('POST', `${factor}/passkeys/start`, proof);
  expect(started.status, started.text).toBe(200);
  const { options, challenge } = started.json;
  const added = await browser.request('POST', `${factor}/passkeys`, {
    name,
    passkey: { challenge, reply: device.create(options) },
  });
  expect(added.status, added.text).toBe(201);
  return { ...added.json, options } as {
    readonly passkey: { readonly id: string };
    readonly recovery_codes: readonly string[];
    readonly options: { readonly excludeCredentials: readonly { readonly id: string }[] };
  };
}

type Purpose = 'sign_in' | 'second_factor' | 'confirm';

/** Asks for a passkey, and replies with the device. */
async function used(browser: TestBrowser, device: PasskeyDevice, purpose: Purpose, forged: Forged = {}) {
  const asked = await browser.request('POST', `${base}/passkey/request`, { purpose });
  expect(asked.status, asked.text).toBe(200);
  return { challenge: asked.json.challenge as string, reply: device.get(asked.json.options, forged) };
}

const send = (browser: TestBrowser, purpose: Purpose, passkey: object) =>
  browser.request('POST', `${base}/passkey`, { purpose, passkey });

/** Signs in with a passkey alone, in a new browser. */
async function signIn(gateway: Pick<TestGateway, 'url' | 'request'>, device: PasskeyDevice, forged: Forged = {}) {
  const browser = openBrowser(gateway);
  return { browser, reply: await send(browser, 'sign_in', await used(browser, device, 'sign_in', forged)) };
}

/** Gives the password in a new browser. */
async function begin(
  gateway: Pick<TestGateway, 'url' | 'request'>,
  person = ada as { email: string; password: string },
) {
  const browser = openBrowser(gateway);
  const { email, password } = person;
  const pending = await browser.request('POST', base, { email, password });
  expect(pending.json, pending.text).toMatchObject({ state: 'signed_out' });
  return { browser, step: pending.json.second_factor };
}

async function invite(gateway: Pick<TestGateway, 'url' | 'request'>, owner: TestBrowser) {
  const invited = await owner.request('POST', `${base}/invitations`, { role: 'viewer' });
  const browser = openBrowser(gateway);
  await browser.request('POST', `${base}/accept`, { token: invited.json.link.split('#token=')[1], ...grace });
  return browser;
}

onEveryEngine((engine) => {
  describe('a passkey', () => {
    it('signs in without the password, and completes a sign-in after it', async () => {
      const clock = manualClock();
      const { gateway, owner } = await start({ engine, clock });
      const device = new PasskeyDevice(local);
      const elsewhere = openBrowser(gateway);
      await elsewhere.request('POST', base, { email: ada.email, password: ada.password });
      const added = await addPasskey(owner, device);
      expect(added.recovery_codes).toHaveLength(10);
      expect((await elsewhere.request('GET', factor)).status).toBe(401);
      const alone = await signIn(gateway, device);
      expect(alone.reply.json).toMatchObject({ state: 'signed_in', operator: { email: ada.email } });
      const { browser, step } = await begin(gateway);
      expect(step).toMatchObject({ authenticator: false, passkey: true });
      expect((await browser.request('GET', factor)).status).toBe(401);
      clock.skip(60_000);
      // The password came before, so that the passkey need not be unlocked.
      const reply = await send(
        browser,
        'second_factor',
        await used(browser, device, 'second_factor', { verified: false }),
      );
      expect(reply.json).toMatchObject({ state: 'signed_in', operator: { email: ada.email } });
      const [passkey] = (await browser.request('GET', factor)).json.passkeys;
      expect(passkey).toMatchObject({ name: 'Laptop', last_used_at: new Date(clock.now()).toISOString() });
      const { browser: third } = await begin(gateway);
      expect((await third.request('POST', `${base}/code`, { code: added.recovery_codes[0] })).status).toBe(200);
    });

    it('is refused with another origin, website, user, key or without being unlocked', async () => {
      const { gateway, owner } = await start({ engine, clock: manualClock() });
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      const unknownDevice = new PasskeyDevice(local);
      const forgeries: readonly Forged[] = [
        { origin: 'https://phishing.example.com' },
        { rpId: 'phishing.example.com' },
        { verified: false },
        { userHandle: Buffer.from('another operator').toString('base64url') },
        { userHandle: null },
      ];
      for (const forged of forgeries) {
        // Signs in between, because five failures would block the passkey.
        expect((await signIn(gateway, device, forged)).reply).toMatchObject({ status: 401, json: refused });
        expect((await signIn(gateway, device)).reply.status).toBe(200);
      }
      expect((await signIn(gateway, unknownDevice)).reply).toMatchObject({ status: 401, json: refused });
      const impostor = Object.assign(new PasskeyDevice(local), { id: device.id });
      expect((await signIn(gateway, impostor)).reply.status).toBe(401);
      const audit = (await owner.request('GET', '/v1/audit?action=operator.sign_in_refused')).json;
      expect(audit).toHaveLength(7);
    });

    it('cannot be added with another origin or website, or to another operator', async () => {
      const { gateway, owner } = await start({ engine, clock: manualClock() });
      const device = new PasskeyDevice(local);
      for (const forged of [{ origin: 'http://localhost:9999' }, { rpId: 'example.com' }]) {
        const { options, challenge } = (await owner.request('POST', `${factor}/passkeys/start`, passwordOf())).json;
        const passkey = { challenge, reply: device.create(options, forged) };
        expect((await owner.request('POST', `${factor}/passkeys`, { name: 'Key', passkey })).status).toBe(400);
      }
      const viewer = await invite(gateway, owner);
      const { options, challenge } = (await owner.request('POST', `${factor}/passkeys/start`, passwordOf())).json;
      const passkey = { challenge, reply: device.create(options) };
      expect((await viewer.request('POST', `${factor}/passkeys`, { name: 'Key', passkey })).status).toBe(409);
      await addPasskey(owner, device);
      const again = (await viewer.request('POST', `${factor}/passkeys/start`, passwordOf(grace))).json;
      const same = { challenge: again.challenge, reply: device.create(again.options) };
      expect((await viewer.request('POST', `${factor}/passkeys`, { name: 'Key', passkey: same })).status).toBe(409);
    });

    it('accepts each challenge once, for its purpose, for five minutes, and on every instance', async () => {
      const clock = manualClock();
      const env = await engine.empty();
      const { raw, gateway, owner } = await start({ env, clock });
      const other = engine.name === 'sqlite' ? raw : await startTestGateway({ env, clock });
      const there = atOrigin(other, local);
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      const browser = openBrowser(gateway);
      const signed = await used(browser, device, 'sign_in');
      const replies = await Promise.all(
        [gateway, there, there].map((each) => send(openBrowser(each), 'sign_in', signed)),
      );
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      const late = await used(browser, device, 'sign_in');
      clock.skip(5 * 60_000);
      expect(await send(browser, 'sign_in', late)).toMatchObject({ status: 409 });
      const forSignIn = await used(browser, device, 'sign_in');
      const { browser: pending } = await begin(gateway);
      expect((await send(pending, 'second_factor', forSignIn)).status).toBe(409);
      const forStep = await used(pending, device, 'second_factor');
      expect((await send(openBrowser(gateway), 'second_factor', forStep)).status).toBe(409);
      expect((await send(pending, 'sign_in', forStep)).status).toBe(409);
    });

    it('is refused as a possible copy when its counter goes back, unless it does not count', async () => {
      const { gateway, owner } = await start({ engine, clock: manualClock() });
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      expect((await signIn(gateway, device)).reply.status).toBe(200);
      const copied = { status: 401, json: { detail: expect.stringContaining('there may be a copy') } };
      for (const counter of [2, 1, 0]) expect((await signIn(gateway, device, { counter })).reply).toMatchObject(copied);
      expect((await signIn(gateway, device, { counter: 4_294_967_295 })).reply.status).toBe(200);
      const silent = new PasskeyDevice(local, { counts: false });
      await addPasskey(owner, silent);
      for (let n = 0; n < 2; n += 1) expect((await signIn(gateway, silent)).reply.status).toBe(200);
    });

    it('of another operator neither completes a sign-in nor confirms a change', async () => {
      const { gateway, owner } = await start({ engine, clock: manualClock() });
      const viewer = await invite(gateway, owner);
      const device = new PasskeyDevice(local);
      const others = new PasskeyDevice(local);
      await addPasskey(owner, device);
      await addPasskey(viewer, others, passwordOf(grace));
      const { browser } = await begin(gateway);
      expect(await send(browser, 'second_factor', await used(browser, others, 'second_factor'))).toMatchObject({
        status: 401,
        json: refused,
      });
      const passkey = await used(owner, others, 'confirm');
      expect((await owner.request('POST', `${factor}/passkeys/start`, { passkey })).status).toBe(400);
      expect((await signIn(gateway, others)).reply.json).toMatchObject({ operator: { email: grace.email } });
    });

    it('is limited per passkey after five failures, and a known browser is counted separately', async () => {
      const { gateway, owner } = await start({ engine, clock: manualClock() });
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      const wrong = { origin: 'https://phishing.example.com' };
      for (let n = 0; n < 5; n += 1) expect((await signIn(gateway, device, wrong)).reply.status).toBe(401);
      const blocked = (await signIn(gateway, device)).reply;
      expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '5']);
      expect((await send(owner, 'sign_in', await used(owner, device, 'sign_in'))).status).toBe(200);
      for (let n = 0; n < 5; n += 1) {
        const { browser } = await begin(gateway);
        expect((await send(browser, 'second_factor', await used(browser, device, 'second_factor', wrong))).status).toBe(
          401,
        );
      }
      const { browser } = await begin(gateway);
      expect((await send(browser, 'second_factor', await used(browser, device, 'second_factor'))).status).toBe(429);
      expect((await browser.request('POST', `${base}/code`, { code: '000000' })).status).toBe(429);
    });
  });

  describe('second factors', () => {
    it('are added and removed one by one, and the recovery codes stay until the last one is removed', async () => {
      const clock = manualClock();
      const { gateway, owner } = await start({ engine, clock });
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
      const signedIn = (await signIn(gateway, key)).browser;
      expect((await remove(`passkeys/${passkey.id}`)).json).toMatchObject({
        authenticator: {},
        passkeys: [{ name: 'Security key' }],
        recovery_codes: 10,
      });
      expect((await signedIn.request('GET', factor)).status).toBe(401);
      expect((await signIn(gateway, device)).reply.status).toBe(401);
      expect((await remove(`passkeys/${passkey.id}`)).status).toBe(404);
      expect((await remove('authenticator', { passkey: await used(owner, key, 'confirm') })).status).toBe(200);
      const { browser, step } = await begin(gateway);
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
      const { gateway, owner } = await start({ engine, clock: manualClock() });
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      const [{ id }] = (await owner.request('GET', `${base}/operators`)).json;
      const own = await owner.request('DELETE', `${base}/operators/${id}/second-factor`);
      expect(own).toMatchObject({ status: 400, json: { detail: expect.stringContaining('your own') } });
      expect((await owner.request('GET', factor)).json.passkeys).toHaveLength(1);
      const { browser } = await signIn(gateway, device);
      const passkey = await used(browser, device, 'confirm');
      expect((await owner.request('POST', `${factor}/recovery-codes`, { passkey })).status).toBe(409);
      expect((await browser.request('POST', `${factor}/recovery-codes`, { passkey })).status).toBe(201);
      expect((await browser.request('POST', `${factor}/recovery-codes`, { passkey })).status).toBe(409);
      const locked = await used(browser, device, 'confirm', { verified: false });
      expect((await browser.request('POST', `${factor}/recovery-codes`, { passkey: locked })).status).toBe(400);
    });

    it('are all removed by another owner and by the command line', async () => {
      const env = await engine.empty();
      const { gateway, owner } = await start({ env, clock: manualClock() });
      const viewer = await invite(gateway, owner);
      const device = new PasskeyDevice(local);
      await addPasskey(viewer, device, passwordOf(grace));
      const [, { id }] = (await owner.request('GET', `${base}/operators`)).json;
      expect((await owner.request('DELETE', `${base}/operators/${id}/second-factor`)).status).toBe(200);
      expect((await viewer.request('GET', factor)).status).toBe(401);
      expect((await signIn(gateway, device)).reply.status).toBe(401);
      const mine = new PasskeyDevice(local);
      await addPasskey(owner, mine);
      expect((await installationCommand(['operator', 'reset-second-factor', ada.email], env)).code).toBe(0);
      expect((await signIn(gateway, mine)).reply.status).toBe(401);
      const reply = await openBrowser(gateway).request('POST', base, { email: ada.email, password: ada.password });
      expect(reply.json).toMatchObject({ state: 'signed_in' });
    });
  });

  describe('passkeys', () => {
    it('can be renamed by their owner only', async () => {
      const { gateway, owner } = await start({ engine, clock: manualClock() });
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
