import type {
  Connection,
  ConnectionContext,
  DeliverEvents,
  InboundEvent,
  Outcome,
  Question,
} from '@gateway/platform-kit';
import {
  startDiscordSimulator,
  until,
  type DiscordSimulator,
  type DiscordSimulatorOptions,
} from '@gateway/simulators/discord';
import { onTestFinished } from 'vitest';
import discord from '../src/index.js';

export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };

export interface Harness {
  readonly connection: Connection;
  /** Events that were stored, in order. */
  readonly events: InboundEvent[];
  readonly log: string[];
  /** What the stream reported: 'up', or the reason of 'down'. */
  readonly reports: string[];
  /** Takes the place of storing; set it to fail or to end otherwise. */
  deliver: DeliverEvents;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Setup {
  readonly api: string;
  readonly token: string;
  readonly publicKey?: string;
  /** Shared by connections of one account, as by restarts. */
  readonly state?: Map<string, string>;
  readonly fetch?: typeof fetch;
}

/** A Discord that ends with the test. */
export async function openDiscord(options: DiscordSimulatorOptions = {}): Promise<DiscordSimulator> {
  const sim = await startDiscordSimulator(options);
  onTestFinished(() => sim.close());
  return sim;
}

/** A connection made through the manifest, with a context that remembers. */
export async function connect({ api, token, publicKey, state = new Map(), fetch: given }: Setup): Promise<Harness> {
  const log: string[] = [];
  const line = (message: string, fields: Record<string, unknown> = {}) =>
    void log.push(`${message} ${JSON.stringify(fields)}`);
  const abort = new AbortController();
  let stream = Promise.resolve();
  const context: ConnectionContext = {
    credentials: discord.credentials.parse({ bot_token: token, public_key: publicKey }),
    endpoints: { api },
    webhookUrl: null,
    deliver: async (events) => {
      const outcomes = await harness.deliver(events);
      harness.events.push(...events);
      return outcomes;
    },
    state: { get: async (key) => state.get(key) ?? null, set: async (key, value) => void state.set(key, value) },
    log: { debug: line, info: line, warn: line, error: line },
    now: () => Date.now(),
    fetch: given ?? fetch,
  };
  const harness: Harness = {
    connection: await discord.connect(context as never),
    events: [],
    log,
    reports: [],
    deliver: async (events) => events.map(() => ignored),
    async start() {
      stream = harness.connection.start!({
        signal: abort.signal,
        onUp: () => void harness.reports.push('up'),
        onDown: (reason) => void harness.reports.push(reason),
      });
      await until(() => harness.reports.length > 0, { what: 'a report of the stream' });
    },
    async stop() {
      abort.abort();
      await stream;
      await harness.connection.close();
    },
  };
  onTestFinished(() => harness.stop());
  return harness;
}

export const texts = ({ events }: Harness): string[] =>
  events.map((event) => (event.kind === 'text' ? event.text : event.token));

export const question = (target: string, fields: Partial<Question> = {}): Question => ({
  target,
  texts: ['Deploy?'],
  buttons: [
    { label: 'Yes', token: 'p1.0.abcdef' },
    { label: 'No', token: 'p1.1.abcdef' },
  ],
  media: null,
  ...fields,
});
