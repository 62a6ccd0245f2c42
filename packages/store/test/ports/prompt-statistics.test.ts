import type { NewPrompt, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  freshStore,
  freshStores,
  newAnswer,
  newAudit,
  newChannel,
  newKey,
  newPrompt,
  org,
  pendingPrompt,
} from './fixture.js';
import { newPerson } from './people-fixture.js';

const slots = [0, 10].map((from) => ({ from: after(from), to: after(from + 10) }));
const before = { from: after(-20), to: after(-5) };
const nothing = { created: 0, answered: 0, expired: 0, cancelled: 0, undeliverable: 0, pending: 0 };

/** A prompt that was created at a second, and answered some seconds later. */
async function answered(
  store: Store,
  createdAt: number,
  seconds: number,
  by: { id: string; username: string | null; name: string | null } = { id: '7', username: 'ada', name: null },
  change: Partial<NewPrompt> = {},
): Promise<void> {
  const prompt = await pendingPrompt(store, { createdAt: after(createdAt), expiresAt: null, ...change });
  await store.prompts.answer(newAnswer(prompt, { at: after(createdAt + seconds), by, delivery: null }));
}

onEveryEngine((engine) => {
  test('counts prompts in the slot of their creation by what has become of them, and those of the time before', async () => {
    const store = await freshStore(engine);
    await answered(store, 0, 60);
    await answered(store, 9.999, 1);
    await pendingPrompt(store, { createdAt: after(1), expiresAt: after(2) });
    await pendingPrompt(store, { createdAt: after(1), expiresAt: null });
    await store.prompts.expireDue(after(3), 10, () => null);
    const cancelled = await pendingPrompt(store, { createdAt: after(10), expiresAt: null });
    await store.prompts.cancel(org, cancelled.num, after(12), null, newAudit('prompt.cancelled', '#5'));
    const lost = await pendingPrompt(store, { deliveryState: 'accepted', createdAt: after(19), expiresAt: null });
    const report = { channelId: 'ops', messageId: `m${lost.num}`, state: 'failed', problem: 'No.' } as const;
    await store.deliveryReports.apply(org, [report], after(20), () => null);
    // Out of the window, elsewhere, or in an internal state.
    await answered(store, 20, 1);
    await pendingPrompt(store, { createdAt: after(-5), expiresAt: null });
    await store.prompts.open(newPrompt({ createdAt: after(3), expiresAt: null }));
    await answered(store, -20, 3);
    const statistics = await store.promptStatistics.read(org, slots, before, null);
    const first = { created: 4, answered: 2, expired: 1, cancelled: 0, undeliverable: 0, pending: 1 };
    const second = { created: 2, answered: 0, expired: 0, cancelled: 1, undeliverable: 1, pending: 0 };
    expect(statistics).toMatchObject({
      slots: [
        { ...first, medianAnswerMs: 30_500 },
        { ...second, medianAnswerMs: null },
      ],
      total: {
        created: 6,
        answered: 2,
        expired: 1,
        cancelled: 1,
        undeliverable: 1,
        pending: 1,
        medianAnswerMs: 30_500,
        p90AnswerMs: 60_000,
      },
      before: { ...nothing, created: 1, answered: 1, medianAnswerMs: 3000, p90AnswerMs: 3000 },
    });
    expect(statistics.breakdown).toMatchObject({
      prompts: 6,
      channels: [{ channelId: 'ops', created: 6, answered: 2 }],
    });
  });

  test('is empty for another organization and for channels without prompts', async () => {
    const store = await freshStore(engine);
    await answered(store, 0, 1);
    const empty = { ...nothing, medianAnswerMs: null, p90AnswerMs: null };
    const expected = {
      slots: slots.map(() => ({ ...nothing, medianAnswerMs: null })),
      total: empty,
      before: empty,
      breakdown: { prompts: 0, since: after(0), channels: [], keys: [], people: [], actions: [] },
    };
    expect(await store.promptStatistics.read('elsewhere', slots, before, null)).toEqual(expected);
    expect(await store.promptStatistics.read(org, slots, before, ['other'])).toEqual(expected);
    expect(await store.promptStatistics.read(org, slots, before, ['other', 'ops'])).toMatchObject({
      total: { created: 1, answered: 1, medianAnswerMs: 1000 },
      breakdown: { prompts: 1 },
    });
  });

  test('computes the ninetieth percentile by rank', async () => {
    const store = await freshStore(engine);
    for (let seconds = 1; seconds <= 11; seconds += 1) await answered(store, 1, seconds);
    const { total } = await store.promptStatistics.read(org, slots, before, null);
    expect(total).toMatchObject({ medianAnswerMs: 6000, p90AnswerMs: 10_000 });
  });

  test('groups by channel, key and person, whose accounts in chats and the console count together', async () => {
    const {
      stores: [store],
      database,
    } = await freshStores(engine);
    await database.sql.run(
      `INSERT INTO operator (organization_id, id, name, email, password_hash, role, created_at, updated_at)
       VALUES (?, 'op-1', 'Ada L.', 'ada@example.com', 'h', 'owner', ?, ?)`,
      [org, after(0), after(0)],
    );
    await store.channels.insert(newChannel('ops'));
    await store.keys.insert(newKey('k1', { name: 'finance' }), newAudit('key.created', 'k1'));
    const identities = [{ platform: 'pigeon', userId: '7' }];
    await store.people.insert(
      newPerson('ada', { name: 'Ada', operatorId: 'op-1', identities }),
      newAudit('person.created', 'ada'),
    );
    await answered(store, 1, 1, { id: '7', username: 'al', name: null }, { apiKeyId: 'k1' });
    await answered(store, 2, 3, { id: 'operator:op-1', username: null, name: 'Ada L.' }, { apiKeyId: 'k1' });
    await answered(store, 3, 5, { id: '8', username: 'bob', name: 'Bob' }, { channelId: 'gone', apiKeyId: 'removed' });
    await answered(store, 4, 7, { id: 'operator:op-2', username: null, name: 'Cleo' });
    await pendingPrompt(store, { createdAt: after(5), expiresAt: null });
    const { breakdown } = await store.promptStatistics.read(org, slots, before, null);
    expect(breakdown).toEqual({
      prompts: 5,
      since: after(0),
      channels: [
        { channelId: 'ops', platform: 'pigeon', isActive: true, created: 4, answered: 3, medianAnswerMs: 3000 },
        { channelId: 'gone', platform: 'pigeon', isActive: null, created: 1, answered: 1, medianAnswerMs: 5000 },
      ],
      keys: [
        { keyId: null, name: null, revokedAt: null, created: 2, answered: 1, medianAnswerMs: 7000 },
        { keyId: 'k1', name: 'finance', revokedAt: null, created: 2, answered: 2, medianAnswerMs: 2000 },
        { keyId: 'removed', name: null, revokedAt: null, created: 1, answered: 1, medianAnswerMs: 5000 },
      ],
      people: [
        { voter: 'person:ada', name: 'Ada', answered: 2, medianAnswerMs: 2000 },
        { voter: 'operator:op-2', name: 'Cleo', answered: 1, medianAnswerMs: 7000 },
        { voter: 'user:pigeon:8', name: 'Bob', answered: 1, medianAnswerMs: 5000 },
      ],
      actions: [],
    });
  });

  test('returns the ten channels with most prompts', async () => {
    const store = await freshStore(engine);
    for (let channel = 0; channel < 12; channel += 1) {
      for (let count = 0; count <= channel % 6; count += 1)
        await pendingPrompt(store, { channelId: `c${channel}`, createdAt: after(1), expiresAt: null });
    }
    const { breakdown } = await store.promptStatistics.read(org, slots, before, null);
    expect(breakdown.channels.map(({ channelId }) => channelId)).toEqual([
      'c11',
      'c5',
      'c10',
      'c4',
      'c3',
      'c9',
      'c2',
      'c8',
      'c1',
      'c7',
    ]);
    expect(breakdown.prompts).toBe(42);
  });
});
