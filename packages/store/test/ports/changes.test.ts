import type { Change } from '@gateway/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countStatements } from '../../src/testing/count-statements.js';
import { onEveryEngine, onPostgres } from '../engines.js';
import {
  after,
  enqueue,
  freshStore,
  freshStores,
  recordChanges,
  newAnswer,
  newChannel,
  newDelivery,
  newPrompt,
  now,
  org,
  pendingPrompt,
  storeOn,
  until,
} from './fixture.js';

const channel = { kind: 'channel', organizationId: org, id: 'ops' };
const prompt = (num: number) => ({ kind: 'prompt', organizationId: org, num });
const delivery = { kind: 'delivery' };

/** Waits for as many changes, and takes them. */
async function announced(changes: Change[], expected: readonly object[]): Promise<void> {
  await until(() => changes.length >= expected.length);
  expect(changes.splice(0)).toEqual(expected);
}

onEveryEngine((engine) => {
  test('announces a change after its commit, and no change that failed', async () => {
    const store = await freshStore(engine);
    const changes = recordChanges(store);
    await store.channels.insert(newChannel('ops'));
    await store.channels.insert(newChannel('ops'));
    await store.channels.update(org, 'ops', 1, { updatedAt: now });
    await store.channels.update(org, 'ops', 1, { updatedAt: now });
    await announced(changes, [channel, channel]);

    const row = await pendingPrompt(store);
    await announced(changes, [prompt(1)]);
    const answer = newAnswer(row);
    for (let times = 0; times < 2; times += 1) await store.prompts.answer(answer);
    await announced(changes, [prompt(1), delivery]);

    await pendingPrompt(store, { expiresAt: now });
    await store.prompts.expireDue(after(1), 10, () => null);
    await pendingPrompt(store, { expiresAt: now });
    await store.prompts.expireDue(after(1), 10, () => newDelivery());
    await enqueue(store, {});
    await announced(changes, [prompt(2), prompt(2), prompt(3), prompt(3), delivery, { ...delivery, lane: null }]);
  });

  test('stops notifying an unsubscribed listener and continues with the others', async () => {
    const store = await freshStore(engine);
    const gone = vi.fn<() => void>();
    store.changes.subscribe(gone)();
    const changes = recordChanges(store);
    await enqueue(store, {});
    await until(() => changes.length === 1);
    expect(gone).not.toHaveBeenCalled();
  });
});

onPostgres((engine) => {
  test('notifies another instance once, and its own listeners once', async () => {
    const { stores } = await freshStores(engine);
    const [store, listener] = stores;
    const [one, other] = [recordChanges(store), recordChanges(listener)];
    await store.channels.insert(newChannel('ops'));
    const row = await pendingPrompt(store);
    await store.prompts.answer(newAnswer(row));
    await until(() => other.some(({ kind }) => kind === 'event'));
    // Changes during an announcement are announced together and once, so the prompt's two changes may be one.
    expect(other.filter((change, at) => JSON.stringify(change) !== JSON.stringify(other[at - 1]))).toEqual([
      channel,
      prompt(1),
      { kind: 'event' },
    ]);
    // When another instance's announcement arrives, its own notifications have arrived as well.
    await listener.channels.update(org, 'ops', 1, { updatedAt: now });
    const expected = [channel, prompt(1), prompt(1), delivery];
    await until(() => one.length > expected.length);
    expect(one).toEqual([...expected, channel]);
  });

  test('announces the changes of one turn together, and too many as `everything`', async () => {
    const { stores } = await freshStores(engine);
    const [store, listener] = stores;
    const changes = recordChanges(listener);
    await enqueue(store, ...Array.from({ length: 5 }, () => ({})));
    await until(() => changes.length > 0);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['event']));

    const rows = await Promise.all(
      Array.from({ length: 300 }, () => store.prompts.open(newPrompt({ expiresAt: now }))),
    );
    for (const { num } of rows)
      await store.prompts.posted(org, num, { messageId: `${num}`, messageIds: [], ref: null });
    await until(() => changes.filter(({ kind }) => kind === 'prompt').length === 300);
    changes.length = 0;
    await store.prompts.expireDue(after(1), 1000, () => null);
    await until(() => changes.length > 0);
    expect(changes).toEqual([{ kind: 'everything' }]);
  });

  test('announces `everything` after a lost connection and receives later changes', async () => {
    const { stores, database } = await freshStores(engine);
    const [store, listener] = stores;
    const changes = recordChanges(listener);
    const lost = await database.sql.all<{ ended: boolean }>(
      `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE 'LISTEN%'`,
    );
    expect(lost).toEqual([{ ended: true }, { ended: true }]);
    await until(() => changes.length > 0);
    expect(changes.splice(0)).toEqual([{ kind: 'everything' }]);
    await enqueue(store, {});
    await until(() => changes.some(({ kind }) => kind === 'event'));
  });

  test('sends no notification while it is the only instance, and notifies another one from its start on', async () => {
    const options = await engine.empty();
    const counter = await countStatements(options.url ?? '');
    onTestFinished(() => counter.close());
    const { store } = await storeOn({ ...options, url: counter.url });
    const notifications = () => counter.take().filter((statement) => statement.includes('pg_notify')).length;
    let silent = 0;
    await until(async () => {
      await enqueue(store, {});
      silent = notifications() === 0 ? silent + 1 : 0;
      return silent === 10;
    });

    const { store: other } = await storeOn(options);
    const changes = recordChanges(other);
    await store.channels.insert(newChannel('ops'));
    await until(() => changes.some(({ kind }) => kind === 'channel'));
    expect(notifications()).toBeGreaterThan(0);
  });
});
