import type { DeliveryFilter, DeliveryRow, ListedReceivers, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  claim,
  enqueue,
  freshStore,
  newAnswer,
  newAudit,
  newDelivery,
  now,
  org,
  pendingPrompt,
  recordChanges,
  settlement,
  twoStores,
} from './fixture.js';

const destination = 'https://agent.example';
const other = { destination: 'https://other.example:8443', url: 'https://other.example:8443/in' };
const paused = { organizationId: org, destination, pausedAt: now, pausedBy: 'Ada' };
const pause = (store: Store) => store.receivers.pause(paused, newAudit('receiver.paused', destination));
const resume = (store: Store) => store.receivers.resume(org, destination, newAudit('receiver.resumed', destination));
const urls = (rows: readonly DeliveryRow[]) => rows.map(({ url }) => url);
const newestFirst = { limit: 50, before: null };

onEveryEngine((engine) => {
  test('claims nothing for a paused receiver on any instance, and everything after it is resumed', async () => {
    const [one, two] = await twoStores(engine);
    await enqueue(one, {}, { lane: 'ops' }, other);
    expect(await pause(two)).toBe(true);
    expect(urls(await claim(one))).toEqual([other.url]);
    expect(await claim(two)).toEqual([]);
    expect(await pause(one)).toBe(false);
    expect(await one.receivers.states(org, [destination, other.destination])).toEqual([
      { destination, failing: null, paused, name: null },
      { destination: other.destination, failing: null, paused: null, name: null },
    ]);
    const counts = await one.serviceStatus.counts(org, { now, answeredSince: now });
    expect(counts.pausedReceivers).toBe(1);

    expect(await resume(one)).toBe(true);
    expect(await resume(two)).toBe(false);
    expect(await claim(two)).toHaveLength(2);
  });

  test('lets one of several instances pause a receiver, with one audit entry, event and announcement', async () => {
    const [one, two] = await twoStores(engine);
    const changes = recordChanges(one);
    const results = await Promise.all([one, two, one, two].map((store) => pause(store)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await one.audit.list(org, { action: 'receiver.paused' }, newestFirst)).toHaveLength(1);
    const events = await one.streamEvents.page(org, 0, Number.MAX_SAFE_INTEGER, 10);
    expect(events).toMatchObject([{ type: 'delivery.receiver_paused', resourceId: destination }]);
    await resume(one);
    await expect.poll(() => changes).toContainEqual({ kind: 'receiver', destination, paused: false });
  });

  test('claims no delivery of a receiver after the pause has returned while two instances claim', async () => {
    const stores = await twoStores(engine);
    await enqueue(stores[0], ...Array.from({ length: 60 }, () => ({})));
    let isPaused = false;
    const late: string[] = [];
    const works = async (store: Store) => {
      for (let round = 0; round < 12; round += 1) {
        const began = isPaused;
        const rows = await claim(store, { limit: 2 });
        if (began) late.push(...urls(rows));
        await store.deliveries.settle(rows.map((row) => settlement(row, 'delivered')));
      }
    };
    const working = Promise.all([works(stores[0]), works(stores[1])]);
    await pause(stores[0]);
    isPaused = true;
    await working;
    expect(late).toEqual([]);
    expect(await claim(stores[1])).toEqual([]);
  });

  test('inserts the delivery of an answer without a claim while its receiver is paused', async () => {
    const store = await freshStore(engine);
    await pause(store);
    const prompt = await pendingPrompt(store);
    const delivery = newDelivery({ claim: { holder: 'a', until: after(10) } });
    await store.prompts.answer(newAnswer(prompt, { delivery }));
    expect(await store.deliveries.get(org, delivery.id)).toMatchObject({ attempts: 0, claimedBy: null, runAt: now });
  });

  test('reports the next due time behind the overdue deliveries of a paused receiver', async () => {
    const store = await freshStore(engine);
    await enqueue(store, { createdAt: after(-5) }, { ...other, createdAt: after(30) });
    expect(await store.deliveries.nextDue(now)).toEqual(after(30));
  });

  test('names a receiver with one audit entry for each change, of which each has the name before', async () => {
    const [one, two] = await twoStores(engine);
    await enqueue(one, {});
    const rename = (store: Store, name: string | null) =>
      store.receivers.rename({ organizationId: org, destination, name }, (before) => ({
        ...newAudit('receiver.updated', destination),
        changes: [{ field: 'name', before, after: name }],
      }));
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(names.map((name, index) => rename(index % 2 === 0 ? one : two, name)));
    const entries = await one.audit.list(org, { action: 'receiver.updated' }, newestFirst);
    const steps = entries.toReversed().flatMap(({ changes }) => changes ?? []);
    expect(new Set(steps.map(({ after }) => after))).toEqual(new Set(names));
    expect(steps.map(({ before }) => before)).toEqual([null, ...steps.slice(0, -1).map(({ after }) => after)]);
    const [state] = await two.receivers.states(org, [destination]);
    expect(state?.name).toBe(steps.at(-1)?.after);
    await rename(one, state?.name ?? null);
    expect(await one.audit.list(org, { action: 'receiver.updated' }, newestFirst)).toHaveLength(4);
    const [elsewhere] = await two.receivers.states('elsewhere', [destination]);
    expect(elsewhere?.name).toBeNull();
    await rename(two, null);
    expect(await one.receivers.states(org, [destination])).toMatchObject([{ name: null }]);
  });

  test('lists receivers with deliveries, failures, a pause or a name, in alphabetical order, page by page', async () => {
    const store = await freshStore(engine);
    await enqueue(store, {}, {}, other, { destination: 'https://zoo.example' });
    const place = 'https://empty.example';
    await store.receivers.pause({ ...paused, destination: place }, newAudit('receiver.paused', place));
    const names = (which: ListedReceivers, limit: number, from: string | null) =>
      store.receivers.destinations(org, which, { limit, after: from });
    expect(await names('all', 10, null)).toEqual([destination, place, other.destination, 'https://zoo.example']);
    expect(await names('all', 2, destination)).toEqual([place, other.destination]);
    expect(await names('paused', 10, null)).toEqual([place]);
    const idle = 'https://idle.example';
    const named = { organizationId: org, destination: idle, name: 'Idle' };
    await store.receivers.rename(named, () => newAudit('receiver.updated', idle));
    expect(await names('all', 2, destination)).toEqual([place, idle]);
    expect(await names('named', 10, null)).toEqual([idle]);
    expect(await store.receivers.exists(org, idle)).toBe(true);
    expect(await store.receivers.exists(org, place)).toBe(true);
    expect(await store.receivers.exists(org, 'https://unknown.example')).toBe(false);
    expect(await store.receivers.exists('elsewhere', destination)).toBe(false);
  });

  test('measures the attempts of a receiver since a time, and counts what is pending and dead', async () => {
    const store = await freshStore(engine);
    await enqueue(store, ...Array.from({ length: 22 }, () => ({})), other);
    const rows = await claim(store, { perDestination: 50 });
    const own = rows.filter((row) => row.destination === destination);
    await store.deliveries.settle(
      own.map((row, index) => {
        // 1 before the window, 1 dead, 2 to be retried, 18 delivered; 10 to 210 ms.
        const next = index === 1 ? 'dead' : index < 4 && index > 1 ? after(60) : 'delivered';
        return settlement(row, next, { startedAt: after(index === 0 ? -7200 : index), durationMs: index * 10 });
      }),
    );
    const [figures, unknown] = await store.receivers.figures(org, [destination, 'https://unknown.example'], after(-60));
    expect(figures).toEqual({
      pending: 2,
      dead: 1,
      attempts: 21,
      failedAttempts: 3,
      p50: 110,
      p95: 200,
      latest: { startedAt: after(21), durationMs: 210, status: 200, error: null },
    });
    expect(unknown).toMatchObject({ pending: 0, dead: 0, attempts: 0, p50: null, latest: null });
  });

  test('finds the last failed attempt of a receiver behind hundreds of later deliveries that succeeded', async () => {
    const store = await freshStore(engine);
    const failed = { error: 'no', response: 'out of order' };
    const settle = async (next: 'delivered' | 'dead', change: object) => {
      const rows = await claim(store, { limit: 250, perDestination: 250 });
      await store.deliveries.settle(rows.map((row) => settlement(row, next, change)));
      return rows;
    };
    await enqueue(store, {}, { ...other });
    await settle('dead', { startedAt: after(1), ...failed });
    await enqueue(store, {});
    const [latest] = await settle('dead', { startedAt: after(2), status: null, ...failed });
    await enqueue(store, ...Array.from({ length: 201 }, () => ({})));
    expect(await settle('delivered', { startedAt: after(3) })).toHaveLength(201);
    expect(await store.receivers.lastFailure(org, destination)).toEqual({
      deliveryId: latest?.id,
      number: 1,
      startedAt: after(2),
      durationMs: 250,
      status: null,
      ...failed,
    });
    expect(await store.receivers.lastFailure(org, 'https://unknown.example')).toBeNull();
    expect(await store.receivers.lastFailure('elsewhere', destination)).toBeNull();
  });

  test('counts the dead deliveries of a receiver by the quarter of an hour of their creation, the newest first', async () => {
    const store = await freshStore(engine);
    const quarter = Math.floor(now.getTime() / 900_000) * 900_000;
    const at = (ms: number) => ({ createdAt: new Date(quarter + ms) });
    await enqueue(store, at(-1), at(0), at(899_999), at(900_000), { ...at(0), ...other }, at(5));
    const rows = await claim(store, { now: after(3600), until: after(3700) });
    const dead = rows.filter(({ createdAt }) => createdAt.getTime() !== quarter + 5);
    await store.deliveries.settle(dead.map((row) => settlement(row, 'dead')));
    expect(await store.receivers.deadByQuarterHour(org, destination)).toEqual([
      { from: new Date(quarter + 900_000), count: 1 },
      { from: new Date(quarter), count: 2 },
      { from: new Date(quarter - 900_000), count: 1 },
    ]);
    expect(await store.receivers.deadByQuarterHour('elsewhere', destination)).toEqual([]);
  });

  test('adds the counts of attempts from several instances, and sums them in longer periods', async () => {
    const [one, two] = await twoStores(engine);
    const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
    const minutes = (count: number) => new Date(hour.getTime() + count * 60_000);
    const counts = (delivered: number, failed: number, periodStart: Date, place = destination) => ({
      organizationId: org,
      destination: place,
      periodStart,
      delivered,
      failed,
    });
    await Promise.all(
      [one, two].map((store) =>
        store.receivers.addTraffic([
          counts(1, 0, minutes(5)),
          counts(2, 3, minutes(0)),
          counts(9, 9, minutes(0), other.destination),
          counts(0, 1, minutes(60)),
        ]),
      ),
    );
    expect(await one.receivers.traffic(org, destination, minutes(5), 300_000)).toEqual([
      { from: minutes(5), delivered: 2, failed: 0 },
      { from: minutes(60), delivered: 0, failed: 2 },
    ]);
    expect(await two.receivers.traffic(org, destination, hour, 3_600_000)).toEqual([
      { from: hour, delivered: 6, failed: 6 },
      { from: minutes(60), delivered: 0, failed: 2 },
    ]);
    expect(await two.receivers.traffic('elsewhere', destination, hour, 3_600_000)).toEqual([]);
    const removal = { of: 'receiver traffic', before: minutes(5) } as const;
    expect(await one.retention.remove(removal, 10, now)).toBe(2);
    expect(await one.receivers.traffic(org, destination, hour, 300_000)).toHaveLength(2);
  });

  test('finds deliveries by receiver, path, status, type and time', async () => {
    const store = await freshStore(engine);
    await enqueue(
      store,
      { url: 'https://agent.example/hooks/a?x=1', createdAt: after(0) },
      { url: 'https://sealed:v1.a_b-c@agent.example/hooks/b', createdAt: after(1), channelId: 'other' },
      { url: 'https://agent.example/else', createdAt: after(2), eventType: 'message.created' },
      { ...other, createdAt: after(3) },
    );
    const rows = await claim(store, { now: after(10), until: after(20) });
    const status = [200, 503, null, 404];
    await store.deliveries.settle(
      rows.map((row, index) => ({
        ...settlement(row, index === 0 ? 'delivered' : 'dead'),
        attempt: { ...settlement(row, 'dead').attempt, status: status[index] ?? null, error: index ? 'no' : null },
      })),
    );
    const found = async (filter: DeliveryFilter) => {
      const page = await store.deliveries.list(org, filter, newestFirst);
      expect(page.next).toBeNull();
      const oldest = await store.deliveries.list(org, filter, { ...newestFirst, after: null });
      expect(oldest).toEqual({ rows: page.rows.toReversed(), next: null });
      return oldest.rows.map(({ seq }) => rows.findIndex((row) => row.seq === seq));
    };
    const range = (from: number, to = from) => ({ from, to });
    expect(await found({ destination })).toEqual([0, 1, 2]);
    expect(await found({ destination, path: '/hooks' })).toEqual([0, 1]);
    expect(await found({ destination, path: '/hooks/a?x' })).toEqual([0]);
    expect(await found({ destination, channelId: 'other' })).toEqual([1]);
    expect(await found({ destination, channelIds: ['other', 'none'], state: 'dead' })).toEqual([1]);
    expect(await found({ destination, state: 'delivered' })).toEqual([0]);
    expect(await found({ statuses: [range(400, 499), null] })).toEqual([2, 3]);
    expect(await found({ statuses: [range(503)], channelId: 'other' })).toEqual([1]);
    expect(await found({ eventType: 'message.created' })).toEqual([2]);
    expect(await found({ since: after(1), until: after(3) })).toEqual([1, 2]);
    expect(await found({ eventId: rows[1]?.id ?? '', destination, path: '/hooks', since: after(1) })).toEqual([1]);
    expect(await found({ eventId: rows[1]?.id ?? '', until: after(1) })).toEqual([]);
    expect(await store.deliveries.countDead(org, { destination, path: '/hooks' })).toBe(1);
    expect(await store.deliveries.countDead(org, { statuses: [null], since: after(1) })).toBe(1);
  });
});
