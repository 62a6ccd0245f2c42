import type { DeliveryRow } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, claim, enqueue, freshStore, newDelivery, now, settlement, twoStores } from './fixture.js';

const to = (host: string) => ({ destination: `https://${host}.example` });
const ids = (rows: readonly DeliveryRow[]) => rows.map(({ id }) => id);

onEveryEngine((engine) => {
  test('counts the attempt and excludes other claims until the claim expires', async () => {
    const store = await freshStore(engine);
    const delivery = newDelivery({ lane: 'org/ops', messageId: 'm', promptNum: 3 });
    await store.messages.receive({ organizationId: 'default', account: 'a', eventId: 'e', at: now }, null, delivery);
    const claimed = {
      ...delivery,
      seq: 1,
      state: 'pending',
      attempts: 1,
      runAt: after(11),
      lastStatus: null,
      lastError: null,
      deliveredAt: null,
      diedAt: null,
    };
    expect(await claim(store)).toEqual([expect.objectContaining(claimed)]);
    expect(await claim(store, { now: after(10.999) })).toEqual([]);
    expect(await claim(store, { now: after(11), until: after(21), holder: 'there' })).toEqual([
      expect.objectContaining({ ...claimed, attempts: 2, runAt: after(21) }),
    ]);
  });

  test('claims only due deliveries, oldest first', async () => {
    const store = await freshStore(engine);
    const [late, early, future] = await enqueue(
      store,
      { createdAt: after(-1) },
      { createdAt: after(-5) },
      { createdAt: after(30) },
    );
    expect(await store.deliveries.nextDue()).toEqual(after(-5));
    expect(ids(await claim(store, { limit: 1 }))).toEqual([early]);
    expect(ids(await claim(store))).toEqual([late]);
    expect(await claim(store)).toEqual([]);
    expect(await store.deliveries.nextDue()).toEqual(after(11));
    expect(ids(await claim(store, { now: after(30), until: after(40) }))).toEqual([late, early, future]);
  });

  test('returns no due time without pending deliveries', async () => {
    const store = await freshStore(engine);
    expect(await store.deliveries.nextDue()).toBeNull();
    await enqueue(store, {});
    await store.deliveries.settle((await claim(store)).map((delivery) => settlement(delivery, 'delivered')));
    expect(await store.deliveries.nextDue()).toBeNull();
  });

  test('limits claims per destination and skips destinations without delaying others', async () => {
    const store = await freshStore(engine);
    const slow = await enqueue(store, ...Array.from({ length: 300 }, () => to('slow')));
    const fast = await enqueue(store, ...Array.from({ length: 5 }, (_, index) => to(`fast-${index}`)));
    expect(ids(await claim(store, { perDestination: 3 }))).toEqual([...slow.slice(0, 3), ...fast]);
    const [another] = await enqueue(store, to('fast-0'));
    expect(ids(await claim(store, { skip: ['https://slow.example', 'https://unknown.example'] }))).toEqual([another]);
    expect(ids(await claim(store, { limit: 4 }))).toEqual(slow.slice(3, 7));
  });

  test('attempts one delivery of a lane at a time without blocking other lanes', async () => {
    const store = await freshStore(engine);
    const [a1, a2, b1, free, a3] = await enqueue(
      store,
      { lane: 'a' },
      { lane: 'a', ...to('moved') },
      { lane: 'b' },
      {},
      { lane: 'a' },
    );
    const first = await claim(store);
    expect(ids(first)).toEqual([a1, b1, free]);
    expect(await claim(store)).toEqual([]);

    const [failing] = first as [DeliveryRow];
    await store.deliveries.settle([settlement(failing, after(5))]);
    expect(await claim(store, { now: after(4) })).toEqual([]);
    const [retried] = await claim(store, { now: after(5), until: after(9) });
    expect(retried).toMatchObject({ id: a1, attempts: 2 });
    // Its next attempt is more than a minute after its first failure.
    await store.deliveries.settle([settlement(retried as DeliveryRow, after(62), { startedAt: after(6) })]);
    expect(ids(await claim(store, { now: after(7) }))).toEqual([a2]);
    // The holder of a2 crashed: its claim expires, it is claimed again, and a3 still waits.
    const [again] = await claim(store, { now: after(11), until: after(60), skip: ['https://agent.example'] });
    expect(again).toMatchObject({ id: a2, attempts: 2 });
    expect(ids(await claim(store, { now: after(11) }))).not.toContain(a3);
    await store.deliveries.settle([settlement(again as DeliveryRow, 'dead')]);
    expect(ids(await claim(store, { now: after(11), until: after(60) }))).toContain(a3);
  });

  test('blocks a lane for one minute after the first failure of its head', async () => {
    const store = await freshStore(engine);
    const [first, second] = await enqueue(store, { lane: 'a' }, { lane: 'a' });
    let [head] = await claim(store);
    // The first attempt ends after 1.25 s.
    for (const [began, next] of [
      [1, 21],
      [21, 41],
      [41, 61.25],
    ] as const) {
      await store.deliveries.settle([settlement(head as DeliveryRow, after(next), { startedAt: after(began) })]);
      expect(await claim(store, { now: after(next - 0.1) })).toEqual([]);
      [head] = await claim(store, { now: after(next), until: after(next + 5) });
      expect(head?.id).toBe(first);
    }
    await store.deliveries.settle([settlement(head as DeliveryRow, after(62), { startedAt: after(61.25) })]);
    expect(ids(await claim(store, { now: after(61.5) }))).toEqual([second]);
  });

  test('does not block a lane for a dead delivery or one whose next attempt is late', async () => {
    const store = await freshStore(engine);
    const [, second, third] = await enqueue(store, { lane: 'a' }, { lane: 'a' }, { lane: 'a' });
    const settle = async (next: 'dead' | Date) =>
      store.deliveries.settle((await claim(store)).map((row) => settlement(row, next)));
    await settle(after(600));
    const [head] = await claim(store);
    expect(head?.id).toBe(second);
    await store.deliveries.settle([settlement(head as DeliveryRow, 'dead')]);
    expect(ids(await claim(store))).toEqual([third]);
  });

  test('blocks no lane to a receiver that was reported as failing', async () => {
    const store = await freshStore(engine);
    const [blocked] = await enqueue(store, {});
    for (const seconds of [1, 200, 400, 600, 800]) {
      const rows = await claim(store, { now: after(seconds), until: after(seconds + 5) });
      expect(ids(rows)).toEqual([blocked]);
      await store.deliveries.settle(
        rows.map((row) => settlement(row, after(seconds === 800 ? 9000 : seconds + 50), { startedAt: after(seconds) })),
      );
    }
    const [, second] = await enqueue(store, { lane: 'a' }, { lane: 'a' });
    const [head] = await claim(store, { now: after(900), until: after(910) });
    await store.deliveries.settle([settlement(head as DeliveryRow, after(905), { startedAt: after(900) })]);
    expect(ids(await claim(store, { now: after(901), until: after(960) }))).toEqual([second]);
  });

  test('waits for the head of a lane that is skipped or not due', async () => {
    const store = await freshStore(engine);
    await enqueue(
      store,
      { lane: 'a', ...to('slow') },
      { lane: 'a' },
      { lane: 'b', createdAt: after(30) },
      { lane: 'b' },
    );
    expect(await claim(store, { skip: ['https://slow.example'] })).toEqual([]);
  });

  test('applies the destination limit to lane heads and other deliveries together', async () => {
    const store = await freshStore(engine);
    await enqueue(store, ...Array.from({ length: 10 }, (_, index) => (index % 2 ? { lane: `lane-${index}` } : {})));
    expect(await claim(store, { perDestination: 4 })).toHaveLength(4);
    expect(await claim(store, { perDestination: 4, limit: 3 })).toHaveLength(3);
    expect(await claim(store, { perDestination: 4 })).toHaveLength(3);
  });

  test('claims each delivery once when two instances claim at the same time', async () => {
    const stores = await twoStores(engine);
    const owed = await enqueue(
      stores[0],
      ...Array.from({ length: 400 }, (_, index) => ({
        ...to(`host-${index % 7}`),
        lane: index % 5 ? null : `lane-${index % 40}`,
      })),
    );
    const done: string[] = [];
    const works = async (index: 0 | 1) => {
      const { deliveries } = stores[index];
      for (;;) {
        const rows = await claim(stores[index], { holder: `instance-${index}`, limit: 10, perDestination: 4 });
        done.push(...ids(rows));
        await deliveries.settle(rows.map((row) => settlement(row, 'delivered')));
        if (rows.length === 0 && (await deliveries.nextDue()) === null) return;
      }
    };
    await Promise.all([works(0), works(0), works(1), works(1)]);
    expect(done.toSorted()).toEqual(owed.toSorted());
  });

  test('renews only claims that are still held', async () => {
    const store = await freshStore(engine);
    const [held, settled, lost] = await enqueue(store, {}, {}, {});
    const rows = await claim(store);
    const row = (id: string | undefined) => rows.find((one) => one.id === id) as DeliveryRow;
    await store.deliveries.settle([settlement(row(settled), after(5))]);
    await store.deliveries.renew([row(held)], after(20));
    expect(ids(await claim(store, { now: after(11), until: after(30) }))).toEqual([settled, lost]);
    await store.deliveries.renew(rows, after(40));
    await store.deliveries.renew([], after(40));
    const runAt = async (id: string | undefined) => (await store.deliveries.get('default', id ?? ''))?.runAt;
    expect(await Promise.all([held, settled, lost].map(runAt))).toEqual([after(40), after(30), after(30)]);
  });

  test('does not delay a recorded retry by a concurrent renewal', async () => {
    const store = await freshStore(engine);
    await enqueue(store, {});
    const rows = await claim(store);
    await store.deliveries.settle(rows.map((row) => settlement(row, after(5))));
    await store.deliveries.renew(rows, after(100));
    expect(await store.deliveries.nextDue()).toEqual(after(5));
  });
});
