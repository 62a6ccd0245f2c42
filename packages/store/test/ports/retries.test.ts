import type { DeliveryFilter, DeliveryPage, DeliveryRow, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  claim,
  enqueue,
  freshStore,
  recordChanges,
  newAudit,
  now,
  org,
  settlement,
  twoStores,
  until,
} from './fixture.js';

const audit = newAudit('delivery.retried', 'some');
const auditOf = (store: Store) => store.audit.list(org, { action: 'delivery.retried' }, { limit: 50, before: null });

/** Inserts one delivery into the outbox and settles its first attempt with this result. */
async function ended(store: Store, next: 'delivered' | 'dead' | Date, change: object = {}): Promise<string> {
  const [id] = await enqueue(store, change);
  const rows = await claim(store);
  await store.deliveries.settle(rows.map((row) => settlement(row, next)));
  return id ?? '';
}

onEveryEngine((engine) => {
  test.each(['delivered', 'dead'] as const)('retries a %s delivery now and restarts its schedule', async (state) => {
    const store = await freshStore(engine);
    const id = await ended(store, state);
    const changes = recordChanges(store);
    expect(await store.deliveries.retry(org, id, after(60), audit)).toMatchObject({ id, state: 'pending' });
    expect(await store.deliveries.get(org, id)).toMatchObject({
      state: 'pending',
      attempts: 1,
      replayedAfter: 1,
      runAt: after(60),
      deliveredAt: null,
      diedAt: null,
      tries: [{ number: 1 }],
    });
    await until(() => changes.some(({ kind }) => kind === 'delivery'));
    expect(await claim(store, { now: after(59) })).toEqual([]);
    const [again] = (await claim(store, { now: after(60), until: after(90) })) as [DeliveryRow];
    expect(again).toMatchObject({ id, attempts: 2, replayedAfter: 1 });
    await store.deliveries.settle([settlement(again, 'delivered')]);
    expect(await store.deliveries.get(org, id)).toMatchObject({
      state: 'delivered',
      tries: [{ number: 1 }, { number: 2 }],
    });
    expect(await auditOf(store)).toHaveLength(1);
  });

  test('makes a delivery that waits for its next attempt due now', async () => {
    const store = await freshStore(engine);
    const id = await ended(store, after(3600));
    expect(await store.deliveries.retry(org, id, after(60), audit)).toMatchObject({ id, state: 'pending' });
    expect(await store.deliveries.get(org, id)).toMatchObject({
      state: 'pending',
      attempts: 1,
      replayedAfter: 1,
      runAt: after(60),
    });
  });

  test('ignores a retry of a delivery that is due, in progress or unknown, without an audit entry', async () => {
    const store = await freshStore(engine);
    const [id = ''] = await enqueue(store, {});
    expect(await store.deliveries.retry(org, id, after(1), audit)).toBeNull();
    const rows = await claim(store);
    expect(await store.deliveries.retry(org, id, after(2), audit)).toBeNull();
    expect(await claim(store, { now: after(2) })).toEqual([]);
    await store.deliveries.settle(rows.map((row) => settlement(row, 'delivered')));
    expect(await store.deliveries.get(org, id)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(await store.deliveries.retry(org, 'unknown', after(2), audit)).toBeNull();
    expect(await store.deliveries.retry('elsewhere', id, after(2), audit)).toBeNull();
    expect(await auditOf(store)).toEqual([]);
  });

  test('ignores the late result of an attempt from before the retry', async () => {
    const store = await freshStore(engine);
    const [id = ''] = await enqueue(store, {});
    const [lost] = (await claim(store)) as [DeliveryRow];
    const [held] = (await claim(store, { now: after(11), until: after(60) })) as [DeliveryRow];
    await store.deliveries.settle([settlement(held, 'dead')]);
    await store.deliveries.retry(org, id, after(70), audit);
    await store.deliveries.settle([settlement(lost, 'delivered'), settlement(held, 'dead')]);
    expect(await store.deliveries.get(org, id)).toMatchObject({ state: 'pending', attempts: 2, runAt: after(70) });
  });

  test('records one of two concurrent retries', async () => {
    const stores = await twoStores(engine);
    const id = await ended(stores[0], 'dead');
    const retried = await Promise.all(
      [0, 1, 0, 1].map((index) => stores[index as 0 | 1].deliveries.retry(org, id, after(60), audit)),
    );
    expect(retried.filter(Boolean)).toHaveLength(1);
    expect(await auditOf(stores[0])).toHaveLength(1);
  });

  test('retries all matching dead deliveries in batches, each once', async () => {
    const store = await freshStore(engine);
    const dead: string[] = [];
    for (let count = 0; count < 5; count += 1) dead.push(await ended(store, 'dead', { promptNum: count }));
    const other = await ended(store, 'dead', { channelId: 'other' });
    const done = await ended(store, 'delivered');
    const filter = { channelId: 'ops' };

    const first = await store.deliveries.retryDead(org, filter, { now: after(60), limit: 3, before: null, audit });
    expect(first).toMatchObject({ retried: 3, last: expect.any(Number) });
    // One of them becomes dead again before the next batch.
    const [again] = (await claim(store, { now: after(60), limit: 1 })) as [DeliveryRow];
    await store.deliveries.settle([settlement(again, 'dead')]);
    expect(await store.deliveries.retryDead(org, filter, { now: after(61), limit: 3, before: first.last })).toEqual({
      retried: 2,
      last: null,
    });

    const states = await Promise.all(
      [...dead, other, done].map(async (id) => (await store.deliveries.get(org, id))?.state ?? ''),
    );
    expect(states.toSorted()).toEqual(['dead', 'dead', 'delivered', 'pending', 'pending', 'pending', 'pending']);
    expect(await store.deliveries.retryDead(org, { promptNum: 77 }, { now, limit: 3, before: null, audit })).toEqual({
      retried: 0,
      last: null,
    });
    expect(await auditOf(store)).toHaveLength(1);
  });

  test('paginates deliveries newest first and oldest first with every filter', async () => {
    const store = await freshStore(engine);
    const rows: { id: string; state: string; channelId: string; promptNum: number | null }[] = [];
    for (let index = 0; index < 24; index += 1) {
      const state = (['delivered', 'dead', 'pending'] as const)[index % 3] ?? 'dead';
      const about = { channelId: index % 2 ? 'ops' : 'other', promptNum: index % 4 ? index % 4 : null };
      rows.push({ id: await ended(store, state === 'pending' ? after(3600) : state, about), state, ...about });
    }
    const newest = rows.toReversed();
    const all = async (filter: DeliveryFilter, order: 'newest' | 'oldest' = 'newest') => {
      const found: DeliveryRow[] = [];
      let position: number | null = null;
      do {
        const page: DeliveryPage = await store.deliveries.list(org, filter, {
          limit: 5,
          ...(order === 'newest' ? { before: position } : { before: null, after: position }),
        });
        found.push(...page.rows);
        position = page.next;
      } while (position !== null);
      return found.map(({ id }) => id);
    };
    for (const filter of [
      {},
      { state: 'dead' },
      { channelId: 'ops' },
      { channelId: 'ops', state: 'pending' },
      { promptNum: 3 },
      { promptNum: 3, state: 'delivered', channelId: 'ops' },
      { promptNum: 99 },
    ] as const) {
      const expected = newest.filter((row) =>
        Object.entries(filter).every(([name, value]) => row[name as 'state'] === value),
      );
      const ids = expected.map(({ id }) => id);
      expect({ filter, ids: await all(filter) }).toEqual({ filter, ids });
      expect({ filter, ids: await all(filter, 'oldest') }).toEqual({ filter, ids: ids.toReversed() });
    }
    const id = rows[0]?.id ?? '';
    expect(await all({ eventId: id })).toEqual([id]);
    expect(await all({ eventId: id, state: 'dead' })).toEqual([]);
    expect((await store.deliveries.list('elsewhere', {}, { limit: 5, before: null })).rows).toEqual([]);
  });
});
