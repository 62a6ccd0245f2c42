import { expect } from 'vitest';
import type { PromptRecord } from '@gateway/contract';
import type { LoadScenario } from './load-scenario.js';

/** All prompts, newest first. */
export async function allPrompts({ url }: { url: string }): Promise<PromptRecord[]> {
  const prompts: PromptRecord[] = [];
  for (let next: string | undefined = '/v1/prompts?state=all&limit=200'; next !== undefined;) {
    const page: Response = await fetch(url + next);
    prompts.push(...((await page.json()) as PromptRecord[]));
    next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return prompts;
}

/** Compares what is stored with what agents, people and receivers were shown. Returns the counts of what was compared. */
export async function checkInvariants(scenario: LoadScenario, prompts: readonly PromptRecord[]) {
  const byText = new Map(prompts.map((prompt) => [prompt.text, prompt]));
  expect(byText.size).toBe(prompts.length);
  const interactions = await Promise.all(
    scenario.interactions.map(async (interaction) => ({
      ...interaction,
      shown: await interaction.shown,
      prompt: byText.get(interaction.question),
    })),
  );
  const recorded = interactions.filter(
    ({ shown, prompt, value }) =>
      shown === `Recorded: ${value}` || shown === `✅ Recorded as the answer to question ${prompt?.id}.`,
  );

  const wrong = {
    acknowledgedButMissing: [...scenario.acknowledged].filter(([text, id]) => byText.get(text)?.id !== id),
    recordedButNotStored: recorded.filter(
      ({ prompt, value }) => prompt?.state !== 'answered' || prompt.answer !== value,
    ),
    recordedTwice: duplicates(recorded.map(({ question }) => question)),
    shownAnotherAnswer: interactions.filter(
      ({ shown, prompt }) =>
        shown?.includes('The answer was: ') && !shown.includes(`The answer was: ${prompt?.answer} (`),
    ),
    answerNotStored: interactions.filter(({ prompt }) => prompt?.state !== 'answered'),
    ...compareCallbacks(scenario, prompts),
  };
  expect(wrong).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, []])));

  return {
    acknowledged: scenario.acknowledged.size,
    interrupted: scenario.interrupted,
    retried: scenario.retried,
    shown: recorded.length,
    answered: prompts.filter(({ state }) => state === 'answered').length,
    repeated:
      scenario.receiver.received.length - new Set(scenario.receiver.received.map(({ json }) => json.event_id)).size,
  };
}

function compareCallbacks(scenario: LoadScenario, prompts: readonly PromptRecord[]) {
  const { received } = scenario.receiver;
  const events = new Map<string, Set<string>>();
  for (const { json } of received)
    events.set(json.prompt_id, (events.get(json.prompt_id) ?? new Set()).add(json.event_id));
  const taken = new Set(scenario.delivered.map(({ json }) => json.prompt_id));
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  return {
    answeredButNotCalledBack: prompts
      .filter(({ id, state }) => state === 'answered' && !taken.has(id))
      .map(({ id }) => id),
    severalEvents: [...events].filter(([, ids]) => ids.size > 1),
    otherId: received.filter(({ json, headers }) => headers['webhook-id'] !== json.event_id),
    otherAnswer: received
      .map(({ json }) => ({ json, prompt: byId.get(json.prompt_id) }))
      .filter(
        ({ json, prompt }) => prompt?.answer !== json.answer.value || prompt?.answered_by_id !== json.answered_by.id,
      ),
  };
}

function duplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
