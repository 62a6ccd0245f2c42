import type { MessageRow, RetentionRow, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  claim,
  enqueue,
  freshStore,
  freshStores,
  recordChanges,
  newAnswer,
  newAudit,
  newChannel,
  newDelivery,
  newPrompt,
  now,
  org,
  pendingPrompt,
  settlement,
  twoStores,
  until,
} from './fixture.js';

const audit = newAudit('settings.updated', 'retention');
const entry = () => audit;
const page = { limit: 50, before: null };
const later = after(10);

/** A text and the delivery that forwards it. */
async function received(store: Store, id: string, change: Partial<MessageRow> = {}): Promise<void> {
  const message = {
    organizationId: org,
    id,
    channelId: 'chat',
    direction: 'inbound',
    text: 'hello',
    platform: 'pigeon',
    fromUser: null,
    fromId: null,
    apiKeyId: null,
    operatorId: null,
    platformMessageId: null,
    createdAt: now,
    ...change,
  } as const;
  const event = { organizationId: org, account: 'bot-1', eventId: id, at: message.createdAt };
  await store.messages.receive(
    event,
    message,
    newDelivery({ id: `for ${id}`, messageId: id, createdAt: message.createdAt }),
  );
}

async function settleAll(store: Store, next: 'delivered' | 'dead'): Promise<void> {
  await store.deliveries.settle((await claim(store)).map((row) => settlement(row, next)));
}

