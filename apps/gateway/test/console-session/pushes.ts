import { expect } from 'vitest';
import { startAsking } from '../api/asking.js';
import type { ManualClock } from '../harness/clock.js';
import type { Engine } from '../harness/engines.js';
import type { TestGateway } from '../harness/gateway.js';
import { openBrowser, setUpConsole, type TestBrowser } from '../harness/operators.js';
import { startPushService, type PushService } from '../harness/push-service.js';

/** The path of an operator's notifications. */
export const base = '/console/session/notifications';

/** Registers a browser, and waits until the gateway follows the events. */
export async function subscribe(browser: TestBrowser, service: PushService) {
  const subscription = service.subscribe();
  const reply = await browser.request('POST', `${base}/devices`, subscription);
  expect(reply.status, reply.text).toBe(201);
  return { subscription, id: reply.json.id as string, path: new URL(subscription.endpoint).pathname };
}

/** A gateway with an operator in the console, and a push service. */
export async function start(options: { engine?: Engine; clock?: ManualClock; env?: Record<string, string> } = {}) {
  const asking = await startAsking(options);
  const service = await startPushService();
  const console = await setUpConsole(asking.gateway);
  return { ...asking, service, console };
}

/** A second operator, Bob, who is no owner. */
export async function invite(gateway: TestGateway, owner: TestBrowser): Promise<TestBrowser> {
  const { link } = (await owner.request('POST', '/console/session/invitations', { role: 'operator' })).json;
  const token = new URL(link).hash.replace('#token=', '');
  const browser = openBrowser(gateway);
  const person = { name: 'Bob', email: 'bob@example.com', password: 'another long password' };
  const reply = await browser.request('POST', '/console/session/accept', { token, ...person });
  expect(reply.status, reply.text).toBe(201);
  return browser;
}
