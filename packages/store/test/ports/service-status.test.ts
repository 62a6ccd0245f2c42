import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/open.js';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { after, newAnswer, now, org, pendingPrompt } from './fixture.js';

const DAY = 86_400;

onEveryEngine((engine) => {
  test('counts the answers of the last day while time passes and answers arrive', async () => {
    const database = await openDatabase(await engine.empty());
    const store = await createStore(database);
    onTestFinished(() => store.close());
    const answeredAt: number[] = [];
    const answer = async (second: number) => {
      const prompt = await pendingPrompt(store, { expiresAt: null });
      await store.prompts.answer(newAnswer(prompt, { at: after(second) }));
      answeredAt.push(second);
    };
    for (let second = -DAY - 3000; second < 0; second += 7000) await answer(second);
    for (let second = 0; second < 3 * DAY; second += DAY / 5) {
      await answer(second);
      await answer(second - 30);
      const counted = await store.serviceStatus.counts(org, { now: after(second), answeredSince: after(second - DAY) });
      expect(counted.promptsAnsweredSince).toBe(answeredAt.filter((at) => at >= second - DAY).length);
    }
    const elsewhere = await store.serviceStatus.counts('elsewhere', { now, answeredSince: after(-DAY) });
    expect(elsewhere).toEqual({ activeChannels: {}, pendingPrompts: 0, promptsAnsweredSince: 0, pausedReceivers: 0 });
  });
});
