import { expect } from 'vitest';
import type { GatewayOptions, TestGateway } from './gateway.js';
import { startKeyedGateway } from './keys.js';
import { openBrowser, setUpConsole, type TestBrowser } from './operators.js';

/** A gateway that several tests share, with the browser of its first operator. Each test acts as an operator of its own. */
export interface WithOwner {
  readonly gateway: TestGateway;
  readonly owner: TestBrowser;
}

export async function startWithOwner(options: GatewayOptions = {}): Promise<WithOwner> {
  const gateway = await startKeyedGateway(options);
  return { gateway, owner: await setUpConsole(gateway) };
}

let people = 0;

/** A new operator with their browser. */
export async function newOperator({ gateway, owner }: WithOwner, role = 'owner') {
  people += 1;
  const person = { name: `Grace ${people}`, email: `grace-${people}@example.com`, password: 'nanoseconds of wire' };
  const { link } = (await owner.request('POST', '/console/session/invitations', { role })).json;
  const browser = openBrowser(gateway);
  const token = new URL(link).hash.replace('#token=', '');
  const accepted = await browser.request('POST', '/console/session/accept', { token, ...person });
  expect(accepted.status, accepted.text).toBe(201);
  return { gateway, browser, person, id: accepted.json.operator.id as string };
}
