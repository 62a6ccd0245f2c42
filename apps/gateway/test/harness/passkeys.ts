import { expect } from 'vitest';
import { atOrigin } from './at-host.js';
import type { ManualClock } from './clock.js';
import { startTestGateway, type TestGateway } from './gateway.js';
import { ada, openBrowser, setUpConsole, type TestBrowser } from './operators.js';
import type { Forged, PasskeyDevice } from './passkey-device.js';

export const base = '/console/session';
export const factor = `${base}/second-factor`;
export const local = 'http://localhost:8100';
export const grace = { name: 'Grace', email: 'grace@example.com', password: 'another long password' };

/** A gateway that browsers open at `http://localhost:8100`. */
export async function startLocal(options: Parameters<typeof startTestGateway>[0] & { readonly clock: ManualClock }) {
  const gateway = await startTestGateway(options);
  const here = { ...gateway, ...atOrigin(gateway, local) };
  return { raw: gateway, gateway: here, owner: await setUpConsole(here) };
}

export const passwordOf = ({ password }: { readonly password: string } = ada) => ({ password });

/** Adds a passkey in a browser. */
export async function addPasskey(
  browser: TestBrowser,
  device: PasskeyDevice,
  proof: object = passwordOf(),
  name = 'Laptop',
) {
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
export async function usePasskey(browser: TestBrowser, device: PasskeyDevice, purpose: Purpose, forged: Forged = {}) {
  const asked = await browser.request('POST', `${base}/passkey/request`, { purpose });
  expect(asked.status, asked.text).toBe(200);
  return { challenge: asked.json.challenge as string, reply: device.get(asked.json.options, forged) };
}

export const sendPasskey = (browser: TestBrowser, purpose: Purpose, passkey: object) =>
  browser.request('POST', `${base}/passkey`, { purpose, passkey });

/** Signs in with a passkey alone, in a new browser. */
export async function signInWithPasskey(
  gateway: Pick<TestGateway, 'url' | 'request'>,
  device: PasskeyDevice,
  forged: Forged = {},
) {
  const browser = openBrowser(gateway);
  return {
    browser,
    reply: await sendPasskey(browser, 'sign_in', await usePasskey(browser, device, 'sign_in', forged)),
  };
}

/** Gives the password in a new browser. */
export async function givePassword(
  gateway: Pick<TestGateway, 'url' | 'request'>,
  person = ada as { email: string; password: string },
) {
  const browser = openBrowser(gateway);
  const { email, password } = person;
  const pending = await browser.request('POST', base, { email, password });
  expect(pending.json, pending.text).toMatchObject({ state: 'signed_out' });
  return { browser, step: pending.json.second_factor };
}

export async function invite(gateway: Pick<TestGateway, 'url' | 'request'>, owner: TestBrowser) {
  const invited = await owner.request('POST', `${base}/invitations`, { role: 'viewer' });
  const browser = openBrowser(gateway);
  await browser.request('POST', `${base}/accept`, { token: invited.json.link.split('#token=')[1], ...grace });
  return browser;
}
