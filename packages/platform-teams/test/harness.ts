import type {
  ConnectionContext,
  Connection,
  DeliverEvents,
  InboundEvent,
  Outcome,
  Question,
  WebhookReply,
} from '@gateway/platform-kit';
import {
  startTeamsSimulator,
  type Activity,
  type TeamsSimulator,
  type TeamsSimulatorOptions,
  type TokenOptions,
} from '@gateway/simulators/teams';
import { onTestFinished } from 'vitest';
import teams from '../src/index.js';

export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };

export interface Harness {
  readonly sim: TeamsSimulator;
  readonly connection: Connection;
  readonly events: InboundEvent[];
  readonly log: string[];
  readonly state: Map<string, string>;
  /** Takes the place of storing. */
  deliver: DeliverEvents;
  /** Turns the connection's clock forward. */
  advance(ms: number): void;
  /** Hands an activity, signed unless told otherwise, to the connection's webhook. */
  hear(activity: Activity, token?: TokenOptions): Promise<WebhookReply>;
}

export interface Setup extends TeamsSimulatorOptions {
  readonly endpoints?: (sim: TeamsSimulator) => Record<string, string>;
  readonly credentials?: Readonly<Record<string, string>>;
  readonly state?: Map<string, string>;
  readonly fetch?: typeof fetch;
}

/** A connection made through the manifest, on a simulator that ends with the test. */
export async function open({
  endpoints,
  credentials,
  state = new Map(),
  fetch: given = fetch,
  ...options
}: Setup = {}): Promise<Harness> {
  const sim = await startTeamsSimulator({ retryMs: 10, ...options });
  onTestFinished(() => sim.close());
  sim.addPerson({ name: 'Ada' });
  const events: InboundEvent[] = [];
  const log: string[] = [];
  const line = (message: string, fields: Record<string, unknown> = {}) =>
    void log.push(`${message} ${JSON.stringify(fields)}`);
  let turned = 0;
  const context: ConnectionContext<{ app_id: string; app_password: string; app_tenant_id?: string | undefined }> = {
    credentials: teams.credentials.parse({
      app_id: sim.appId,
      app_password: sim.appPassword,
      app_tenant_id: sim.tenantId,
      ...credentials,
    }),
    endpoints: { ...sim.endpoints, ...endpoints?.(sim) },
    webhookUrl: null,
    deliver: async (batch) => {
      events.push(...batch);
      return await harness.deliver(batch);
    },
    state: { get: async (key) => state.get(key) ?? null, set: async (key, value) => void state.set(key, value) },
    log: { debug: line, info: line, warn: line, error: line },
    now: () => Date.now() + turned,
    fetch: given,
  };
  const connection = await teams.connect(context);
  const harness: Harness = {
    sim,
    connection,
    events,
    log,
    state,
    deliver: async (batch) => batch.map(() => ignored),
    advance: (ms) => void (turned += ms),
    async hear(activity, token) {
      const authorization = `Bearer ${await sim.sign(token)}`;
      return await connection.webhook!({
        method: 'POST',
        url: 'https://gateway.example/webhooks/default/teams/ops',
        query: {},
        headers: { authorization },
        body: Buffer.from(JSON.stringify(activity)),
      });
    },
  };
  return harness;
}

export const question = (fields: Partial<Question> & Pick<Question, 'target'>): Question => ({
  texts: ['Deploy?'],
  buttons: [
    { label: 'Yes', token: 'p1.0.abcdef' },
    { label: 'No', token: 'p1.1.abcdef' },
  ],
  media: null,
  ...fields,
});

/** A text as Teams reports it, without a service address. */
export const message = (fields: Activity = {}): Activity => ({
  type: 'message',
  id: '1767326091220',
  channelId: 'msteams',
  from: { id: '29:1abc', aadObjectId: 'ada-object', name: 'Ada' },
  recipient: { id: '28:bot', name: 'Gateway' },
  conversation: { id: '19:ops@thread.v2' },
  text: 'Hello',
  textFormat: 'plain',
  ...fields,
});
