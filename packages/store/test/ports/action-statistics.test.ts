import type { Answer, PromptTerms, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newAnswer, org, pendingPrompt } from './fixture.js';
import { terms } from './post-fixture.js';

const slots = [{ from: after(0), to: after(1000) }];
const before = { from: after(-20), to: after(0) };
const detail = { reason: null, args: null, text: null, personId: null, platform: null };
const ada = { id: '7', username: 'ada', name: null };

const about = (name: string, more: Partial<PromptTerms> = {}): PromptTerms => ({
  ...terms,
  action: { name, args: null, summary: null, risk: null },
  decisions: null,
  ...more,
});

/** A prompt with an action, answered after some seconds. */
async function answered(store: Store, asked: PromptTerms, seconds: number, answer: Partial<Answer>): Promise<void> {
  const prompt = await pendingPrompt(store, { createdAt: after(1), expiresAt: null, terms: asked });
  await store.prompts.answer(newAnswer(prompt, { at: after(1 + seconds), by: ada, detail, delivery: null, ...answer }));
}

const actionsOf = async (store: Store) =>
  (await store.promptStatistics.read(org, slots, before, null)).breakdown.actions;

onEveryEngine((engine) => {
  test('an action counts decisions and options as approved, edited or rejected, each with its time', async () => {
    const store = await freshStore(engine);
    const decided = about('deploy', { decisions: ['approve', 'edit', 'reject', 'respond'] });
    for (const [value, seconds] of [
      ['approve', 1.999],
      ['edit', 2],
      ['reject', 4],
      ['respond', 6],
    ] as const)
      await answered(store, decided, seconds, { type: 'decision', value });
    await pendingPrompt(store, { createdAt: after(1), expiresAt: null, terms: decided });
    const chosen = about('pay', { approvingOptions: ['Pay'] });
    await answered(store, chosen, 1, { value: 'Pay' });
    await answered(store, chosen, 1, { value: 'Wait' });
    // Words are not the option.
    await answered(store, chosen, 1, { type: 'text', value: 'Pay' });
    await answered(store, terms, 1, { value: 'Yes' });
    const deployed = { approved: 1, edited: 1, rejected: 2, fast: 1, medianAnswerMs: 3000 };
    const paid = { approved: 1, edited: 0, rejected: 2, fast: 3, medianAnswerMs: 1000 };
    const by = { voter: 'user:pigeon:7', name: 'ada' };
    expect(await actionsOf(store)).toEqual([
      { name: 'deploy', asked: 5, pending: 1, byRule: 0, byGrant: 0, ...deployed, people: [{ ...by, ...deployed }] },
      { name: 'pay', asked: 3, pending: 0, byRule: 0, byGrant: 0, ...paid, people: [{ ...by, ...paid }] },
    ]);
  });

  test('there are ten actions with most prompts, and five people of each with most answers', async () => {
    const store = await freshStore(engine);
    for (let place = 0; place < 11; place += 1) {
      for (let count = 0; count <= place; count += 1)
        await pendingPrompt(store, { createdAt: after(1), expiresAt: null, terms: about(`a${place}`) });
    }
    for (let id = 1; id <= 6; id += 1) {
      for (let count = 0; count < id; count += 1)
        await answered(store, about('deploy', { approvingOptions: ['Yes'] }), 1, { by: { ...ada, id: String(id) } });
    }
    const actions = await actionsOf(store);
    expect(actions.map(({ name }) => name)).toEqual(['deploy', 'a10', 'a9', 'a8', 'a7', 'a6', 'a5', 'a4', 'a3', 'a2']);
    expect(actions[0]?.people.map(({ voter, approved }) => [voter, approved])).toEqual(
      [6, 5, 4, 3, 2].map((id) => [`user:pigeon:${id}`, id]),
    );
  });
});
