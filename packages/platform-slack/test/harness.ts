import type {
  ConnectionContext,
  Connection,
  DeliverEvents,
  InboundEvent,
  Outcome,
  Question,
} from '@gateway/platform-kit';
import { openWebhookAddress } from '@gateway/platform-kit/testing';
import { startSlackSimulator, type SlackSimulator, type SlackSimulatorOptions } from '@gateway/simulators/slack';
import { expect, onTestFinished } from 'vitest';
import slack from '../src/index.js';

export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };

export interface Harness {
  readonly connection: Connection;
  /** What was delivered, in order, also when the delivery was told to fail. */
  readonly events: InboundEvent[];
  readonly log: string[];
  /** Takes the place of storing; set it to make deliveries slow, fail, or end otherwise. */
  deliver: DeliverEvents;
}

export interface Setup {
  readonly credentials?: Readonly<Record<string, string>>;
  readonly api?: string;
  readonly fetch?: typeof fetch;
}

/** A connection made through the manifest, with a context that remembers; closed with the test. */
export async function connect({ credentials, api, fetch: given }: Setup): Promise<Harness> {
  const events: InboundEvent[] = [];
  const log: string[] = [];
  const line = (message: string, fields: Record<string, unknown> = {}) =>
    void log.push(`${message} ${JSON.stringify(fields)}`);
  const context: ConnectionContext<Parameters<typeof slack.account>[0]> = {
    credentials: slack.credentials.parse({ bot_token: 'xoxb-1', signing_secret: 'secret', ...credentials }),
    endpoints: { api: api ?? slack.endpoints['api']!.default },
    webhookUrl: null,
    deliver: async (batch) => {
      events.push(...batch);
      return harness.deliver(batch);
    },
    state: { get: async () => null, set: async () => {} },
    log: { debug: line, info: line, warn: line, error: line },
    now: () => Date.now(),
    fetch: given ?? fetch,
  };
  const connection = await slack.connect(context);
  onTestFinished(() => connection.close());
  const harness: Harness = { connection, events, log, deliver: async (batch) => batch.map(() => ignored) };
  return harness;
}

/** A workspace with Ada in #ops, and a connection to it. */
export async function start(options: SlackSimulatorOptions & { readonly socket?: boolean } = {}) {
  const sim = await startSlackSimulator({ fetchUrls: false, ...options });
  onTestFinished(() => sim.close());
  const ada = sim.addUser({ name: 'ada', realName: 'Ada Lovelace' });
  const room = sim.addChannel({ name: 'ops' });
  const harness = await connect({ api: sim.url, credentials: credentialsOf(sim, options.socket) });
  return { sim, ada, room, harness, connection: harness.connection };
}

export function credentialsOf(sim: SlackSimulator, socket = false): Record<string, string> {
  const { botToken, signingSecret, appToken } = sim;
  return { bot_token: botToken, signing_secret: signingSecret, ...(socket && { app_token: appToken }) };
}

/** Opens an address for the connection's webhook, and has Slack send everything there. */
export async function receiveAt(sim: SlackSimulator, connection: Connection): Promise<void> {
  const address = await openWebhookAddress();
  onTestFinished(() => address.close());
  address.serve(connection);
  expect(await sim.setRequestUrl(address.url)).toMatchObject({ ok: true });
}

export const question = (fields: Partial<Question> & Pick<Question, 'target'>): Question => ({
  texts: ['Deploy?'],
  buttons: [
    { label: 'Yes', token: '1.0.abcdef' },
    { label: 'No', token: '1.1.abcdef' },
  ],
  media: null,
  ...fields,
});

/** A network that is only a function: an object is answered as JSON, an error is thrown. */
export function fetchOf(answer: (url: string, body: string) => unknown): typeof fetch {
  return async (input, init) => {
    const given = await answer(input as string, init?.body as string);
    if (given instanceof Error) throw given;
    return given instanceof Response ? given : Response.json(given);
  };
}

/** A Web API that is only a script: answers by method, remembers every call. */
export function scriptedApi(answers: Record<string, () => unknown>) {
  const calls: { url: string; method: string; params: Record<string, string> }[] = [];
  const scripted = fetchOf((url, body) => {
    const method = url.slice(url.lastIndexOf('/') + 1);
    calls.push({ url, method, params: Object.fromEntries(new URLSearchParams(body)) });
    return answers[method]?.() ?? { ok: false, error: 'unknown_method' };
  });
  return { calls, fetch: scripted };
}

/** Fails when a secret shows anywhere in what an error or a log carries, nested causes included. */
export function expectNoSecret(value: unknown, secret: string): void {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const collect = (part: unknown): void => {
    if (typeof part === 'string') texts.push(part);
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    for (const key of Reflect.ownKeys(part)) collect((part as Record<PropertyKey, unknown>)[key]);
  };
  collect(value);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes(secret))).toEqual([]);
}
