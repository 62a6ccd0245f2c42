import type { Connection } from '@gateway/platform-kit';
import { openTestConnection, openWebhookAddress, type TestConnection } from '@gateway/platform-kit/testing';
import { startSlackSimulator, type SlackSimulator, type SlackSimulatorOptions } from '@gateway/simulators/slack';
import { expect, onTestFinished } from 'vitest';
import slack from '../src/index.js';

export interface Setup {
  readonly credentials?: Readonly<Record<string, string>>;
  readonly api?: string;
  readonly fetch?: typeof fetch;
}

/** A connection that is closed when the test ends. */
export async function connect({ credentials, api, fetch: given }: Setup): Promise<TestConnection> {
  const test = await openTestConnection(slack, {
    credentials: { bot_token: 'xoxb-1', signing_secret: 'secret', ...credentials },
    ...(api !== undefined && { endpoints: { api } }),
    ...(given && { fetch: given }),
  });
  onTestFinished(async () => void (await test.stop()));
  return test;
}

/** A simulated workspace with Ada in #ops, and a connection to it. */
export async function start(options: SlackSimulatorOptions & { readonly socket?: boolean } = {}) {
  const sim = await startSlackSimulator({ fetchUrls: false, ...options });
  onTestFinished(() => sim.close());
  const ada = sim.addUser({ name: 'ada', realName: 'Ada Lovelace' });
  const channel = sim.addChannel({ name: 'ops' });
  const harness = await connect({ api: sim.url, credentials: credentialsOf(sim, options.socket) });
  return { sim, ada, channel, harness, connection: harness.connection };
}

export function credentialsOf(sim: SlackSimulator, socket = false): Record<string, string> {
  const { botToken, signingSecret, appToken } = sim;
  return { bot_token: botToken, signing_secret: signingSecret, ...(socket && { app_token: appToken }) };
}

/** Opens an address for the connection's webhook and sets it as the simulator's request URL. */
export async function receiveAt(sim: SlackSimulator, connection: Connection): Promise<void> {
  const address = await openWebhookAddress();
  onTestFinished(() => address.close());
  address.serve(connection);
  expect(await sim.setRequestUrl(address.url)).toMatchObject({ ok: true });
}

/** A fetch that calls a function: a `Response` is returned, an `Error` is thrown, and any other value is returned as JSON. */
export function fetchOf(answer: (url: string, body: string) => unknown): typeof fetch {
  return async (input, init) => {
    const given = await answer(input as string, init?.body as string);
    if (given instanceof Error) throw given;
    return given instanceof Response ? given : Response.json(given);
  };
}

/** A Web API with one scripted answer per method. It records every call. */
export function scriptedApi(answers: Record<string, () => unknown>) {
  const calls: { url: string; method: string; params: Record<string, string> }[] = [];
  const scripted = fetchOf((url, body) => {
    const method = url.slice(url.lastIndexOf('/') + 1);
    calls.push({ url, method, params: Object.fromEntries(new URLSearchParams(body)) });
    return answers[method]?.() ?? { ok: false, error: 'unknown_method' };
  });
  return { calls, fetch: scripted };
}
