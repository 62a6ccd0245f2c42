import { describe, expect, it } from 'vitest';
import { openStore } from '@gateway/store';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';

describe('POST /v1/deliveries/retry with 1203 dead deliveries', () => {
  onEveryEngine((engine) => {
    it('counts them in a dry run, then retries each exactly once, in batches', async () => {
      const env = await engine.empty();
      const count = 1203;
      await fillWithDead(env, count);
      const gateway = await startTestGateway({ env: { ...env, CALLBACK_RETRY_SCHEDULE: '3600' } });
      const retry = async (body: object) => (await gateway.request('POST', '/v1/deliveries/retry', { body })).json;
      expect(await retry({ dry_run: true })).toEqual({ retried: count });
      expect(await retry({ dry_run: true, channel_id: 'ops' })).toEqual({ retried: count });
      expect(await retry({ dry_run: true, channel_id: 'others' })).toEqual({ retried: 0 });
      expect(await retry({ dry_run: true, prompt_id: '#12' })).toEqual({ retried: 0 });
      const [one] = (await gateway.request('GET', '/v1/deliveries?state=dead&limit=1')).json;
      expect(await retry({ dry_run: true, event_id: one.event_id })).toEqual({ retried: 1 });
      expect(await retry({ dry_run: true, event_id: one.event_id, channel_id: 'others' })).toEqual({ retried: 0 });
      expect((await gateway.request('GET', '/v1/audit?action=delivery.retried')).json).toEqual([]);

      expect(await retry({ channel_id: 'ops' })).toEqual({ retried: count });
      expect(await retry({ dry_run: true })).toEqual({ retried: 0 });
      expect((await gateway.request('GET', '/v1/deliveries?state=dead')).json).toEqual([]);
      expect((await gateway.request('GET', '/v1/audit?action=delivery.retried')).json).toHaveLength(1);
    });
  });
});

async function fillWithDead(env: Record<string, string>, count: number): Promise<void> {
  const store = await openStore({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR ?? '' });
  const organizationId = 'default';
  const at = new Date();
  // A bounded number at a time, so that a busy machine's connection pool does not time out.
  await pooled(
    Array.from({ length: count }, (_, index) => async () => {
      const eventId = `event-${index}`;
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      await store.messages.receive({ organizationId, account: 'bot', eventId, at }, null, {
        organizationId,
        id,
        eventType: 'message.created',
        channelId: 'ops',
        promptNum: null,
        messageId: null,
        url: 'http://127.0.0.1:9/',
        destination: 'http://127.0.0.1:9',
        body: '{}',
        signed: false,
        erase: false,
        lane: null,
        trace: null,
        createdAt: at,
      });
    }),
  );
  const [now, until] = [new Date(at.getTime() + 1), new Date(at.getTime() + 60_000)];
  const rows = await store.deliveries.claim({
    now,
    until,
    limit: count,
    perDestination: count,
    perLane: 1,
    timedOutLimit: 0,
    skip: [],
    busy: [],
    holder: 'test',
  });
  const attempt = { startedAt: at, durationMs: 1, status: 500, error: 'The receiver answered 500.', response: null };
  await store.deliveries.settle(rows.map((delivery) => ({ delivery, attempt, next: 'dead', timedOut: false })));
  await store.close();
}

async function pooled(tasks: (() => Promise<void>)[]): Promise<void> {
  const worker = async () => {
    for (let task = tasks.pop(); task; task = tasks.pop()) await task();
  };
  await Promise.all(Array.from({ length: 20 }, worker));
}
