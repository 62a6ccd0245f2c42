import type { DeliveryRow } from '@gateway/core';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { onEveryEngine, type Engine } from '../engines.js';
import { recorded } from '../recorded.js';
import {
  after,
  claim,
  enqueue,
  newAudit,
  newChannel,
  newDelivery,
  newKey,
  now,
  org,
  pendingPrompt,
  settlement,
} from './fixture.js';
import { newActivity, newTraffic } from './traffic-fixture.js';

/** A store, and a function that counts the statements of some work. */
async function countingStore(engine: Engine) {
  const { database, statements } = await recorded(await engine.empty());
  const store = await createStore(database);
  onTestFinished(() => store.close());
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    const writes = () => statements.filter(([text]) => !text.includes('pg_notify')).length;
    const before = writes();
    await work();
    return writes() - before;
  };
  return { store, count };
}

onEveryEngine((engine) => {
  test('expires many prompts with as many statements as one', async () => {
    const { store, count } = await countingStore(engine);
    const expire = async (prompts: number) => {
      for (let index = 0; index < prompts; index += 1) await pendingPrompt(store, { expiresAt: now });
      return await count(async () => {
        const expired = await store.prompts.expireDue(now, 100, ({ num }) => newDelivery({ promptNum: num }));
        expect(expired).toHaveLength(prompts);
      });
    };
    const one = await expire(1);
    expect(await expire(20)).toBe(one);
    const owed = await claim(store, { perDestination: 100 });
    expect(owed).toHaveLength(21);
    expect(owed.at(-1)).toMatchObject({ ...newDelivery(), promptNum: expect.any(Number), id: expect.any(String) });
    const events = await store.streamEvents.page(org, 0, 1e6, 1000);
    expect(events.filter(({ type }) => type === 'delivery.updated')).toHaveLength(21);
  });

  test('ends many closings with as many statements as one', async () => {
    const { store, count } = await countingStore(engine);
    const end = async (prompts: number) => {
      for (let index = 0; index < prompts; index += 1) await pendingPrompt(store, { expiresAt: now });
      await store.prompts.expireDue(now, 100, () => null);
      const closings = await store.prompts.claimClosings(after(1), after(60), 100, ['pigeon']);
      expect(closings).toHaveLength(prompts);
      return await count(() =>
        store.prompts.endClosings(closings.map((closing) => ({ closing, retryAt: null, messageClosedAt: null }))),
      );
    };
    const one = await end(1);
    expect(await end(20)).toBe(one);
    expect(await store.prompts.nextClosing(['pigeon'])).toBeNull();
  });

  test('settles many attempts with as many statements as one', async () => {
    const { store, count } = await countingStore(engine);
    const settle = async (deliveries: number) => {
      await enqueue(
        store,
        ...Array.from({ length: deliveries * 2 }, (_, index) => ({ destination: `https://${index}.example` })),
      );
      const rows: readonly DeliveryRow[] = await claim(store);
      expect(rows).toHaveLength(deliveries * 2);
      return await count(() =>
        store.deliveries.settle(rows.map((row, index) => settlement(row, index % 2 ? 'delivered' : 'dead'))),
      );
    };
    const one = await settle(1);
    expect(await settle(10)).toBe(one);
  });

  test('records the use of many channels and keys with as many statements as one', async () => {
    const { store, count } = await countingStore(engine);
    const ids = Array.from({ length: 20 }, (_, index) => `n${index}`);
    for (const id of ids) {
      await store.channels.insert(newChannel(id), newAudit('channel.created', id));
      await store.keys.insert(newKey(id), newAudit('key.created', id));
    }
    const channels = (some: readonly string[]) =>
      count(() =>
        store.channels.touch(
          some.map((channelId) => newActivity(channelId, { inboundAt: now })),
          some.map((channelId) => newTraffic(channelId, now)),
        ),
      );
    const keys = (some: readonly string[]) =>
      count(() => store.keys.touch(some.map((id) => ({ organizationId: org, id, at: now }))));
    expect(await channels(ids)).toBe(await channels(['n0']));
    expect(await keys(ids)).toBe(await keys(['n0']));
    expect(await store.channels.get(org, 'n19')).toMatchObject({ lastInboundAt: now, lastOutboundAt: null });
    expect(await store.keys.get(org, 'n19')).toMatchObject({ lastUsedAt: now });
  });
});
