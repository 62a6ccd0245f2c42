import type { Connection, InboundEvent, Outcome, Question, WebhookReply, WebhookRequest } from '@gateway/platform-kit';
import { startGchatSimulator, type GchatSimulator, type GchatSimulatorOptions } from '@gateway/simulators/gchat';
import { onTestFinished } from 'vitest';
import gchat from '../src/index.js';

export const WEBHOOK_URL = 'https://gateway.example/webhooks/default/gchat/ops';

const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };

export interface Setup extends GchatSimulatorOptions {
  readonly credentials?: Readonly<Record<string, string>>;
  readonly endpoints?: Readonly<Record<string, string>>;
  /** The address that the gateway knows of itself; null: none. */
  readonly address?: string | null;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

export interface Harness {
  readonly sim: GchatSimulator;
  readonly connection: Connection;
  readonly events: InboundEvent[];
  readonly log: string[];
  /** What the next events come to. */
  outcome: Outcome;
  /** Sends an event to the webhook, with the token of Google Chat unless told otherwise. */
  receive(event: unknown, options?: { authorization?: string; url?: string }): Promise<WebhookReply>;
}

/** A simulator and a connection to it, made through the manifest. */
export async function start({
  credentials = {},
  endpoints = {},
  address = WEBHOOK_URL,
  fetch: given,
  now,
  ...options
}: Setup = {}): Promise<Harness> {
  const sim = await startGchatSimulator({ webhookUrl: WEBHOOK_URL, ...options });
  onTestFinished(() => sim.close());
  const events: InboundEvent[] = [];
  const log: string[] = [];
  const line = (message: string, fields: Record<string, unknown> = {}) =>
    void log.push(`${message} ${JSON.stringify(fields)}`);
  const connection = await gchat.connect({
    credentials: gchat.credentials.parse({ service_account_json: sim.serviceAccountJson, ...credentials }),
    endpoints: { ...sim.endpoints, ...endpoints },
    webhookUrl: address,
    deliver: async (batch) => {
      events.push(...batch);
      return batch.map(() => harness.outcome);
    },
    state: { get: async () => null, set: async () => {} },
    log: { debug: line, info: line, warn: line, error: line },
    now: now ?? (() => Date.now()),
    fetch: given ?? fetch,
  });
  const harness: Harness = {
    sim,
    connection,
    events,
    log,
    outcome: ignored,
    async receive(event, { authorization = sim.bearer(), url = address ?? '' } = {}) {
      const request: WebhookRequest = {
        method: 'POST',
        url,
        query: {},
        headers: { 'content-type': 'application/json', authorization },
        body: Buffer.from(JSON.stringify(event)),
      };
      const reply = await connection.webhook?.(request);
      if (!reply) throw new Error('The connection has no webhook.');
      return reply;
    },
  };
  return harness;
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

/** What a promise was rejected with; fails when it was not. */
export async function rejection(
  promise: Promise<unknown>,
): Promise<Error & { code?: string; hint?: string | null; retryAfterMs?: number | null }> {
  const error = await promise.then(
    () => new Error('Expected a rejection.'),
    (reason: unknown) => reason as Error,
  );
  if (error.message === 'Expected a rejection.') throw error;
  return error;
}
