import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  claim,
  freshStore,
  newAnswer,
  newDelivery,
  newPrompt,
  org,
  pendingPrompt,
  twoStores,
} from './fixture.js';

onEveryEngine((engine) => {
  test('stores an answer with its author and delivery, and makes the chat message due for update', async () => {
    const store = await freshStore(engine);
    const prompt = await pendingPrompt(store);
    const answer = newAnswer(prompt, { type: 'text', value: 'ja\0bitte \uD800', confirmTo: 'm77' });
    expect(await store.prompts.answer(answer)).toBe('answered');
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
      answers.map((answer, index) => stores[index % 2 ? 1 : 0].prompts.answer(answer)),
    );
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(399);
    const winner = answers[outcomes.indexOf('answered')];
    expect(await stores[1].prompts.get(org, prompt.num)).toMatchObject({
      answer: winner?.value,
      answeredById: winner?.by.id,
    });
    expect((await claim(stores[0])).map(({ id }) => id)).toEqual([winner?.delivery?.id]);
  });

  test('processes an event once that arrives fifty times on two instances', async () => {
    const stores = await twoStores(engine);
    const prompt = await pendingPrompt(stores[0]);
    const event = { account: 'bot-1', eventId: 'press' };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => stores[index % 2 ? 1 : 0].prompts.answer(newAnswer(prompt, { event }))),
    );
    expect(outcomes.toSorted()).toEqual(['answered', ...Array.from({ length: 49 }, () => 'duplicate')]);
    expect(await claim(stores[0])).toHaveLength(1);

    const other = await pendingPrompt(stores[0]);
    expect(await stores[0].prompts.answer(newAnswer(other, { event: { ...event, account: 'bot-2' } }))).toBe(
      'answered',
    );
  });

  test('records an event that came too late, so that its repeat is a duplicate', async () => {
    const { prompts } = await freshStore(engine);
    const prompt = await pendingPrompt({ prompts });
    await prompts.answer(newAnswer(prompt));
    const late = newAnswer(prompt, { value: 'No' });
    expect(await prompts.answer(late)).toBe('closed');
    expect(await prompts.answer(late)).toBe('duplicate');
    expect((await prompts.get(org, prompt.num))?.answer).toBe('Yes');
  });

  test('rejects answers at or after the expiry, whether or not the background pass has run', async () => {
    const store = await freshStore(engine);
    const prompt = await pendingPrompt(store, { expiresAt: after(10) });
    expect(await store.prompts.answer(newAnswer(prompt, { at: after(10) }))).toBe('closed');
    expect(await store.prompts.answer(newAnswer(prompt, { at: after(9.999) }))).toBe('answered');
    const endless = await pendingPrompt(store, { expiresAt: null });
    expect(await store.prompts.answer(newAnswer(endless, { at: after(1e9), event: null, delivery: null }))).toBe(
      'answered',
    );
    expect(await claim(store, { now: after(2e9) })).toHaveLength(1);
  });

  test('treats an unknown prompt as closed and inserts no delivery', async () => {
    const store = await freshStore(engine);
    const prompt = await store.prompts.open(newPrompt());
    await store.prompts.discard(prompt);
    expect(await store.prompts.answer(newAnswer(prompt))).toBe('closed');
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
    expect(await store.prompts.answer(answer)).toBe('answered');
  });
});
