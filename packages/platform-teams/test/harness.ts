import type { WebhookReply } from '@gateway/platform-kit';
import { openTestConnection, webhookRequest, type TestConnection } from '@gateway/platform-kit/testing';
import {
  startTeamsSimulator,
  type Activity,
  type TeamsSimulator,
  type TeamsSimulatorOptions,
  type TokenOptions,
} from '@gateway/simulators/teams';
import { onTestFinished } from 'vitest';
import teams from '../src/index.js';

export interface Harness extends TestConnection {
  readonly sim: TeamsSimulator;
  /** Advances the connection's clock. */
  advance(ms: number): void;
  /** Sends an activity to the connection's webhook, with a valid token unless other options are given. */
  receive(activity: Activity, token?: TokenOptions): Promise<WebhookReply>;
}

export interface Setup extends TeamsSimulatorOptions {
  readonly endpoints?: (sim: TeamsSimulator) => Record<string, string>;
  readonly credentials?: Readonly<Record<string, string>>;
  readonly state?: Map<string, string>;
  readonly fetch?: typeof fetch;
}

/** A simulator that is closed when the test ends, and a connection to it. */
export async function open({ endpoints, credentials, state, fetch: given, ...options }: Setup = {}): Promise<Harness> {
  const sim = await startTeamsSimulator({ retryMs: 10, ...options });
  onTestFinished(() => sim.close());
  sim.addPerson({ name: 'Ada' });
  let advancedMs = 0;
  const test = await openTestConnection(teams, {
    credentials: {
      app_id: sim.appId,
      app_password: sim.appPassword,
      app_tenant_id: sim.tenantId,
      ...credentials,
    },
    endpoints: { ...sim.endpoints, ...endpoints?.(sim) },
    now: () => Date.now() + advancedMs,
    ...(state && { state }),
    ...(given && { fetch: given }),
  });
  return Object.assign(test, {
    sim,
    advance: (ms: number) => void (advancedMs += ms),
    async receive(activity: Activity, token?: TokenOptions) {
      const authorization = `Bearer ${await sim.sign(token)}`;
      return await test.connection.webhook!(webhookRequest(activity, { authorization }));
    },
  });
}

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
