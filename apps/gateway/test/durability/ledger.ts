import { expect } from 'vitest';
import type { PromptRecord } from '@gateway/contract';
import type { Town } from './town.js';

/** Every prompt there is, newest first. */
export async function allPrompts({ url }: { url: string }): Promise<PromptRecord[]> {
  const prompts: PromptRecord[] = [];
  for (let next: string | undefined = '/v1/prompts?state=all&limit=200'; next !== undefined;) {
    const page: Response = await fetch(url + next);
    prompts.push(...((await page.json()) as PromptRecord[]));
    next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return prompts;
}

/** Holds what is stored against what agents, people and receivers were told. Returns how much there was to compare. */
export async function compare(town: Town, prompts: readonly PromptRecord[]) {
  const byText = new Map(prompts.map((prompt) => [prompt.text, prompt]));
  expect(byText.size).toBe(prompts.length);
  const deeds = await Promise.all(
    town.deeds.map(async (deed) => ({ ...deed, told: await deed.told, prompt: byText.get(deed.question) })),
  );
  const recorded = deeds.filter(
    ({ told, prompt, value }) =>
      told === `Recorded: ${value}` || told === `✅ Recorded as the answer to question ${prompt?.id}.`,
  );

  const wrong = {
    acknowledgedButGone: [...town.acknowledged].filter(([text, id]) => byText.get(text)?.id !== id),
    recordedButNotStored: recorded.filter(
      ({ prompt, value }) => prompt?.state !== 'answered' || prompt.answer !== value,
    ),
    recordedTwice: repeats(recorded.map(({ question }) => question)),
    toldAnotherAnswer: deeds.filter(
      ({ told, prompt }) => told?.includes('The answer was: ') && !told.includes(`The answer was: ${prompt?.answer} (`),
    ),
    answeredInVain: deeds.filter(({ prompt }) => prompt?.state !== 'answered'),
    ...compareCallbacks(town, prompts),
  };
  expect(wrong).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, []])));

  return {
    acknowledged: town.acknowledged.size,
    interrupted: town.interrupted,
    continued: town.continued,
    told: recorded.length,
    answered: prompts.filter(({ state }) => state === 'answered').length,
    repeated: town.receiver.received.length - new Set(town.receiver.received.map(({ json }) => json.event_id)).size,
  };
}

function compareCallbacks(town: Town, prompts: readonly PromptRecord[]) {
  const { received } = town.receiver;
  const events = new Map<string, Set<string>>();
  for (const { json } of received)
    events.set(json.prompt_id, (events.get(json.prompt_id) ?? new Set()).add(json.event_id));
  const taken = new Set(town.delivered.map(({ json }) => json.prompt_id));
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

function repeats(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
