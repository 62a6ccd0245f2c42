import type { DeliveryRow, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, claim, enqueue, freshStore, org, settlement, twoStores } from './fixture.js';

const ids = (rows: readonly DeliveryRow[]) => rows.map(({ id }) => id);
const lane = { lane: 'a' };
const delivered = (rows: readonly DeliveryRow[]) => rows.map((row) => settlement(row, 'delivered'));
const ended = (...rows: readonly DeliveryRow[]) => rows.map((row) => ({ lane: row.lane ?? '', lastSeq: row.seq }));

onEveryEngine((engine) => {
  test('claims the deliveries that follow the head of a lane with it, as one attempt', async () => {
    const store = await freshStore(engine);
    const a = await enqueue(store, ...Array.from({ length: 6 }, () => lane));
    const [b1, b2, free] = await enqueue(store, { lane: 'b' }, { lane: 'b' }, {});
    expect(ids(await claim(store, { perLane: 4, perDestination: 1 }))).toEqual(a.slice(0, 4));
    expect(ids(await claim(store, { perLane: 4, limit: 1 }))).toEqual([b1, b2]);
    expect(ids(await claim(store, { perLane: 4 }))).toEqual([free]);
  });

  test('claims a lane only up to a delivery that is not due or has another receiver', async () => {
    const store = await freshStore(engine);
    const [a1, a2] = await enqueue(store, lane, lane, { ...lane, createdAt: after(30) }, lane);
    const [b1] = await enqueue(
      store,
      { lane: 'b' },
      { lane: 'b', destination: 'https://other.example' },
      { lane: 'b' },
    );
    expect(ids(await claim(store, { perLane: 16 }))).toEqual([a1, a2, b1]);
  });

  test('claims only the head of a lane while its receiver fails', async () => {
    const store = await freshStore(engine);
    const [free] = await enqueue(store, {});
    await store.deliveries.settle((await claim(store)).map((row) => settlement(row, after(600))));
    const [a1, a2] = await enqueue(store, lane, lane);
    const [head] = await claim(store, { perLane: 16 });
    expect(head?.id).toBe(a1);
    expect(await claim(store, { perLane: 16 })).toEqual([]);
    expect(await store.deliveries.settle(delivered([head as DeliveryRow]))).toMatchObject({ accepting: true });
    expect(ids(await claim(store, { now: after(600), until: after(700), perLane: 16 }))).toEqual([free, a2]);
  });

  test('releases deliveries that were not attempted as if they had not been claimed', async () => {
    const store = await freshStore(engine);
    const texts = await enqueue(store, lane, lane, lane);
    const [first, ...rest] = (await claim(store, { perLane: 16 })) as [DeliveryRow, ...DeliveryRow[]];
    const before = (await store.deliveries.get(org, texts[1] ?? '')) as DeliveryRow;
    const settled = await store.deliveries.settle([settlement(first, after(600))], {
      released: rest,
      endedLanes: ended(first),
    });
    expect(settled.laneContinues).toBe(true);
    const released = (await store.deliveries.get(org, texts[1] ?? '')) as DeliveryRow & { tries: unknown[] };
    expect(released).toEqual({ ...before, attempts: 0, runAt: before.createdAt, claimedBy: null });
    // The failed one does not block its lane: its next attempt is too late.
    expect(ids(await claim(store, { perLane: 16 }))).toEqual([texts[1]]);
  });

  test('keeps a claim that another instance has taken over when the first one releases it', async () => {
    const store = await freshStore(engine);
    await enqueue(store, lane, lane);
    const [first, lost] = (await claim(store, { perLane: 16 })) as [DeliveryRow, DeliveryRow];
    const taken = await claim(store, { now: after(11), until: after(60), perLane: 16, holder: 'there' });
    expect(ids(taken)).toEqual([first.id, lost.id]);
    await store.deliveries.settle([], { released: [first, lost], endedLanes: [] });
    expect(await claim(store, { now: after(12), perLane: 16 })).toEqual([]);
    expect(await store.deliveries.get(org, lost.id)).toMatchObject({ attempts: 2, claimedBy: 'there' });
  });

  test('tells whether an ended lane has further deliveries', async () => {
    const store = await freshStore(engine);
    await enqueue(store, lane, lane, lane, { lane: 'b' });
    const rows = await claim(store, { perLane: 2 });
    const [a1, a2, b1] = rows as [DeliveryRow, DeliveryRow, DeliveryRow];
    const settle = async (row: DeliveryRow, ...lanes: DeliveryRow[]) =>
      (await store.deliveries.settle(delivered([row]), { released: [], endedLanes: ended(...lanes) })).laneContinues;
    expect(await settle(a1)).toBe(false);
    expect(await settle(b1, b1)).toBe(false);
    expect(await settle(a2, a2)).toBe(true);
    const last = (await claim(store, { perLane: 2 }))[0] as DeliveryRow;
    expect(await settle(last, last)).toBe(false);
  });

  test('gives no lane to two instances at once and keeps its order', async () => {
    const stores = await twoStores(engine);
    const texts = await enqueue(
      stores[0],
      ...Array.from({ length: 240 }, (_, index) => ({
        lane: `lane-${index % 8}`,
        destination: `https://${(index % 8) % 3}.example`,
      })),
    );
    const done = new Map<string, number[]>();
    const works = async (store: Store, holder: string) => {
      for (;;) {
        const rows = await claim(store, { holder, limit: 3, perLane: 5 });
        for (const { lane: name, seq } of rows) done.set(name ?? '', [...(done.get(name ?? '') ?? []), seq]);
        await store.deliveries.settle(delivered(rows), { released: [], endedLanes: ended(...rows) });
        if (rows.length === 0 && (await store.deliveries.nextDue()) === null) return;
      }
    };
    await Promise.all([works(stores[0], 'a'), works(stores[0], 'b'), works(stores[1], 'c'), works(stores[1], 'd')]);
    expect([...done.values()].flat()).toHaveLength(texts.length);
    for (const seqs of done.values()) expect(seqs).toEqual(seqs.toSorted((left, right) => left - right));
  });
});
