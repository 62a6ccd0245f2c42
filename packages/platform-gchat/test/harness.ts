import type { Outcome, WebhookReply } from '@gateway/platform-kit';
import { ignored, openTestConnection, webhookRequest, type TestConnection } from '@gateway/platform-kit/testing';
import { startGchatSimulator, type GchatSimulator, type GchatSimulatorOptions } from '@gateway/simulators/gchat';
import { onTestFinished } from 'vitest';
import gchat from '../src/index.js';

export const WEBHOOK_URL = 'https://gateway.example/webhooks/default/gchat/ops';

export interface Setup extends GchatSimulatorOptions {
  readonly credentials?: Readonly<Record<string, string>>;
  readonly endpoints?: Readonly<Record<string, string>>;
  /** The public address of the gateway's webhook; null when it has none. */
  readonly address?: string | null;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

export interface Harness extends TestConnection {
  readonly sim: GchatSimulator;
  /** The outcome of the next events. */
  outcome: Outcome;
  /** Sends an event to the webhook, with a token of Google Chat unless another one is given. */
  receive(event: unknown, options?: { authorization?: string; url?: string }): Promise<WebhookReply>;
}

/** A simulator and a connection to it. */
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
  const test = await openTestConnection(gchat, {
    credentials: { service_account_json: sim.serviceAccountJson, ...credentials },
    endpoints: { ...sim.endpoints, ...endpoints },
    webhookUrl: address,
    ...(given && { fetch: given }),
    ...(now && { now }),
  });
  const harness: Harness = Object.assign(test, {
    sim,
    outcome: ignored,
    async receive(event: unknown, { authorization = sim.bearer(), url = address ?? '' } = {}) {
      const reply = await test.connection.webhook?.(webhookRequest(event, { authorization }, url));
      if (!reply) throw new Error('The connection has no webhook.');
      return reply;
    },
  });
  harness.deliver = async (batch) => batch.map(() => harness.outcome);
  return harness;
}
