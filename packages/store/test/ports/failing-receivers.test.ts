import type { DeliveryRow, ReceiverReports, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, claim, enqueue, freshStore, org, settlement, twoStores } from './fixture.js';

const destination = 'https://slow.example';
const to = { destination };

/** Settles attempts of several deliveries at the same time. */
const settle = (
  store: Store,
  rows: readonly DeliveryRow[],
  next: 'delivered' | 'dead' | Date,
  seconds: number,
  timedOut = false,
) =>
  store.deliveries.settle(
    rows.map((row) => settlement(row, next, { startedAt: after(seconds), durationMs: 0 }, timedOut)),
  );

async function failingReceiver(store: Store, name: string) {
  const [state] = await store.receivers.states(org, [name]);
  return state?.failing;
}

/** One more attempt of a delivery with this result. */
async function attempt(store: Store, seconds: number, next: 'delivered' | Date): Promise<ReceiverReports> {
  const rows = await claim(store, { now: after(seconds), until: after(seconds + 5) });
  expect(rows).toHaveLength(1);
  return await settle(store, rows, next, seconds);
}

const names = ({ failing, recovered }: ReceiverReports) =>
  [failing, recovered].map((rows) => rows.map((row) => row.destination));

async function told(store: Store): Promise<string[]> {
  const events = await store.streamEvents.page(org, 0, Number.MAX_SAFE_INTEGER, 1000);
  return events
    .filter(({ type }) => type.startsWith('delivery.receiver'))
    .map(({ type, resourceId }) => `${type} ${resourceId}`);
}

