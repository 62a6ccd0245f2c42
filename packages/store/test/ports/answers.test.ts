import type { Answer, DeliveryRow, NewDelivery, PromptRow } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine, onPostgres } from '../engines.js';
import {
  after,
  claim,
  freshStore,
  freshStores,
  until,
  newAnswer,
  newDelivery,
  newPrompt,
  org,
  pendingPrompt,
  twoStores,
  outcomeOf,
  now,
  settlement,
} from './fixture.js';

onEveryEngine((engine) => {
  test('stores an answer with its author and delivery, and makes the chat message due for update', async () => {
    const store = await freshStore(engine);
    const prompt = await pendingPrompt(store);
    const answer = newAnswer(prompt, {
      type: 'text',
      value: 'ja\0bitte \uD800',
      confirmTo: 'm77',
      confirmTarget: '-1:\0',
      confirmThread: 't\0',
    });
    expect(await outcomeOf(store.prompts.answer(answer))).toBe('answered');
    expect(await store.prompts.get(org, prompt.num)).toEqual({
      ...prompt,
      state: 'answered',
      answeredAt: after(1),
      answerType: 'text',
      answer: 'ja\uFFFDbitte \uFFFD',
      answeredById: '7',
      answeredByUsername: 'ada',
      answeredByName: 'Ada L.',
      closeDueAt: after(1),
      confirmTo: 'm77',
      confirmTarget: '-1:\uFFFD',
      confirmThread: 't\uFFFD',
    });
    expect(await claim(store)).toMatchObject([{ ...answer.delivery, attempts: 1, state: 'pending' }]);
  });

  test('accepts one of hundreds of concurrent answers on two instances and inserts one delivery', async () => {
    const stores = await twoStores(engine);
    const prompt = await pendingPrompt(stores[0]);
    const answers = Array.from({ length: 400 }, (_, index) =>
      newAnswer(prompt, { value: `answer ${index}`, by: { id: String(index), username: null, name: null } }),
    );
    const outcomes = await Promise.all(
      answers.map((answer, index) => outcomeOf(stores[index % 2 ? 1 : 0].prompts.answer(answer))),
    );
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(399);
    const winner = answers[outcomes.indexOf('answered')];
    expect(await stores[1].prompts.get(org, prompt.num)).toMatchObject({
      answer: winner?.value,
      answeredById: winner?.by?.id,
    });
    expect((await claim(stores[0])).map(({ id }) => id)).toEqual([winner?.delivery?.id]);
  });

  test('processes an event once that arrives fifty times on two instances', async () => {
    const stores = await twoStores(engine);
    const prompt = await pendingPrompt(stores[0]);
    const event = { account: 'bot-1', eventId: 'press' };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        outcomeOf(stores[index % 2 ? 1 : 0].prompts.answer(newAnswer(prompt, { event }))),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['answered', ...Array.from({ length: 49 }, () => 'duplicate')]);
    expect(await claim(stores[0])).toHaveLength(1);

    const other = await pendingPrompt(stores[0]);
    expect(await outcomeOf(stores[0].prompts.answer(newAnswer(other, { event: { ...event, account: 'bot-2' } })))).toBe(
      'answered',
    );
  });

  test('records an event that came too late, so that its repeat is a duplicate', async () => {
    const { prompts } = await freshStore(engine);
    const prompt = await pendingPrompt({ prompts });
    await prompts.answer(newAnswer(prompt));
    const late = newAnswer(prompt, { value: 'No' });
    expect(await outcomeOf(prompts.answer(late))).toBe('closed');
    expect(await outcomeOf(prompts.answer(late))).toBe('duplicate');
    expect((await prompts.get(org, prompt.num))?.answer).toBe('Yes');
  });

  test('rejects answers at or after the expiry, whether or not the background pass has run', async () => {
    const store = await freshStore(engine);
    const prompt = await pendingPrompt(store, { expiresAt: after(10) });
    expect(await outcomeOf(store.prompts.answer(newAnswer(prompt, { at: after(10) })))).toBe('closed');
    expect(await outcomeOf(store.prompts.answer(newAnswer(prompt, { at: after(9.999) })))).toBe('answered');
    const endless = await pendingPrompt(store, { expiresAt: null });
    expect(
      await outcomeOf(store.prompts.answer(newAnswer(endless, { at: after(1e9), event: null, delivery: null }))),
    ).toBe('answered');
    expect(await claim(store, { now: after(2e9) })).toHaveLength(1);
  });

  test('treats an unknown prompt as closed and inserts no delivery', async () => {
    const store = await freshStore(engine);
    const prompt = await store.prompts.open(newPrompt());
    await store.prompts.discard(prompt);
    expect(await outcomeOf(store.prompts.answer(newAnswer(prompt)))).toBe('closed');
    expect(await store.deliveries.nextDue()).toBeNull();
  });

  test('rolls back the answer and the event when the delivery cannot be stored', async () => {
    const store = await freshStore(engine);
    const prompt = await pendingPrompt(store);
    const answer = newAnswer(prompt);
    const taken = newDelivery();
    const other = await pendingPrompt(store);
    await store.prompts.answer(newAnswer(other, { delivery: taken }));
    await expect(store.prompts.answer({ ...answer, delivery: taken })).rejects.toThrow('unique constraint failed');
    expect(await store.prompts.get(org, prompt.num)).toEqual(prompt);
    expect(await outcomeOf(store.prompts.answer(answer))).toBe('answered');
  });

  test('inserts the delivery of an answer as claimed, unless its receiver timed out or it has a lane', async () => {
    const store = await freshStore(engine);
    const held = { holder: 'here', until: after(11) };
    const answerWith = async (change: Partial<NewDelivery>, closeUntil: Date | null = null) =>
      await store.prompts.answer(
        newAnswer(await pendingPrompt(store), { closeUntil, delivery: newDelivery({ claim: held, ...change }) }),
      );
    const { prompt, delivery } = await answerWith({}, after(61));
    expect(delivery).toEqual((await store.deliveries.list(org, {}, { limit: 1, before: null })).rows[0]);
    expect(delivery).toMatchObject({ attempts: 1, runAt: after(11), claimedBy: 'here', state: 'pending' });
    expect(prompt).toMatchObject({ state: 'answered', closeDueAt: after(61), closeAttempts: 1 });
    expect(await claim(store)).toEqual([]);
    expect(await claim(store, { now: after(11), until: after(20) })).toMatchObject([{ id: delivery?.id, attempts: 2 }]);

    const failed = settlement(delivery as DeliveryRow, after(600), {}, true);
    await store.deliveries.settle([{ ...failed, delivery: { ...failed.delivery, attempts: 2 } }]);
    expect(await answerWith({})).toMatchObject({ outcome: 'answered', delivery: null });
    expect(await answerWith({ destination: 'https://other.example', lane: 'a' })).toMatchObject({ delivery: null });
    const due = await claim(store, { holder: 'there' });
    expect(due).toMatchObject([{ attempts: 1 }, { attempts: 1, lane: 'a' }]);

    const cancelled = await pendingPrompt(store);
    const notice = newDelivery({ claim: held, destination: 'https://third.example' });
    expect(await store.prompts.cancel(org, cancelled.num, now, notice)).toMatchObject({
      outcome: 'cancelled',
      prompt: { ...cancelled, state: 'expired', closedReason: 'cancelled', closeDueAt: now },
      delivery: { id: notice.id, attempts: 1, claimedBy: 'here' },
    });
    expect(await store.prompts.cancel(org, cancelled.num, now, newDelivery())).toEqual({
      outcome: 'closed',
      prompt: null,
      delivery: null,
    });
  });
});

onPostgres((engine) => {
  test('counts an answer that waited for a change of its prompt, unless the change closed it', async () => {
    const { stores, database } = await freshStores(engine);
    const [store] = stores;
    const waited = async (prompt: PromptRow, change: string, answer: Partial<Answer> = {}) => {
      const { sql } = database;
      let outcome: Promise<string> | undefined;
      await sql.write(async (tx) => {
        await tx.run(`UPDATE prompt SET ${change} WHERE num = ?`, [prompt.num]);
        outcome = outcomeOf(store.prompts.answer(newAnswer(prompt, answer)));
        await until(
          async () =>
            (
              await sql.all(
                `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
              )
            ).length > 0,
        );
      });
      return await outcome;
    };
    expect(await waited(await pendingPrompt(store), 'post_attempts = 2')).toBe('answered');
    expect(await waited(await pendingPrompt(store), 'post_attempts = 2', { event: null })).toBe('answered');
    expect(await waited(await pendingPrompt(store), 'post_attempts = 2', { pressedMessageId: 'other' })).toBe(
      'answered',
    );
    expect(await waited(await pendingPrompt(store), `state = 'expired'`)).toBe('closed');
    expect(await claim(store)).toHaveLength(3);
  });
});
