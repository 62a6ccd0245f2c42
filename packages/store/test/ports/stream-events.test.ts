import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Store, StreamEventRow } from '@gateway/core';
import { createStore } from '../../src/store.js';
import type { Database } from '../../src/open.js';
import { freshDatabase, onEveryEngine, onPostgres } from '../engines.js';
import {
  after,
  claim,
  enqueue,
  freshStore,
  freshStores,
  newAnswer,
  newAudit,
  newChannel,
  newDelivery,
  newPrompt,
  now,
  org,
  pendingPrompt,
  settlement,
  until,
} from './fixture.js';

const audit = newAudit('channel.created', 'ops');
const everything = Number.MAX_SAFE_INTEGER;

/** The stream's events in short form. */
async function told(store: Store): Promise<string[]> {
  const rows = await store.streamEvents.page(org, 0, everything, 1000);
  return rows.map(({ type, resourceId }) => `${type} ${resourceId}`);
}

function message(id: string, direction: 'inbound' | 'outbound') {
  const sender = { fromUser: null, fromId: null, apiKeyId: null, operatorId: null, platformMessageId: null };
  return {
    organizationId: org,
    id,
    channelId: 'ops',
    direction,
    text: 'hello',
    platform: 'pigeon',
    createdAt: now,
    ...sender,
  };
}

onEveryEngine((engine) => {
  test('appends a stream event for every change in order, and none for a change that failed', async () => {
    const store = await freshStore(engine);
    for (let times = 0; times < 2; times += 1) {
      await store.channels.insert(newChannel('ops'), audit);
      await store.channels.update(org, 'ops', 1, { updatedAt: now }, audit);
      await store.channels.setHealth(org, ['ops', 'unknown'], { state: 'ok', detail: null, at: now });
    }
    expect((await told(store)).splice(0)).toEqual(Array.from({ length: 3 }, () => 'channel.updated ops'));

    const before = await store.streamEvents.newest();
    const prompt = await pendingPrompt(store);
    const answer = newAnswer(prompt, { delivery: newDelivery({ id: 'd1', promptNum: 1 }) });
    for (let times = 0; times < 2; times += 1) await store.prompts.answer(answer);
    for (let times = 0; times < 2; times += 1)
      await store.prompts.cancel(org, (await pendingPrompt(store)).num, now, null);
    await pendingPrompt(store, { expiresAt: now });
    for (let times = 0; times < 2; times += 1)
      await store.prompts.expireDue(after(1), 10, () => newDelivery({ id: 'd2' }));
    await store.prompts.discard(await store.prompts.open(newPrompt()));

    const key = (eventId: string) => ({ organizationId: org, account: 'bot-1', eventId, at: now });
    for (let times = 0; times < 2; times += 1) {
      await store.messages.receive(key('e3'), message('m3', 'inbound'), newDelivery({ id: 'd3' }));
      await store.messages.receive(key('e4'), null, newDelivery({ id: 'd4', erase: true }));
    }
    await store.messages.insert(message('m5', 'outbound'));
    const rows = await store.streamEvents.page(org, before, everything, 100);
    expect(rows.map(({ type, resourceId }) => `${type} ${resourceId}`)).toEqual([
      'prompt.created 1',
      'prompt.answered 1',
      'delivery.updated d1',
      'prompt.created 2',
      'prompt.expired 2',
      'prompt.created 3',
      'prompt.expired 3',
      'prompt.created 4',
      'prompt.expired 4',
      'delivery.updated d2',
      'message.created m3',
      'delivery.updated d3',
      'message.created channel/ops',
      'delivery.updated d4',
      'message.sent m5',
    ]);
  });

  test('appends a stream event for each attempt and each retry of a delivery', async () => {
    const store = await freshStore(engine);
    await enqueue(store, { id: 'd1' }, { id: 'd2' });
    const [one, two] = await claim(store);
    if (!one || !two) throw new Error('nothing was claimed');
    const before = await store.streamEvents.newest();
    await store.deliveries.settle([settlement(one, 'dead'), settlement(two, after(60))]);
    await store.deliveries.settle([settlement({ ...two, attempts: 0 }, 'dead')]);
    await store.deliveries.retry(org, 'd1', after(2), audit);
    const rows = await store.streamEvents.page(org, before, everything, 100);
    expect(rows.map(({ resourceId }) => resourceId)).toEqual(['d1', 'd2', 'd1']);
  });

  test("appends the creation event before the answer when the answer precedes the post's confirmation", async () => {
    const store = await freshStore(engine);
    const prompt = await store.prompts.open(newPrompt());
    await store.prompts.answer(newAnswer(prompt, { delivery: null }));
    await store.prompts.posted(org, 1, { messageId: 'm1', messageIds: ['m1'], ref: null });
    expect(await told(store)).toEqual(['prompt.created 1', 'prompt.answered 1']);
  });

  test('tails every row once and in order during concurrent writes', async () => {
    const { stores } = await freshStores(engine);
    const [one, other] = stores;
    const tail = await one.streamEvents.tail(new AbortController().signal);
    const writers = [one, other, one, other].map(async (store) => {
      for (let times = 0; times < 40; times += 1) await store.messages.insert(message(randomUUID(), 'outbound'));
    });
    const rows: StreamEventRow[] = [];
    await until(async () => {
      rows.push(...(await tail.next(7)));
      return rows.length >= 160;
    });
    await Promise.all(writers);
    expect(await tail.next(7)).toEqual([]);
    const seqs = rows.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(rows.map(({ resourceId }) => resourceId)).size).toBe(160);
    expect(rows).toEqual(await one.streamEvents.page(org, tail.begin, everything, 1000));
  });
});