onEveryEngine((engine) => {
  test('returns default settings until a change, and announces each change once', async () => {
    const { stores, database } = await freshStores(engine);
    const [{ retention, ...store }] = stores;
    const changes = recordChanges({ retention, ...store });
    const created = await database.sql.first<{ createdAt: Date }>('SELECT created_at FROM organization');
    const defaults = await retention.get(org);
    expect(defaults).toEqual({
      organizationId: org,
      promptsRetentionEnabled: false,
      promptsRetentionDays: 30,
      messagesInboundRetentionEnabled: false,
      messagesOutboundRetentionEnabled: false,
      messagesInboundRetentionDays: 30,
      messagesOutboundRetentionDays: 30,
      messagesInboundZeroRetention: false,
      messagesOutboundZeroRetention: false,
      auditRetentionEnabled: false,
      auditRetentionDays: 365,
      updatedAt: created?.createdAt as Date,
    } satisfies RetentionRow);
    const changed = { ...defaults, promptsRetentionEnabled: true, promptsRetentionDays: 7, updatedAt: now };
    const change = () => changed;
    expect(await retention.update(org, change, entry)).toEqual(changed);
    expect(await retention.get(org)).toEqual(changed);
    expect(await retention.all()).toEqual([changed]);
    await retention.update(org, (current) => current, entry);
    const refuse = () => {
      throw new Error('no');
    };
    await expect(retention.update(org, refuse, entry)).rejects.toThrow('no');
    await until(() => changes.length > 0);
    expect(changes).toEqual([{ kind: 'settings', organizationId: org }]);
    expect(await store.audit.list(org, {}, page)).toMatchObject([
      { action: 'settings.updated', resourceId: 'retention' },
    ]);
  });

  test('keeps all concurrent changes of settings, on two instances', async () => {
    const stores = await twoStores(engine);
    const fields = ['promptsRetentionDays', 'messagesInboundRetentionDays', 'messagesOutboundRetentionDays'] as const;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const field = fields[index % 3] ?? 'promptsRetentionDays';
        return stores[index % 2 ? 1 : 0].retention.update(
          org,
          (current) => ({ ...current, [field]: current[field] + 1 }),
          entry,
        );
      }),
    );
    expect(await stores[0].retention.get(org)).toMatchObject({
      promptsRetentionDays: 40,
      messagesInboundRetentionDays: 40,
      messagesOutboundRetentionDays: 40,
    });
    expect(await stores[1].audit.list(org, {}, page)).toHaveLength(30);
  });

  test('removes closed prompts with their messages and ended deliveries, and keeps open ones', async () => {
    const { stores, database } = await freshStores(engine);
    const [store] = stores;
    const answered = await pendingPrompt(store);
    await store.prompts.answer(
      newAnswer(answered, { at: after(5), delivery: newDelivery({ id: 'told', promptNum: answered.num }) }),
    );
    const fresh = await pendingPrompt(store);
    await store.prompts.answer(
      newAnswer(fresh, { at: later, delivery: newDelivery({ id: 'fresh', promptNum: fresh.num }) }),
    );
    const expired = await pendingPrompt(store, { expiresAt: after(2) });
    await store.prompts.expireDue(after(3), 10, () => null);
    await settleAll(store, 'dead');
    const pending = await pendingPrompt(store, { expiresAt: null, createdAt: after(-9e6) });
    const posting = await store.prompts.open(newPrompt({ createdAt: after(-9e6) }));
    const owing = await pendingPrompt(store);
    await store.prompts.answer(newAnswer(owing, { at: after(4) }));
    for (const closing of await store.prompts.claimClosings(later, after(20), 50, ['pigeon'])) {
      if (closing.prompt.num !== owing.num)
        await store.prompts.endClosings([{ closing, retryAt: null, messageClosedAt: null }]);
    }
    // Due since it was closed: its platform no longer has an adapter.
    const abandoned = await pendingPrompt(store);
    await store.prompts.answer(newAnswer(abandoned, { at: after(4) }));

    expect(await store.retention.remove({ of: 'prompts', organizationId: 'elsewhere', before: later }, 500)).toBe(0);
    expect(await store.retention.remove({ of: 'prompts', organizationId: org, before: later }, 500)).toBe(3);
    expect(await store.prompts.get(org, abandoned.num)).toBeNull();
    const left = async ({ num }: { num: number }) => (await store.prompts.get(org, num)) !== null;
    expect(await Promise.all([answered, expired, fresh, pending, posting, owing].map(left))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(await store.deliveries.get(org, 'told')).toBeNull();
    expect(await store.deliveries.get(org, 'fresh')).toMatchObject({ state: 'dead' });
    const remembered = await database.sql.all<{ promptNum: number }>(
      'SELECT prompt_num FROM prompt_message ORDER BY prompt_num',
    );
    expect(remembered.map(({ promptNum }) => promptNum)).toEqual([fresh.num, pending.num, owing.num]);
    expect(await database.sql.all('SELECT delivery_id FROM delivery_attempt')).toEqual([{ deliveryId: 'fresh' }]);
  });

  test('removes messages of one direction with their ended deliveries in batches, oldest first', async () => {
    const store = await freshStore(engine);
    for (const [index, id] of ['m1', 'm2', 'm3'].entries()) await received(store, id, { createdAt: after(index / 10) });
    await received(store, 'new', { createdAt: later });
    await received(store, 'sent', { direction: 'outbound' });
    await settleAll(store, 'delivered');
    const remove = (limit: number) =>
      store.retention.remove({ of: 'messages', organizationId: org, direction: 'inbound', before: later }, limit);
    const listed = async () => (await store.messages.list(org, {}, page)).map(({ id }) => id);

    expect(await remove(2)).toBe(2);
    expect(await listed()).toEqual(['sent', 'new', 'm3']);
    expect(await remove(2)).toBe(1);
    expect(await remove(2)).toBe(0);
    expect(await listed()).toEqual(['sent', 'new']);
    expect((await store.deliveries.list(org, {}, page)).rows.map(({ id }) => id)).toEqual(['for sent', 'for new']);
  });

  test.each(['delivered', 'dead'] as const)(
    'keeps a pending delivery of a removed message and erases it once it is %s',
    async (next) => {
      const { stores } = await freshStores(engine);
      const [store, other] = stores;
      await received(store, 'm');
      const claimed = await claim(other);
      expect(
        await store.retention.remove({ of: 'messages', organizationId: org, direction: 'inbound', before: later }, 500),
      ).toBe(1);
      expect(await store.messages.get(org, 'm')).toBeNull();
      expect(await store.deliveries.get(org, 'for m')).toMatchObject({ state: 'pending', body: '{"the":"body"}' });
      await other.deliveries.settle(claimed.map((row) => settlement(row, next)));
      expect(await store.deliveries.get(org, 'for m')).toBeNull();
    },
  );

  test('removes old delivered callbacks and keeps dead and pending ones', async () => {
    const store = await freshStore(engine);
    const [first, second] = await enqueue(store, {}, {}, { createdAt: after(0.5), channelId: 'young' });
    const [one, two, three] = await claim(store);
    if (!one || !two || !three) throw new Error('three were enqueued');
    await store.deliveries.settle([
      settlement(one, 'delivered'),
      settlement(two, 'dead'),
      settlement(three, 'delivered'),
    ]);
    const [owed] = await enqueue(store, {});
    const remove = (before: Date) => store.retention.remove({ of: 'delivered', organizationId: org, before }, 500);
    expect(await remove(now)).toBe(0);
    expect(await remove(after(0.1))).toBe(1);
    expect(await store.deliveries.get(org, first ?? '')).toBeNull();
    expect(await remove(later)).toBe(1);
    expect((await store.deliveries.list(org, {}, page)).rows.map(({ id }) => id)).toEqual([owed, second]);
  });

  test('removes expired records and leases', async () => {
    const { stores, database } = await freshStores(engine);
    const [{ retention, inboundEvents, leases, streamEvents }] = stores;
    for (const [eventId, at] of [
      ['old', now],
      ['new', later],
    ] as const)
      await inboundEvents.first({ organizationId: org, account: 'bot', eventId, at });
    for (const [key, expires] of [
      ['old', now],
      ['new', later],
    ] as const) {
      await database.sql.run(
        'INSERT INTO idempotent_request (organization_id, caller, key, fingerprint, expires_at) VALUES (?, ?, ?, ?, ?)',
        [org, 'k', key, 'f', expires],
      );
      await database.sql.run('INSERT INTO stream_event (organization_id, type, resource_id, at) VALUES (?, ?, ?, ?)', [
        org,
        't',
        key,
        expires,
      ]);
      await leases.acquire(key, 'here', now, expires);
    }
    expect(await streamEvents.removedTo(org)).toBe(0);
    const kinds = ['inbound events', 'idempotent requests', 'stream events', 'leases'] as const;
    for (const of of kinds) {
      expect(await retention.remove({ of, before: later }, 500)).toBe(1);
      expect(await retention.remove({ of, before: later }, 500)).toBe(0);
    }
    expect(await inboundEvents.first({ organizationId: org, account: 'bot', eventId: 'new', at: later })).toBe(false);
    expect(await inboundEvents.first({ organizationId: org, account: 'bot', eventId: 'old', at: later })).toBe(true);
    expect(await leases.acquire('new', 'there', now, later)).toBe(false);
    expect(await database.sql.all('SELECT key FROM idempotent_request')).toEqual([{ key: 'new' }]);
    expect(await database.sql.all('SELECT resource_id FROM stream_event')).toEqual([{ resourceId: 'new' }]);
    expect(await streamEvents.removedTo(org)).toBe(1);
  });

  test('removes each row once on several instances at the same time', async () => {
    const stores = await twoStores(engine);
    for (let index = 0; index < 40; index += 1) await received(stores[0], `m${index}`);
    await settleAll(stores[0], 'delivered');
    let removed = 0;
    while (removed < 40) {
      const counts = await Promise.all(
        stores.map(({ retention }) =>
          retention.remove({ of: 'messages', organizationId: org, direction: 'inbound', before: later }, 10),
        ),
      );
      removed += counts.reduce((sum, count) => sum + count, 0);
    }
    expect(removed).toBe(40);
    expect(await stores[1].messages.list(org, {}, page)).toEqual([]);
  });

  test('counts what a reader would see', async () => {
    const store = await freshStore(engine);
    await store.channels.insert(newChannel('a'));
    await store.channels.insert(newChannel('b'));
    await store.channels.insert(newChannel('c', { platform: 'drum' }));
    await store.channels.insert(newChannel('off'));
    await store.channels.insert(newChannel('foreign', { organizationId: 'elsewhere' }));
    await store.channels.update(org, 'off', 1, { isActive: false, updatedAt: now });
    await store.prompts.open(newPrompt());
    await pendingPrompt(store, { expiresAt: now });
    await pendingPrompt(store, { expiresAt: null });
    await pendingPrompt(store);
    await store.prompts.answer(newAnswer(await pendingPrompt(store), { at: now }));
    await store.prompts.answer(newAnswer(await pendingPrompt(store), { at: later }));
    expect(await store.serviceStatus.counts(org, { now: later, answeredSince: after(5) })).toEqual({
      activeChannels: { drum: 1, pigeon: 2 },
      pendingPrompts: 2,
      promptsAnsweredSince: 1,
      pausedReceivers: 0,
    });
    expect(await store.serviceStatus.counts('elsewhere', { now, answeredSince: now })).toEqual({
      activeChannels: { pigeon: 1 },
      pendingPrompts: 0,
      promptsAnsweredSince: 0,
      pausedReceivers: 0,
    });
  });
});
