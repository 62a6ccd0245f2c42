import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newAnswer, org, pendingPrompt, twoStores } from './fixture.js';

const platforms = ['pigeon'];
const done = { retryAt: null, messageClosedAt: null } as const;

onEveryEngine((engine) => {
  test('what is due follows each change: an answer, a claim, a failed update, the end and a removal', async () => {
    const store = await freshStore(engine);
    const { prompts } = store;
    const due = () => prompts.nextClosing(platforms);
    expect(await due()).toBeNull();
    const prompt = await pendingPrompt(store);
    expect(await due()).toBeNull();
    await prompts.answer(newAnswer(prompt));
    expect(await due()).toEqual(after(1));
    expect(await prompts.nextClosing(['owl'])).toBeNull();

    const [claimed] = await prompts.claimClosings(after(2), after(12), 10, platforms);
    expect(await due()).toEqual(after(12));
    expect(await prompts.claimClosings(after(3), after(13), 10, platforms)).toEqual([]);
    await prompts.endClosings([{ closing: claimed!, retryAt: after(30), messageClosedAt: null }]);
    expect(await due()).toEqual(after(30));
    const [again] = await prompts.claimClosings(after(31), after(41), 10, platforms);
    await prompts.endClosings([{ closing: again!, ...done }]);
    expect(await due()).toBeNull();

    const removed = await pendingPrompt(store);
    await prompts.answer(newAnswer(removed));
    expect(await due()).toEqual(after(1));
    const days = after(90 * 86_400);
    await store.retention.remove({ of: 'prompts', organizationId: org, before: days }, 100);
    expect(await prompts.get(org, removed.num)).toBeNull();
    expect(await due()).toBeNull();
  });

  test('each message is claimed once by two instances, while updates that took too long end', async () => {
    const stores = await twoStores(engine);
    const answered = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const prompt = await pendingPrompt(stores[0]);
        await stores[0].prompts.answer(newAnswer(prompt));
        return prompt.num;
      }),
    );
    const late = await stores[0].prompts.claimClosings(after(2), after(3), 20, platforms);
    const [, ...claims] = await Promise.all([
      Promise.all(late.map((closing) => stores[0].prompts.endClosings([{ closing, ...done }]))),
      ...Array.from({ length: 8 }, (_, index) =>
        stores[index % 2 === 0 ? 0 : 1].prompts.claimClosings(after(4), after(600), 10, platforms),
      ),
    ]);
    const rest = await stores[1].prompts.claimClosings(after(5), after(600), 100, platforms);
    const nums = [...claims.flat(), ...rest].map(({ prompt }) => prompt.num);
    expect(new Set(nums).size).toBe(nums.length);
    const isLate = (num: number) => late.some(({ prompt }) => prompt.num === num);
    expect(answered.filter((num) => !isLate(num) && !nums.includes(num))).toEqual([]);
  });
});