/** An open unit of work that has appended a stream event: `end` commits it, `fail` rolls it back. */
async function openUnit(database: Database, num: number): Promise<{ end(): Promise<void>; fail(): Promise<void> }> {
  let settle: { resolve: () => void; reject: (error: Error) => void };
  const gate = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const unit = database.sql.write(async (tx) => {
    await tx.run('INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ?)', [`unit ${num}`, 'x', now]);
    await tx.run('INSERT INTO stream_event (organization_id, type, resource_id, at) VALUES (?, ?, ?, ?)', [
      org,
      'prompt.created',
      `late ${num}`,
      now,
    ]);
    written();
    await gate;
  });
  unit.catch(() => {});
  await isWritten;
  return {
    end: () => (settle.resolve(), unit),
    fail: () => (settle.reject(new Error('rolled back')), unit.catch(() => {})),
  };
}

/** A store, and the number of queries of its tail. */
async function watched(database: Database): Promise<{ store: Store; looks: () => number }> {
  let looks = 0;
  const count = (statement: string) => void (looks += /FROM stream_event WHERE seq >/.test(statement) ? 1 : 0);
  const all: Database['sql']['all'] = (statement, params) => (count(statement), database.sql.all(statement, params));
  const store = await createStore({ ...database, sql: { ...database.sql, all } });
  return { store, looks: () => looks };
}

onPostgres((engine) => {
  test('waits for a number that is committed late before returning later rows', async () => {
    const database = await freshDatabase(engine);
    const { store, looks } = await watched(database);
    const tail = await store.streamEvents.tail(new AbortController().signal);
    const late = await openUnit(database, 1);
    await pendingPrompt(store);
    expect(await store.streamEvents.newest()).toBe(2);
    let given: StreamEventRow[] | null = null;
    const next = tail.next(10).then((rows) => (given = rows));
    await until(() => looks() >= 5);
    expect(given).toBeNull();
    await late.end();
    expect((await next).map(({ seq, resourceId }) => `${seq} ${resourceId}`)).toEqual(['1 late 1', '2 1']);
    await store.close();
  });

  test('skips a number that was rolled back once no transaction can write it', async () => {
    const database = await freshDatabase(engine);
    const { store, looks } = await watched(database);
    const tail = await store.streamEvents.tail(new AbortController().signal);
    await pendingPrompt(store);
    const [first, second] = [await openUnit(database, 2), await openUnit(database, 3)];
    await pendingPrompt(store);
    expect((await tail.next(10)).map(({ seq }) => seq)).toEqual([1]);
    const next = tail.next(10);
    const before = looks();
    await first.fail();
    await until(() => looks() >= before + 3);
    await second.end();
    expect((await next).map(({ seq }) => seq)).toEqual([3, 4]);
    // The tail waits for the next gap again.
    const third = await openUnit(database, 5);
    await pendingPrompt(store);
    const again = tail.next(10);
    await third.end();
    expect((await again).map(({ seq }) => seq)).toEqual([5, 6]);
    await store.close();
  });

  test('starts a tail where no earlier row can still appear', async () => {
    const database = await freshDatabase(engine);
    const { store } = await watched(database);
    const late = await openUnit(database, 1);
    await pendingPrompt(store);
    let began = false;
    const opening = store.streamEvents.tail(new AbortController().signal).then((tail) => ((began = true), tail));
    for (let times = 0; times < 5; times += 1) await store.probe('small');
    expect(began).toBe(false);
    await late.end();
    expect((await opening).begin).toBe(2);
    expect((await store.streamEvents.page(org, 0, 2, 10)).map(({ seq }) => seq)).toEqual([1, 2]);
    await store.close();
  });
});
