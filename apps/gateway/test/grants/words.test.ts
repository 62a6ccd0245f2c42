import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { setUpConsole } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';
import { startGrants } from './fixture.js';
import { cases, changed, jsonOf, pathsIn, type Case, type Node } from './words-cases.js';
import { allows, readWords } from './words-reader.js';

async function start(engine: Engine) {
  const granted = await startGrants(engine);
  return { ...granted, browser: await setUpConsole(granted.gateway) };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Number of cases and seed: FUZZ_RUNS and FUZZ_SEED, or the number of the tier and a random seed. */
const settings = (runs: number) => ({
  numRuns: Number(process.env['FUZZ_RUNS'] ?? runs),
  seed: Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31)),
});

/** Asks for an action, whose arguments are sent as this JSON text. */
async function askFor({ gateway, agent }: Started, name: string, args: string) {
  const action = `{"name":${JSON.stringify(name)},"args":${args}}`;
  const body = `{"text":"Go?","channel_id":"approvals","decisions":["approve","reject"],"action":${action}}`;
  return await gateway.request('POST', '/v1/prompts/new', {
    headers: { 'x-api-key': agent.key, 'content-type': 'application/json' },
    body,
  });
}

const counted = { offered: 0, covered: 0, asked: 0, refused: 0 };

/** Gives a standing approval of the action of a case; null: none is offered. */
async function given(started: Started, { name, args, picks }: Case): Promise<Record<string, unknown> | null> {
  const { owner, browser, grant, recordOf, list } = started;
  const paths = pathsIn(args).filter((path) => path.every((each) => each !== '' && !each.includes('.')));
  const same = [...new Set(picks.map((pick) => paths[pick % paths.length]?.join('.')))].filter(
    (path) => path !== undefined,
  );
  if (same.length === 0) return null;
  const rule = { actions: [name], then: { grants: { max_sec: 3600, same } } };
  const changedRule = await owner('PATCH', '/v1/rules/deployments', rule);
  if (changedRule.status !== 200) return null;
  const asked = await askFor(started, name, jsonOf(args));
  if (asked.status !== 200) return null;
  const answer = { type: 'decision', value: 'approve', grant_sec: 3600 };
  const answered = await browser.request('POST', `/v1/prompts/${asked.json.prompt_num}/answer`, answer);
  if (answered.status === 400) return null;
  expect(answered.status, answered.text).toBe(200);
  expect((await recordOf(asked.json.prompt_num)).state).toBe('answered');
  const [newest] = await list('?limit=1');
  expect(newest).toMatchObject({ prompt_id: asked.json.prompt_id });
  return await grant(newest?.['grant_id']);
}

/** What the gateway does with the action and its changed forms, compared with what the words of the standing approval say. */
async function check(started: Started, each: Case): Promise<void> {
  const record = await given(started, each);
  if (!record) return;
  counted.offered += 1;
  const words = String(record['covers']);
  const said = readWords(words);
  const others: Node[] = each.changes.map((change) => changed(each.args, change));
  for (const args of [each.args, ...others]) {
    const json = jsonOf(args);
    const reply = await askFor(started, each.name, json);
    if (reply.status !== 200) {
      counted.refused += 1;
      continue;
    }
    const isCovered = reply.json.state === 'answered';
    counted[isCovered ? 'covered' : 'asked'] += 1;
    const sent = { name: each.name, args: JSON.parse(json) as Record<string, unknown> };
    if (isCovered && !allows(said, sent))
      throw new Error(`The words say less: ${words}\nand this was answered: ${json}`);
    if (args === each.args) expect(isCovered, `${words}\nand the action itself was asked: ${json}`).toBe(true);
  }
  await started.end(record['grant_id']);
}

onEveryEngine((engine) => {
  const started = startOnce(() => start(engine));
  for (const { count, tags } of [
    { count: 40, tags: [] },
    { count: 400, tags: ['slow'] },
  ])
    it(
      `a standing approval answers no action that its words do not allow (${count} random actions)`,
      { tags },
      async () => {
        const { numRuns, seed } = settings(count);
        Object.assign(counted, { offered: 0, covered: 0, asked: 0, refused: 0 });
        const property = fc.asyncProperty(cases, (each) => check(started(), each));
        await fc.assert(property, { numRuns, seed });
        expect(counted.offered, JSON.stringify(counted)).toBeGreaterThan(numRuns / 5);
        expect(counted.covered).toBeGreaterThan(counted.offered);
        expect(counted.asked).toBeGreaterThan(counted.offered);
      },
    );
});
