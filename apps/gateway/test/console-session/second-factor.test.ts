import { describe, expect, it } from 'vitest';
import { codeAt } from '../harness/authenticator-app.js';
import { manualClock, type ManualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { ada, openBrowser, setUpConsole, signInAs, type TestBrowser } from '../harness/operators.js';

const base = '/console/session';
const factor = `${base}/second-factor`;
const step = 30_000;

/** Adds an authenticator app in a browser. The first code is that of the present step. */
async function addApp(browser: TestBrowser, clock: ManualClock, password: string = ada.password) {
  const started = await browser.request('POST', `${factor}/authenticator/start`, { password });
  expect(started.status, started.text).toBe(200);
  const { secret, set_up } = started.json;
  const code = codeAt(secret, clock.now());
  const added = await browser.request('POST', `${factor}/authenticator`, { set_up, code });
  expect(added.status, added.text).toBe(201);
  return { secret: secret as string, recoveryCodes: added.json.recovery_codes as string[], setUp: set_up as string };
}

const passwordStep = (browser: TestBrowser, password: string = ada.password) =>
  browser.request('POST', base, { email: ada.email, password });
const enter = (browser: TestBrowser, code: string) => browser.request('POST', `${base}/code`, { code });

/** Gives the password in a new browser. */
async function begin(gateway: TestGateway): Promise<TestBrowser> {
  const browser = openBrowser(gateway);
  expect((await passwordStep(browser)).json).toMatchObject({ state: 'signed_out', second_factor: {} });
  return browser;
}

const wrong = { code: 'unauthenticated', detail: 'The code is not right, or was used before.' };

onEveryEngine((engine) => {
  describe('a sign-in with an authenticator app', () => {
    it('needs the password and then a code, which works once, in the same browser and within five minutes', async () => {
      const clock = manualClock();
      const gateway = await startTestGateway({ engine, clock });
      const owner = await setUpConsole(gateway);
      const { secret, recoveryCodes } = await addApp(owner, clock);
      expect(recoveryCodes).toHaveLength(10);
      const browser = openBrowser(gateway);
      expect((await passwordStep(browser, 'not the password')).json.detail).toContain(
        'The e-mail address or the password',
      );
      const pending = await passwordStep(browser);
      expect(pending).toMatchObject({ status: 200, json: { state: 'signed_out', operator: null } });
      expect(Date.parse(pending.json.second_factor.expires_at) - clock.now()).toBe(300_000);
      expect(browser.token).toBeNull();
      expect((await browser.request('GET', factor)).status).toBe(401);
      expect((await browser.request('GET', base)).json).toMatchObject({ second_factor: pending.json.second_factor });
      // The code that confirmed the app is used up.
      expect(await enter(browser, codeAt(secret, clock.now()))).toMatchObject({ status: 401, json: wrong });
      clock.skip(step);
      const code = codeAt(secret, clock.now());
      expect(await enter(openBrowser(gateway), code)).toMatchObject({ status: 409 });
      expect((await enter(browser, code)).json).toMatchObject({ state: 'signed_in', operator: { email: ada.email } });
      expect((await browser.request('GET', base)).json).not.toHaveProperty('second_factor');
      const other = await begin(gateway);
      expect(await enter(other, code)).toMatchObject({ status: 401, json: wrong });
      clock.skip(300_000);
      expect(await enter(other, codeAt(secret, clock.now()))).toMatchObject({ status: 409 });
      expect((await other.request('GET', base)).json).not.toHaveProperty('second_factor');
      expect(gateway.logLines.join() + pending.text).not.toContain(secret);
    });

    it('accepts codes of the steps beside the present one only, and one of three equal codes at the same time', async () => {
      const clock = manualClock();
      const gateway = await startTestGateway({ engine, clock });
      const { secret } = await addApp(await setUpConsole(gateway), clock);
      clock.skip(10 * step);
      for (const offset of [-2, 2])
        expect((await enter(await begin(gateway), codeAt(secret, clock.now() + offset * step))).status).toBe(401);
      for (const offset of [-1, 0])
        expect((await enter(await begin(gateway), codeAt(secret, clock.now() + offset * step))).status).toBe(200);
      const browser = await begin(gateway);
      const next = codeAt(secret, clock.now() + step);
      const replies = await Promise.all(Array.from({ length: 3 }, () => enter(browser, next)));
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    });

    it('accepts each recovery code once, in any spelling, until new ones are created', async () => {
      const clock = manualClock();
      const gateway = await startTestGateway({ engine, clock });
      const owner = await setUpConsole(gateway);
      const { recoveryCodes } = await addApp(owner, clock);
      const [first = '', second = ''] = recoveryCodes;
      expect((await enter(await begin(gateway), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
      expect((await enter(await begin(gateway), first)).status).toBe(401);
      expect((await owner.request('GET', factor)).json).toMatchObject({ recovery_codes: 9 });
      const refused = await owner.request('POST', `${factor}/recovery-codes`, { password: 'not the password' });
      expect(refused).toMatchObject({ status: 400, json: { issues: [{ path: ['password'] }] } });
      const fresh = await owner.request('POST', `${factor}/recovery-codes`, { password: ada.password });
      expect(fresh.status).toBe(201);
      expect((await enter(await begin(gateway), second)).status).toBe(401);
      expect((await enter(await begin(gateway), fresh.json.recovery_codes[0])).status).toBe(200);
      const audit = (await owner.request('GET', '/v1/audit')).json.map((entry: { action: string }) => entry.action);
      expect(audit).toEqual(
        expect.arrayContaining([
          'operator.recovery_code_used',
          'operator.recovery_codes_created',
          'operator.second_factor_added',
        ]),
      );
    });

    it('is limited per account after five wrong codes, also with the right password in between', async () => {
      const clock = manualClock();
      const gateway = await startTestGateway({ engine, clock });
      const owner = await setUpConsole(gateway);
      const { secret } = await addApp(owner, clock);
      clock.skip(10 * step);
      for (let n = 0; n < 5; n += 1) expect((await enter(await begin(gateway), '000000')).status).toBe(401);
      const browser = await begin(gateway);
      const right = codeAt(secret, clock.now());
      const blocked = await enter(browser, right);
      expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '5']);
      // A browser in which the operator signed in before has its own count.
      await passwordStep(owner);
      expect((await enter(owner, right)).status).toBe(200);
    });

    it('ends the other sessions when the app is added or removed, and removing it needs the password', async () => {
      const clock = manualClock();
      const gateway = await startTestGateway({ engine, clock });
      const owner = await setUpConsole(gateway);
      const elsewhere = await signInAs(gateway);
      expect((await owner.request('POST', `${factor}/authenticator/start`, { password: 'wrong' })).status).toBe(400);
      const { secret } = await addApp(owner, clock);
      expect((await elsewhere.request('GET', factor)).status).toBe(401);
      expect((await owner.request('POST', `${factor}/authenticator/start`, { password: ada.password })).status).toBe(
        409,
      );
      clock.skip(step);
      const second = await begin(gateway);
      expect((await enter(second, codeAt(secret, clock.now()))).status).toBe(200);
      const remove = (password: string) => owner.request('POST', `${factor}/authenticator/remove`, { password });
      expect((await remove('not the password')).status).toBe(400);
      expect(await remove(ada.password)).toMatchObject({
        status: 200,
        json: { authenticator: null, recovery_codes: 0 },
      });
      expect((await remove(ada.password)).status).toBe(404);
      expect((await second.request('GET', factor)).status).toBe(401);
      await signInAs(gateway);
    });

    it('is still needed after the password was changed or reset, and a reset link alone does not sign in', async () => {
      const clock = manualClock();
      const env = await engine.empty();
      const gateway = await startTestGateway({ env, clock });
      const owner = await setUpConsole(gateway);
      const { secret, recoveryCodes } = await addApp(owner, clock);
      const before = await begin(gateway);
      const next = 'another long password';
      await owner.request('POST', `${base}/password`, { current: ada.password, next });
      expect((await enter(before, recoveryCodes[0] ?? '')).status).toBe(409);
      const operators = (await owner.request('GET', `${base}/operators`)).json;
      const link = await owner.request('POST', `${base}/operators/${operators[0].id}/password-link`);
      const token = link.json.link.split('#token=')[1];
      const visitor = openBrowser(gateway);
      const reset = await visitor.request('POST', `${base}/reset`, { token, password: 'a third long password' });
      expect(reset).toMatchObject({ status: 200, json: { state: 'signed_out', second_factor: {} } });
      expect(visitor.token).toBeNull();
      expect((await owner.request('GET', factor)).status).toBe(401);
      clock.skip(step);
      expect((await enter(visitor, codeAt(secret, clock.now()))).json).toMatchObject({ state: 'signed_in' });
    });

    it('can be reset by an owner, who alone sees who has one, and on the command line', async () => {
      const clock = manualClock();
      const env = await engine.empty();
      const gateway = await startTestGateway({ env, clock });
      const owner = await setUpConsole(gateway);
      const invited = await owner.request('POST', `${base}/invitations`, { role: 'viewer' });
      const viewer = openBrowser(gateway);
      const grace = { name: 'Grace', email: 'grace@example.com', password: 'another long password' };
      await viewer.request('POST', `${base}/accept`, { token: invited.json.link.split('#token=')[1], ...grace });
      await addApp(viewer, clock, grace.password);
      const [adaRow, graceRow] = (await owner.request('GET', `${base}/operators`)).json;
      expect([adaRow, graceRow]).toMatchObject([{ second_factor: false }, { second_factor: true }]);
      expect((await viewer.request('GET', `${base}/operators`)).text).not.toContain('second_factor');
      expect((await viewer.request('DELETE', `${base}/operators/${adaRow.id}/second-factor`)).status).toBe(403);
      const reset = () => owner.request('DELETE', `${base}/operators/${graceRow.id}/second-factor`);
      expect((await reset()).json).toMatchObject({ email: grace.email });
      expect((await reset()).status).toBe(404);
      expect((await viewer.request('GET', factor)).status).toBe(401);
      const again = await signInAs(gateway, grace);
      await addApp(again, clock, grace.password);
      const run = (email: string) => installationCommand(['operator', 'reset-second-factor', email], env);
      expect(await run(grace.email)).toMatchObject({
        code: 0,
        output: expect.stringContaining('no second factor any more'),
      });
      expect(await run(grace.email)).toMatchObject({ code: 0, output: expect.stringContaining('nothing was changed') });
      expect((await run('unknown@example.com')).code).toBe(1);
      await signInAs(gateway, grace);
      const entries = (await owner.request('GET', '/v1/audit?action=operator.second_factor_reset')).json;
      expect(entries).toMatchObject([{ actor: { kind: 'system' } }, { actor: { name: 'Ada' } }]);
    });

    it('cannot be set up with a wrong code, a changed secret, or after 15 minutes', async () => {
      const clock = manualClock();
      const gateway = await startTestGateway({ engine, clock });
      const owner = await setUpConsole(gateway);
      const started = (await owner.request('POST', `${factor}/authenticator/start`, { password: ada.password })).json;
      expect(started.address).toMatch(
        /^otpauth:\/\/totp\/Gateway:ada%40example\.com\?issuer=Gateway&secret=[A-Z2-7]{32}/,
      );
      const add = (set_up: string, code: string) => owner.request('POST', `${factor}/authenticator`, { set_up, code });
      expect(await add(started.set_up, '000000')).toMatchObject({
        status: 400,
        json: { issues: [{ path: ['code'] }] },
      });
      expect((await add(`${started.set_up.slice(0, -1)}.`, codeAt(started.secret, clock.now()))).status).toBe(409);
      clock.skip(15 * 60_000);
      expect((await add(started.set_up, codeAt(started.secret, clock.now()))).status).toBe(409);
      expect((await owner.request('GET', factor)).json).toEqual({
        authenticator: null,
        passkeys: [],
        recovery_codes: 0,
      });
    });

    it('survives a new ENCRYPTION_KEY after reseal', async () => {
      const clock = manualClock();
      const env = { ...(await engine.empty()), ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
      const first = await startTestGateway({ env, clock });
      const { secret } = await addApp(await setUpConsole(first), clock);
      await first.stop();
      const renewed = { ...env, ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64') };
      const both = { ...renewed, ENCRYPTION_KEY_PREVIOUS: env.ENCRYPTION_KEY };
      expect(await installationCommand(['reseal'], renewed)).toMatchObject({
        code: 1,
        output: expect.stringContaining('second factors'),
      });
      expect(await installationCommand(['reseal'], both)).toMatchObject({
        code: 0,
        output: expect.stringContaining('the second factors of 1 operators'),
      });
      const second = await startTestGateway({ env: renewed, clock });
      clock.skip(step);
      expect((await enter(await begin(second), codeAt(secret, clock.now()))).status).toBe(200);
    });
  });
});
