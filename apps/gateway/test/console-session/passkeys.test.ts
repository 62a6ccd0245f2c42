import { describe, expect, it } from 'vitest';
import { atOrigin } from '../harness/at-host.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { ada, openBrowser } from '../harness/operators.js';
import { PasskeyDevice, type Forged } from '../harness/passkey-device.js';
import {
  addPasskey,
  base,
  factor,
  givePassword,
  grace,
  invite,
  local,
  passwordOf,
  sendPasskey,
  signInWithPasskey,
  startLocal,
  usePasskey,
} from '../harness/passkeys.js';

const refused = { code: 'unauthenticated', detail: expect.stringContaining('The passkey was not accepted') };

onEveryEngine((engine) => {
  describe('a passkey', () => {
    it('signs in without the password, and completes a sign-in after it', async () => {
      const clock = manualClock();
      const { gateway, owner } = await startLocal({ engine, clock });
      const device = new PasskeyDevice(local);
      const elsewhere = openBrowser(gateway);
      await elsewhere.request('POST', base, { email: ada.email, password: ada.password });
      const added = await addPasskey(owner, device);
      expect(added.recovery_codes).toHaveLength(10);
      expect((await elsewhere.request('GET', factor)).status).toBe(401);
      const alone = await signInWithPasskey(gateway, device);
      expect(alone.reply.json).toMatchObject({ state: 'signed_in', operator: { email: ada.email } });
      const { browser, step } = await givePassword(gateway);
      expect(step).toMatchObject({ authenticator: false, passkey: true });
      expect((await browser.request('GET', factor)).status).toBe(401);
      clock.skip(60_000);
      // The password came before, so that the passkey need not be unlocked.
      const reply = await sendPasskey(
        browser,
        'second_factor',
        await usePasskey(browser, device, 'second_factor', { verified: false }),
      );
      expect(reply.json).toMatchObject({ state: 'signed_in', operator: { email: ada.email } });
      const [passkey] = (await browser.request('GET', factor)).json.passkeys;
      expect(passkey).toMatchObject({ name: 'Laptop', last_used_at: new Date(clock.now()).toISOString() });
      const { browser: third } = await givePassword(gateway);
      expect((await third.request('POST', `${base}/code`, { code: added.recovery_codes[0] })).status).toBe(200);
    });

    it('is refused with another origin, website, user, key or without being unlocked', async () => {
      const { gateway, owner } = await startLocal({ engine, clock: manualClock() });
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
        expect((await signInWithPasskey(gateway, device, forged)).reply).toMatchObject({ status: 401, json: refused });
        expect((await signInWithPasskey(gateway, device)).reply.status).toBe(200);
      }
      expect((await signInWithPasskey(gateway, unknownDevice)).reply).toMatchObject({ status: 401, json: refused });
      const impostor = Object.assign(new PasskeyDevice(local), { id: device.id });
      expect((await signInWithPasskey(gateway, impostor)).reply.status).toBe(401);
      const audit = (await owner.request('GET', '/v1/audit?action=operator.sign_in_refused')).json;
      expect(audit).toHaveLength(7);
    });

    it('cannot be added with another origin or website, or to another operator', async () => {
      const { gateway, owner } = await startLocal({ engine, clock: manualClock() });
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
      const { raw, gateway, owner } = await startLocal({ env, clock });
      const other = engine.name === 'sqlite' ? raw : await startTestGateway({ env, clock });
      const there = atOrigin(other, local);
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      const browser = openBrowser(gateway);
      const signed = await usePasskey(browser, device, 'sign_in');
      const replies = await Promise.all(
        [gateway, there, there].map((each) => sendPasskey(openBrowser(each), 'sign_in', signed)),
      );
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      const late = await usePasskey(browser, device, 'sign_in');
      clock.skip(5 * 60_000);
      expect(await sendPasskey(browser, 'sign_in', late)).toMatchObject({ status: 409 });
      const forSignIn = await usePasskey(browser, device, 'sign_in');
      const { browser: pending } = await givePassword(gateway);
      expect((await sendPasskey(pending, 'second_factor', forSignIn)).status).toBe(409);
      const forStep = await usePasskey(pending, device, 'second_factor');
      expect((await sendPasskey(openBrowser(gateway), 'second_factor', forStep)).status).toBe(409);
      expect((await sendPasskey(pending, 'sign_in', forStep)).status).toBe(409);
    });

    it('is refused as a possible copy when its counter goes back, unless it does not count', async () => {
      const { gateway, owner } = await startLocal({ engine, clock: manualClock() });
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      expect((await signInWithPasskey(gateway, device)).reply.status).toBe(200);
      const copied = { status: 401, json: { detail: expect.stringContaining('there may be a copy') } };
      for (const counter of [2, 1, 0])
        expect((await signInWithPasskey(gateway, device, { counter })).reply).toMatchObject(copied);
      expect((await signInWithPasskey(gateway, device, { counter: 4_294_967_295 })).reply.status).toBe(200);
      const silent = new PasskeyDevice(local, { counts: false });
      await addPasskey(owner, silent);
      for (let n = 0; n < 2; n += 1) expect((await signInWithPasskey(gateway, silent)).reply.status).toBe(200);
    });

    it('of another operator neither completes a sign-in nor confirms a change', async () => {
      const { gateway, owner } = await startLocal({ engine, clock: manualClock() });
      const viewer = await invite(gateway, owner);
      const device = new PasskeyDevice(local);
      const others = new PasskeyDevice(local);
      await addPasskey(owner, device);
      await addPasskey(viewer, others, passwordOf(grace));
      const { browser } = await givePassword(gateway);
      expect(
        await sendPasskey(browser, 'second_factor', await usePasskey(browser, others, 'second_factor')),
      ).toMatchObject({
        status: 401,
        json: refused,
      });
      const passkey = await usePasskey(owner, others, 'confirm');
      expect((await owner.request('POST', `${factor}/passkeys/start`, { passkey })).status).toBe(400);
      expect((await signInWithPasskey(gateway, others)).reply.json).toMatchObject({ operator: { email: grace.email } });
    });

    it('is limited per passkey after five failures, and a known browser is counted separately', async () => {
      const { gateway, owner } = await startLocal({ engine, clock: manualClock() });
      const device = new PasskeyDevice(local);
      await addPasskey(owner, device);
      const wrong = { origin: 'https://phishing.example.com' };
      for (let n = 0; n < 5; n += 1) expect((await signInWithPasskey(gateway, device, wrong)).reply.status).toBe(401);
      const blocked = (await signInWithPasskey(gateway, device)).reply;
      expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '5']);
      expect((await sendPasskey(owner, 'sign_in', await usePasskey(owner, device, 'sign_in'))).status).toBe(200);
      for (let n = 0; n < 5; n += 1) {
        const { browser } = await givePassword(gateway);
        expect(
          (await sendPasskey(browser, 'second_factor', await usePasskey(browser, device, 'second_factor', wrong)))
            .status,
        ).toBe(401);
      }
      const { browser } = await givePassword(gateway);
      expect(
        (await sendPasskey(browser, 'second_factor', await usePasskey(browser, device, 'second_factor'))).status,
      ).toBe(429);
      expect((await browser.request('POST', `${base}/code`, { code: '000000' })).status).toBe(429);
    });
  });
});
