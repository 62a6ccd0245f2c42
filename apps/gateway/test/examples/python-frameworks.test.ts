import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../docs/blocks.js';
import { folderOf } from '../docs/programs.js';
import { until } from '../harness/until.js';
import { hasPython } from '../python-client/python.js';
import { expectOutput, expectShownOn, start } from './asked.js';
import { startExample } from './run.js';

// The frameworks are not installed here. Modules of the same shape take their places: the objects of the client's own tests.
const folders = ['clients/python/src', 'clients/python/tests', 'apps/gateway/test/python-client/frameworks'];
const modules = { PYTHONPATH: folders.map((folder) => path.join(root, folder)).join(path.delimiter) };

const run = (name: string, url: string, env: Readonly<Record<string, string>> = {}) =>
  startExample('python3', [path.join(root, 'examples', name)], url, { ...modules, ...env });

describe.skipIf(!hasPython)('with a module in the place of its framework', () => {
  it.each([
    ['agent_langgraph.py', 'langgraph.md', 'us', 'Deployed to us'],
    ['agent_pydantic_ai.py', 'pydantic-ai.md', 'Approve', 'api is deployed'],
  ])('the example %s continues after a person pressed a button', async (name, page, button, output) => {
    const asking = await start();
    const running = run(name, asking.url);
    await expectShownOn(page, asking);
    await asking.press(button);
    await expectOutput(running, output);
  });

  it('the example agent_openai.py runs its tool after an approval, also when it was killed while it waited', async () => {
    const asking = await start();
    const { url, press, list } = asking;
    const env = { STATE_FILE: path.join(await folderOf({}), 'state.json') };
    const first = run('agent_openai.py', url, env);
    await expectShownOn('openai-agents.md', asking);
    await first.kill();
    const second = run('agent_openai.py', url, env);
    await press('Approve');
    await expectOutput(second, 'api is deployed');
    expect((await list('?state=all')).json).toHaveLength(1);
  });

  it.each(['agent_openai.py', 'agent_pydantic_ai.py'])(
    'the example %s tells the model the words of the person who rejects',
    async (name) => {
      const { url, press, get, telegram, ada } = await start();
      const running = run(name, url, { STATE_FILE: path.join(await folderOf({}), 'state.json') });
      await press('Reject');
      await until(async () => (await get(1)).state === 'answered');
      telegram.writeText({ chat: ada, text: 'ID:#1 Not on a Friday.' });
      await expectOutput(running, 'Not on a Friday.');
    },
  );
});
