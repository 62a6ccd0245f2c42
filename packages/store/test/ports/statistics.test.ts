import type { Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  claim,
  enqueue,
  freshStore,
  newAnswer,
  newAudit,
  newChannel,
  newPrompt,
  now,
  org,
  pendingPrompt,
  settlement,
} from './fixture.js';

/** Ten-second windows; the first one begins at `now`. */
const stretches = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ from: after(place * 10), to: after(place * 10 + 10) }));
const before = { from: after(-100), to: after(-50) };
const nothing = {
  buckets: [{ created: 0, answered: 0, expired: 0, cancelled: 0, undeliverable: 0 }],
  medianAnswerMs: null,
  callbacks: { delivered: 0, dead: 0, pending: 0 },
  callbacksBefore: { delivered: 0, dead: 0, pending: 0 },
  queue: { pending: 0, oldestAt: null },
  channels: { active: 0, failing: 0, unverified: 0, troubled: [] },
};

/** A prompt that was created and answered at these seconds, without a delivery. */
async function answered(store: Store, askedAt: number, answeredAt: number): Promise<void> {
  const prompt = await pendingPrompt(store, { createdAt: after(askedAt), expiresAt: null });
  await store.prompts.answer(newAnswer(prompt, { at: after(answeredAt), delivery: null }));
}

onEveryEngine((engine) => {
  test('counts prompts in the bucket where they were created, answered, expired or cancelled, including its start', async () => {
    const store = await freshStore(engine);
    await answered(store, -1, 0);
    await answered(store, 0, 9.999);
    await answered(store, 9.999, 10);
    await pendingPrompt(store, { createdAt: after(10), expiresAt: after(20) });
    await pendingPrompt(store, { createdAt: after(10), expiresAt: null });
    const cancelled = await pendingPrompt(store, { createdAt: after(11), expiresAt: after(22) });
    await store.prompts.cancel(
      org,
      cancelled.num,
      after(12),
      null,
      newAudit('prompt.cancelled', '#6', { at: after(12) }),
    );
    await store.prompts.expireDue(after(21), 10, () => null);
    // These are in internal states: one is being posted, the other was orphaned by a crash.
    await store.prompts.open(newPrompt({ createdAt: after(12), expiresAt: null }));
    await store.prompts.open(newPrompt({ createdAt: after(3), expiresAt: null }));
    await store.prompts.orphanAbandoned({ before: after(4), now: after(60), removeBefore: after(-60) });
    const { buckets } = await store.windowStatistics.read(org, stretches(3), before);
    expect(buckets).toEqual([
      { created: 2, answered: 2, expired: 0, cancelled: 0, undeliverable: 0 },
      { created: 3, answered: 1, expired: 0, cancelled: 1, undeliverable: 0 },
      { created: 0, answered: 0, expired: 1, cancelled: 0, undeliverable: 0 },
    ]);
    expect(await store.windowStatistics.read('elsewhere', stretches(1), before)).toEqual(nothing);
  });

  test('counts a prompt that did not arrive in the bucket of the report, also after its expiry time', async () => {
    const store = await freshStore(engine);
    await pendingPrompt(store, { deliveryState: 'accepted', createdAt: after(1), expiresAt: after(21) });
    const report = { channelId: 'ops', messageId: 'm1', state: 'failed', problem: 'Not on WhatsApp.' } as const;
    await store.deliveryReports.apply(org, [report], after(12), () => null);
    await store.prompts.expireDue(after(25), 10, () => null);
    const { buckets } = await store.windowStatistics.read(org, stretches(3), before);
    expect(buckets).toEqual([
      { created: 1, answered: 0, expired: 0, cancelled: 0, undeliverable: 0 },
      { created: 0, answered: 0, expired: 0, cancelled: 0, undeliverable: 1 },
      { created: 0, answered: 0, expired: 0, cancelled: 0, undeliverable: 0 },
    ]);
  });

  test('computes the median answer time, and null without answers', async () => {
    const store = await freshStore(engine);
    const median = async () => (await store.windowStatistics.read(org, stretches(2), before)).medianAnswerMs;
    expect(await median()).toBeNull();
    await answered(store, -500, -1);
    expect(await median()).toBeNull();
    await answered(store, 0, 1);
    expect(await median()).toBe(1000);
    await answered(store, 0, 4);
    expect(await median()).toBe(2500);
    await answered(store, -500, 5);
    expect(await median()).toBe(4000);
  });

  test('counts callbacks of the window by state, also after removals, and the whole queue', async () => {
    const store = await freshStore(engine);
    for (let second = -30; second < 20; second += 1) await enqueue(store, { createdAt: after(second) });
    // Leaves gaps in `seq`, and a first row with a large number.
    const taken = await claim(store, { now: after(60), until: after(90), limit: 45, perDestination: 45 });
    await store.deliveries.settle(taken.map((row, index) => settlement(row, index % 5 === 0 ? 'dead' : 'delivered')));
    await store.retention.remove({ of: 'delivered', organizationId: org, before: after(-10) }, 500);
    await enqueue(store, { createdAt: after(20), organizationId: 'elsewhere' });
    const counts = async (from: number) =>
      (await store.windowStatistics.read(org, [{ from: after(from), to: after(100) }], before)).callbacks;
    expect(await counts(0)).toEqual({ delivered: 12, dead: 3, pending: 5 });
    expect(await counts(10)).toEqual({ delivered: 4, dead: 1, pending: 5 });
    expect(await counts(15)).toEqual({ delivered: 0, dead: 0, pending: 5 });
    expect(await counts(20)).toEqual({ delivered: 0, dead: 0, pending: 0 });
    expect(await counts(-100)).toEqual({ delivered: 20, dead: 9, pending: 5 });
    const earlier = { from: after(-10), to: after(15) };
    const { queue, callbacksBefore } = await store.windowStatistics.read(
      org,
      [{ from: after(19), to: after(100) }],
      earlier,
    );
    expect(callbacksBefore).toEqual({ delivered: 20, dead: 5, pending: 0 });
    expect(queue).toEqual({ pending: 5, oldestAt: after(15) });
  });

  test('returns at most ten failing active channels, latest failure first', async () => {
    const store = await freshStore(engine);
    for (let index = 0; index < 14; index += 1) await store.channels.insert(newChannel(`c${index}`));
    for (let index = 0; index < 13; index += 1)
      await store.channels.setHealth(org, [`c${index}`], { state: 'failing', detail: 'no', at: after(index) });
    await store.channels.update(org, 'c12', 1, { isActive: false, updatedAt: now });
    const { channels } = await store.windowStatistics.read(org, stretches(1), before);
    expect(channels).toMatchObject({ active: 13, failing: 12, unverified: 1 });
    expect(channels.troubled.map(({ channelId }) => channelId)).toEqual([
      'c11',
      'c10',
      'c9',
      'c8',
      'c7',
      'c6',
      'c5',
      'c4',
      'c3',
      'c2',
    ]);
  });
});