onEveryEngine((engine) => {
  test('reports a receiver once after 5 failures in 10 minutes, and its recovery', async () => {
    const store = await freshStore(engine);
    await enqueue(store, to);
    for (const seconds of [1, 100, 200, 300])
      expect(names(await attempt(store, seconds, after(seconds + 90)))).toEqual([[], []]);
    // Five failures in less than ten minutes.
    expect(names(await attempt(store, 600, after(601)))).toEqual([[], []]);
    expect(await failingReceiver(store, destination)).toMatchObject({
      failingSince: after(1),
      failures: 5,
      lastFailedAt: after(600),
      timedOut: false,
      lastStatus: 500,
      reportedAt: null,
    });
    expect(names(await attempt(store, 601, after(700)))).toEqual([[destination], []]);
    expect(names(await attempt(store, 700, after(800)))).toEqual([[], []]);
    expect(await told(store)).toEqual([`delivery.receiver_failing ${destination}`]);

    expect(names(await attempt(store, 800, 'delivered'))).toEqual([[], [destination]]);
    expect(await told(store)).toEqual([
      `delivery.receiver_failing ${destination}`,
      `delivery.receiver_recovered ${destination}`,
    ]);
    expect(await failingReceiver(store, destination)).toBeNull();
  });

  test('lists failing receivers: reported ones first, then by first failure', async () => {
    const store = await freshStore(engine);
    const host = (name: string) => ({ destination: `https://${name}.example` });
    const fail = async (name: string, ...times: readonly number[]) => {
      await enqueue(store, host(name));
      for (const seconds of times) expect(await attempt(store, seconds, after(seconds))).toBeDefined();
      // Ends it, so that later claims do not include it.
      await settle(
        store,
        await claim(store, { now: after(9000), until: after(9001) }),
        after(90_000),
        times.at(-1) ?? 0,
      );
    };
    await fail('early', 1);
    await fail('reported-late', 60, 61, 62, 63, 8000);
    await fail('reported', 50, 51, 52, 53, 8100);
    await fail('late', 20);
    const listed = async (limit: number, organization = org) =>
      (await store.deliveries.failingReceivers(organization, limit)).map((row) => new URL(row.destination).hostname);
    expect(await listed(200)).toEqual(['reported', 'reported-late', 'early', 'late'].map((name) => `${name}.example`));
    expect(await listed(3)).toEqual(['reported', 'reported-late', 'early'].map((name) => `${name}.example`));
    expect(await listed(200, 'another')).toEqual([]);
  });

  test('reports neither a few failures over a long time nor the recovery of an unreported receiver', async () => {
    const store = await freshStore(engine);
    await enqueue(store, to);
    for (const seconds of [1, 1000, 2000, 3000])
      expect(names(await attempt(store, seconds, after(seconds + 90)))).toEqual([[], []]);
    expect(names(await attempt(store, 4000, 'delivered'))).toEqual([[], []]);
    expect(await told(store)).toEqual([]);
  });

  test('reports a receiver once when attempts of two instances fail at the same time', async () => {
    const stores = await twoStores(engine);
    await enqueue(stores[0], ...Array.from({ length: 8 }, () => to));
    await settle(stores[0], await claim(stores[0]), after(700), 1);
    const rows = await claim(stores[0], { now: after(700), until: after(720) });
    const reports = await Promise.all(
      rows.map((row, index) => settle(stores[(index % 2) as 0 | 1], [row], after(900), 701 + index)),
    );
    expect(reports.flatMap(({ failing }) => failing)).toHaveLength(1);
    expect(await told(stores[0])).toHaveLength(1);
    expect(await failingReceiver(stores[1], destination)).toMatchObject({ failures: 16 });
  });

  test("ignores an attempt that lost its claim for the receiver's state", async () => {
    const store = await freshStore(engine);
    await enqueue(store, to);
    const lost = await claim(store);
    await claim(store, { now: after(11), until: after(60) });
    await settle(store, lost, after(30), 12);
    expect(await failingReceiver(store, destination)).toBeNull();
  });

  test('counts only the failures after the last success of a batch', async () => {
    const store = await freshStore(engine);
    await enqueue(store, to, to, to);
    const [one, two, three] = (await claim(store)) as [DeliveryRow, DeliveryRow, DeliveryRow];
    const at = (seconds: number) => ({ startedAt: after(seconds), durationMs: 0 });
    await store.deliveries.settle([
      settlement(three, after(60), at(4)),
      settlement(two, 'delivered', at(3)),
      settlement(one, after(60), at(2)),
    ]);
    expect(await failingReceiver(store, destination)).toMatchObject({
      failures: 1,
      failingSince: after(4),
    });
  });

  test('claims one delivery at a time for a receiver after a timeout until it responds', async () => {
    const store = await freshStore(engine);
    await enqueue(store, ...Array.from({ length: 6 }, () => to), { destination: 'https://well.example' });
    const first = await claim(store, { perDestination: 2 });
    expect(first).toHaveLength(3);
    await settle(
      store,
      first.filter((row) => row.destination === destination),
      after(5),
      1,
      true,
    );

    const probe = await claim(store, { now: after(2) });
    expect(probe.map((row) => row.destination)).toEqual([destination]);
    expect(await claim(store, { now: after(2), busy: [destination] })).toEqual([]);
    await settle(store, probe, after(60), 3);
    // It responded, with an error.
    expect(await claim(store, { now: after(4), until: after(20) })).toHaveLength(3);
  });

  test('limits receivers that timed out, least recently attempted first', async () => {
    const store = await freshStore(engine);
    const hosts = Array.from({ length: 6 }, (_, index) => ({ destination: `https://slow-${index}.example` }));
    await enqueue(store, ...hosts, ...hosts);
    const first = await claim(store, { perDestination: 1 });
    for (const [index, row] of first.entries()) {
      await settle(store, [row], after(5000), 10 - index, true);
    }
    const busy = [hosts[5]?.destination ?? ''];
    const probes = await claim(store, { now: after(20), timedOutLimit: 2, busy });
    expect(probes.map((row) => row.destination)).toEqual([hosts[4]?.destination]);
    busy.push(hosts[4]?.destination ?? '');
    const rest = await claim(store, { now: after(20), timedOutLimit: 4, busy });
    expect(rest.map((row) => row.destination)).toEqual([hosts[2]?.destination, hosts[3]?.destination]);
    expect(await claim(store, { now: after(20), timedOutLimit: 0, busy })).toEqual([]);
  });

  test('applies the timeout limit to the heads of lanes', async () => {
    const store = await freshStore(engine);
    await enqueue(store, { ...to, lane: 'a' }, { ...to, lane: 'b' }, { ...to, lane: 'c' });
    const [first] = await claim(store, { limit: 1 });
    await settle(store, first ? [first] : [], 'dead', 1, true);
    expect(await claim(store, { now: after(2), busy: [destination] })).toEqual([]);
    expect(await claim(store, { now: after(2) })).toHaveLength(1);
  });

  test('serves receivers in rounds, so that a short queue does not wait for long ones', async () => {
    const store = await freshStore(engine);
    const many = Array.from({ length: 6 }, (_, index) => ({ destination: `https://many-${index}.example` }));
    await enqueue(store, ...many.flatMap((host) => Array.from({ length: 5 }, () => host)), to);
    expect((await claim(store, { limit: 7 })).map((row) => row.destination)).toContain(destination);
  });

  test('removes a failing receiver without recent attempts', async () => {
    const store = await freshStore(engine);
    await enqueue(store, to);
    await attempt(store, 1, after(5));
    expect(await store.retention.remove({ of: 'failing receivers', before: after(1) }, 10)).toBe(0);
    expect(await store.retention.remove({ of: 'failing receivers', before: after(2) }, 10)).toBe(1);
    expect(await failingReceiver(store, destination)).toBeNull();
  });

  test('keeps a reported receiver longer, so that its recovery is reported', async () => {
    const store = await freshStore(engine);
    await enqueue(store, to);
    for (const seconds of [1, 2, 3, 4, 700]) await attempt(store, seconds, after(seconds));
    expect(await store.retention.remove({ of: 'failing receivers', before: after(9000) }, 10)).toBe(0);
    expect(names(await attempt(store, 9000, after(9000)))).toEqual([[], []]);
    expect(names(await attempt(store, 9001, 'delivered'))).toEqual([[], [destination]]);

    await enqueue(store, to);
    for (const seconds of [10_001, 10_002, 10_003, 10_004, 10_700]) await attempt(store, seconds, after(seconds));
    expect(await store.retention.remove({ of: 'reported receivers', before: after(10_700) }, 10)).toBe(0);
    expect(await store.retention.remove({ of: 'reported receivers', before: after(10_701) }, 10)).toBe(1);
  });
});
