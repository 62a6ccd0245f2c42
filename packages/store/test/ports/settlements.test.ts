import type { DeliveryRow } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, claim, enqueue, freshStore, freshStores, org, settlement } from './fixture.js';

onEveryEngine((engine) => {
  test('records every attempt and the final state of the delivery', async () => {
    const store = await freshStore(engine);
    const [delivered, dead] = await enqueue(store, {}, {});
    const get = async (id: string | undefined) => store.deliveries.get(org, id ?? '');
    const settleAll = async (next: Parameters<typeof settlement>[1], rows: readonly DeliveryRow[]) =>
      store.deliveries.settle(rows.map((row) => settlement(row, next, { response: `said after ${row.attempts}` })));

    await settleAll(after(30), await claim(store));
    expect(await get(delivered)).toMatchObject({
      state: 'pending',
      attempts: 1,
      runAt: after(30),
      lastStatus: 500,
      lastError: 'The receiver answered 500.',
      tries: [{ number: 1, startedAt: after(1), durationMs: 250, status: 500, response: 'said after 1' }],
    });
    const again = await claim(store, { now: after(30), until: after(40) });
    await settleAll('delivered', again.slice(0, 1));
    await settleAll('dead', again.slice(1));
    expect(await get(delivered)).toMatchObject({
      state: 'delivered',
      attempts: 2,
      lastStatus: 200,
      lastError: null,
      deliveredAt: after(1.25),
      diedAt: null,
      tries: [{ number: 1 }, { number: 2, status: 200, error: null, response: 'said after 2' }],
    });
    expect(await get(dead)).toMatchObject({ state: 'dead', diedAt: after(1.25), deliveredAt: null, lastStatus: 500 });
    expect(await claim(store, { now: after(9e6) })).toEqual([]);
    expect(await get('unknown')).toBeNull();
    expect(await store.deliveries.get('elsewhere', delivered ?? '')).toBeNull();
    await store.deliveries.settle([]);
  });

  test('records a failure only while its claim is held, and a success always', async () => {
    const store = await freshStore(engine);
    const [one, other] = await enqueue(store, {}, {});
    const [lostOne, lostOther] = (await claim(store)) as [DeliveryRow, DeliveryRow];
    const [heldOne, heldOther] = (await claim(store, { now: after(11), until: after(60) })) as [
      DeliveryRow,
      DeliveryRow,
    ];
    const get = (id: string | undefined) => store.deliveries.get(org, id ?? '');

    await store.deliveries.settle([settlement(lostOne, 'dead'), settlement(lostOther, 'delivered')]);
    expect(await get(one)).toMatchObject({ state: 'pending', runAt: after(60), lastStatus: null, tries: [] });
    expect(await get(other)).toMatchObject({ state: 'delivered', tries: [{ number: 1 }] });

    await store.deliveries.settle([settlement(heldOne, 'dead'), settlement(heldOther, 'dead')]);
    expect(await get(one)).toMatchObject({ state: 'dead', tries: [{ number: 2 }] });
    expect(await get(other)).toMatchObject({
      state: 'delivered',
      lastStatus: 200,
      diedAt: null,
      tries: [{ number: 1 }],
    });

    await store.deliveries.settle([settlement(lostOne, 'delivered')]);
    expect(await get(one)).toMatchObject({ state: 'delivered', diedAt: null, lastError: null });
  });

  test('ignores the second settlement of one attempt', async () => {
    const store = await freshStore(engine);
    const [id] = await enqueue(store, {});
    const [row] = (await claim(store)) as [DeliveryRow];
    const end = settlement(row, 'delivered');
    await store.deliveries.settle([end]);
    const first = await store.deliveries.get(org, id ?? '');
    await store.deliveries.settle([end]);
    expect(await store.deliveries.get(org, id ?? '')).toEqual(first);
  });

  test.each(['delivered', 'dead'] as const)(
    'erases a delivery marked for erasure, with its attempts, once it is %s',
    async (next) => {
      const { stores, database } = await freshStores(engine);
      const [store] = stores;
      const [secret, kept] = await enqueue(
        store,
        { erase: true, body: '{"text":"a secret"}', lane: 'a' },
        { body: 'kept' },
      );
      const first = await claim(store);
      await store.deliveries.settle(first.map((row) => settlement(row, after(2))));
      expect(await store.deliveries.get(org, secret ?? '')).toMatchObject({
        body: '{"text":"a secret"}',
        tries: [{ number: 1 }],
      });
      await store.deliveries.settle((await claim(store, { now: after(2) })).map((row) => settlement(row, next)));
      expect(await store.deliveries.get(org, secret ?? '')).toBeNull();
      expect(await store.deliveries.get(org, kept ?? '')).toMatchObject({ body: 'kept', state: next });
      expect(
        await database.sql.all('SELECT delivery_id FROM delivery_attempt WHERE delivery_id = ?', [secret ?? '']),
      ).toEqual([]);
      // An instance that lost its claim reports late.
      await store.deliveries.settle(first.map((row) => settlement(row, 'delivered')));
      expect(await store.deliveries.get(org, secret ?? '')).toBeNull();
      expect((await store.deliveries.get(org, kept ?? ''))?.tries).toHaveLength(2);
    },
  );

  test('records an attempt whose response contains characters that PostgreSQL rejects', async () => {
    const store = await freshStore(engine);
    const [id] = await enqueue(store, {});
    const [row] = (await claim(store)) as [DeliveryRow];
    await store.deliveries.settle([
      settlement(row, 'dead', { response: 'a\0b "\\u0000" \uD83D', error: 'said \0', durationMs: 1.5 }),
    ]);
    expect((await store.deliveries.get(org, id ?? ''))?.tries).toMatchObject([
      { response: 'a\uFFFDb "\\u0000" \uFFFD', error: 'said \uFFFD', durationMs: 2 },
    ]);
  });
});
