import type { PromptRow } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  claim,
  freshStore,
  newAnswer,
  newDelivery,
  now,
  org,
  pendingPrompt,
  twoStores,
  outcomeOf,
} from './fixture.js';

const deliveryOf = ({ num }: PromptRow) => newDelivery({ promptNum: num, eventType: 'prompt.expired' });

onEveryEngine((engine) => {
  test('expires overdue prompts with their deliveries, longest overdue first, up to the limit', async () => {
    const store = await freshStore(engine);
    await pendingPrompt(store, { expiresAt: after(-1) });
    await pendingPrompt(store, { expiresAt: after(-3), notifyOnExpiry: false });
    await pendingPrompt(store, { expiresAt: now });
    await pendingPrompt(store, { expiresAt: after(1) });
    await pendingPrompt(store, { expiresAt: null });
    const expire = (limit: number) =>
      store.prompts.expireDue(now, limit, (prompt) => (prompt.notifyOnExpiry ? deliveryOf(prompt) : null));

    const first = await expire(2);
    expect(first.map(({ num }) => num).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(first[0]).toMatchObject({ state: 'expired', closedReason: 'ttl', closeDueAt: now });
    expect((await expire(9)).map(({ num }) => num)).toEqual([3]);
    expect(await expire(9)).toEqual([]);
    expect((await claim(store)).map(({ promptNum }) => promptNum)).toEqual([1, 3]);
    expect(await store.prompts.nextExpiry()).toEqual(after(1));
  });

  test('returns no next expiry when no prompt expires', async () => {
    const store = await freshStore(engine);
    await pendingPrompt(store, { expiresAt: null });
    const prompt = await pendingPrompt(store, { expiresAt: after(5) });
    expect(await store.prompts.nextExpiry()).toEqual(after(5));
    await store.prompts.answer(newAnswer(prompt));
    expect(await store.prompts.nextExpiry()).toBeNull();
  });

  test('closes every prompt once with one delivery when answers and expiries are concurrent', async () => {
    const stores = await twoStores(engine);
    const prompts = await Promise.all(
      Array.from({ length: 200 }, () => pendingPrompt(stores[0], { expiresAt: after(10) })),
    );
    const answering: Promise<string>[] = [];
    const expiring: Promise<PromptRow[]>[] = [];
    for (const [index, prompt] of prompts.entries()) {
      const [one, other] = index % 2 ? stores : ([stores[1], stores[0]] as const);
      if (index % 10 === 0) expiring.push(one.prompts.expireDue(after(10), 7, deliveryOf));
      for (const store of [one, other])
        answering.push(outcomeOf(store.prompts.answer(newAnswer(prompt, { at: after(9) }))));
    }
    const [answered, expired] = await Promise.all([Promise.all(answering), Promise.all(expiring)]);
    const rest = await stores[0].prompts.expireDue(after(10), 1000, deliveryOf);

    const expiredNums = [...expired, rest].flat().map(({ num }) => num);
    expect(new Set(expiredNums).size).toBe(expiredNums.length);
    const wins = answered.filter((outcome) => outcome === 'answered').length;
    expect(wins + expiredNums.length).toBe(200);
    expect(Math.min(wins, expiredNums.length)).toBeGreaterThan(0);
    const rows = await Promise.all(prompts.map(({ num }) => stores[0].prompts.get(org, num)));
    const shownExpired = rows.flatMap((row) => (row?.state === 'expired' ? [row.num] : []));
    expect(new Set(shownExpired)).toEqual(new Set(expiredNums));
    const owed = await claim(stores[0], { now: after(60), limit: 1000, perDestination: 1000 });
    expect(owed.map(({ promptNum }) => promptNum).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      prompts.map(({ num }) => num).toSorted((a, b) => a - b),
    );
    for (const { promptNum, eventType } of owed) {
      expect(eventType).toBe(expiredNums.includes(Number(promptNum)) ? 'prompt.expired' : 'prompt.answered');
    }
  });

  test('expires no prompt of a pass when a delivery cannot be stored', async () => {
    const store = await freshStore(engine);
    await pendingPrompt(store, { expiresAt: after(-2) });
    await pendingPrompt(store, { expiresAt: after(-1) });
    const same = newDelivery();
    await expect(store.prompts.expireDue(now, 10, () => same)).rejects.toThrow('unique constraint failed');
    expect((await store.prompts.get(org, 1))?.state).toBe('pending');
    expect(await store.deliveries.nextDue()).toBeNull();
  });

  test('claims a closing once, again after the claim expires, and ends it', async () => {
    const [one, other] = await twoStores(engine);
    for (let index = 0; index < 20; index += 1)
      await one.prompts.answer(newAnswer(await pendingPrompt(one), { confirmTo: 'm' }));
    const claims = await Promise.all(
      [one, other].map(({ prompts }) => prompts.claimClosings(after(2), after(12), 15, ['pigeon'])),
    );
    const claimed = claims.flat();
    expect(new Set(claimed.map(({ prompt }) => prompt.num)).size).toBe(claimed.length);
    claimed.push(...(await other.prompts.claimClosings(after(2), after(12), 15, ['pigeon'])));
    expect(claimed).toHaveLength(20);
    expect(claimed[0]).toMatchObject({
      until: after(12),
      prompt: { closeAttempts: 1, confirmTo: 'm', closeDueAt: after(12) },
    });
    expect(await one.prompts.nextClosing(['pigeon'])).toEqual(after(12));
    expect(await one.prompts.claimClosings(after(11), after(21), 15, ['pigeon'])).toEqual([]);

    await one.prompts.endClosings(
      claimed.slice(1).map((closing) => ({ closing, retryAt: null, messageClosedAt: null })),
    );
    const lost = claimed[0];
    const [again] = await other.prompts.claimClosings(after(12), after(22), 15, ['pigeon']);
    if (!lost || !again) throw new Error('nothing was claimed');
    expect(again.prompt).toMatchObject({ num: lost.prompt.num, closeAttempts: 2 });
    await one.prompts.endClosings([{ closing: lost, retryAt: null, messageClosedAt: null }]);
    expect(await one.prompts.nextClosing(['pigeon'])).toEqual(after(22));
    await other.prompts.endClosings([{ closing: again, retryAt: after(50), messageClosedAt: null }]);
    expect(await one.prompts.nextClosing(['pigeon'])).toEqual(after(50));
    const [last] = await one.prompts.claimClosings(after(50), after(60), 15, ['pigeon']);
    if (!last) throw new Error('nothing was claimed');
    await one.prompts.endClosings([{ closing: last, retryAt: null, messageClosedAt: null }]);
    expect(await one.prompts.nextClosing(['pigeon'])).toBeNull();
  });

  test('keeps a confirmation due until it was posted', async () => {
    const { prompts } = await freshStore(engine);
    const prompt = await pendingPrompt({ prompts });
    await prompts.answer(newAnswer(prompt, { confirmTo: 'm9' }));
    expect((await prompts.claimClosings(after(2), after(12), 1, ['pigeon']))[0]?.prompt.confirmTo).toBe('m9');
    await prompts.confirmed(org, prompt.num);
    expect((await prompts.get(org, prompt.num))?.confirmTo).toBeNull();
  });
});
