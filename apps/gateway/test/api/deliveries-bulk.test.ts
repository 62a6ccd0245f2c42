import { describe, expect, it } from 'vitest';
import { openStore } from '@gateway/store';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';

describe('very many dead deliveries', () => {
  onEveryEngine((engine) => {
    it('are retried in batches, all of them and each once', async () => {
      const env = await engine.empty();
      const count = 1203;
      await fillWithDead(env, count);
      const gateway = await startTestGateway({ env: { ...env, CALLBACK_RETRY_SCHEDULE: '3600' } });
      expect((await gateway.request('POST', '/v1/deliveries/retry', { body: { channel_id: 'ops' } })).json).toEqual({
        retried: count,
      });
      expect((await gateway.request('GET', '/v1/deliveries?state=dead')).json).toEqual([]);
      expect((await gateway.request('GET', '/v1/audit?action=delivery.retried')).json).toHaveLength(1);
    });
  });
});

async function fillWithDead(env: Record<string, string>, count: number): Promise<void> {
  const store = await openStore({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR ?? '' });
  const organizationId = 'default';
  const at = new Date();
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
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
    skip: [],
    holder: 'test',
  });
  const attempt = { startedAt: at, durationMs: 1, status: 500, error: 'The receiver answered 500.', response: null };
  await store.deliveries.settle(rows.map((delivery) => ({ delivery, attempt, next: 'dead' })));
  await store.close();
}
