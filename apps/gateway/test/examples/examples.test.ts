import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../docs/blocks.js';
import { isInstalled } from '../docs/programs.js';
import { until } from '../harness/until.js';
import { hasPython } from '../python-client/python.js';
import { client, expectOutput, start } from './asked.js';
import { compiledExample, example, startExample, startProgram } from './run.js';

it('every example has less than 60 lines, and is listed in the README', () => {
  const entries = readdirSync(path.join(root, 'examples'), { withFileTypes: true }).filter(
    ({ name }) => !/^(README\.md|tsconfig\.json|\..*)$/.test(name),
  );
  // The folders are adapters: scripts/test/example-adapters.test.mjs limits their lines.
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(files.length).toBeGreaterThan(6);
  expect(files.filter((name) => example(name).split('\n').length > 60)).toEqual([]);
  const links = entries.map((entry) => (entry.isFile() ? entry.name : `${entry.name}/README.md`));
  expect(links.filter((link) => !example('README.md').includes(`](${link})`))).toEqual([]);
});

const agents = [
  ['agent.ts', true, async () => [process.execPath, [await compiledExample('agent.ts', client)]]],
  ['agent.py', hasPython, async () => ['python3', [path.join(root, 'examples/agent.py')]]],
] as const satisfies readonly [string, boolean, () => Promise<[string, string[]]>][];

describe.each(agents)('the example %s', (_name, canRun, programOf) => {
  it.skipIf(!canRun)(
    'asks and deploys once, and continues after it was killed with SIGKILL while it waited',
    async () => {
      const { url, press, list } = await start();
      const [command, args] = await programOf();
      const first = startExample(command, args, url);
      await until(() => first.output().includes('Asked: #1'));
      await first.kill();
      await press('Approve');
      await expectOutput(startExample(command, args, url), 'Deploying');
      await expectOutput(startExample(command, args, url), 'Not deploying: #1 was used at');
      expect((await list('?state=all')).json).toHaveLength(1);
    },
  );

  it.skipIf(!canRun)('prints the reason of a rejection', async () => {
    const { url, press, telegram, ada, get } = await start();
    const [command, args] = await programOf();
    const running = startExample(command, args, url);
    await press('Reject');
    await until(async () => (await get(1)).state === 'answered');
    telegram.writeText({ chat: ada, text: 'ID:#1 Not on a Friday.' });
    await expectOutput(running, 'Rejected: Not on a Friday.');
  });
});

describe.skipIf(!isInstalled('curl'))('the example curl.sh', () => {
  const run = (url: string) => startExample('sh', [path.join(root, 'examples/curl.sh'), 'release-7'], url);

  it('exits with 0 for Deploy, and with 1 otherwise', async () => {
    for (const [button, code, text] of [
      ['Deploy', 0, 'Deploying.'],
      ['Not today', 1, 'Not today.'],
    ] as const) {
      const { url, press } = await start();
      const running = run(url);
      await press(button);
      await expectOutput(running, text, code);
    }
  });

  it('prints the error and exits with 3 when the gateway refuses the question', async () => {
    const { url } = await start();
    const refused = startExample('sh', [path.join(root, 'examples/curl.sh'), 'release-7'], url, {
      GATEWAY_CHANNEL: 'nowhere',
    });
    await expectOutput(refused, '"code":"channel_not_found"', 3);
  });
});

describe.skipIf(!isInstalled('jq') || !isInstalled('curl'))('the step of the example github-actions.yml', () => {
  const script = /\n {8}run: \|\n((?: {10}.*\n)+)/.exec(example('github-actions.yml'))?.[1] ?? '';
  const variables = {
    GATEWAY_API_KEY: '',
    GATEWAY_CHANNEL: 'approvals',
    GITHUB_REPOSITORY: 'ada/api',
    GITHUB_REF_NAME: 'main',
    GITHUB_SHA: '0af9',
    GITHUB_ACTOR: 'grace',
    GITHUB_RUN_ID: '7',
  };

  it('succeeds after an approval and fails after a rejection', async () => {
    for (const [button, code] of [
      ['Approve', 0],
      ['Reject', 1],
    ] as const) {
      const { url, press, chat } = await start();
      // As GitHub runs it.
      const running = startExample('bash', ['-e', '-c', script.replaceAll(/^ {10}/gm, '')], url, variables);
      await press(button);
      await expectOutput(running, `${button.toLowerCase()} by ada`, code);
      expect(chat()[0]).toContain('commit: 0af9');
    }
  });
});

it('the example claude-code.settings.json lets people decide about a permission', async () => {
  const { gateway, press } = await start();
  const settings = JSON.parse(example('claude-code.settings.json')) as {
    hooks: Record<string, readonly [{ hooks: readonly [{ url: string }] }]>;
  };
  const [[event, [{ hooks }]]] = Object.entries(settings.hooks) as [
    [string, readonly [{ hooks: readonly [{ url: string }] }]],
  ];
  const { pathname, search } = new URL(hooks[0].url);
  const body = { hook_event_name: event, session_id: 's', cwd: '/', tool_name: 'Bash', tool_input: { command: 'ls' } };
  const deciding = gateway.request('POST', pathname + search, { body });
  await press('Approve');
  expect((await deciding).json).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } });
});

it('the unit tests of the example refund.ts pass without a gateway', async () => {
  const file = await compiledExample('refund.test.ts', client, ['refund.ts']);
  await expectOutput(startProgram(process.execPath, ['--test-reporter=tap', file]), '# pass 4');
});

it.skipIf(!hasPython)('the unit tests of the example test_refund.py pass without a gateway', async () => {
  const file = path.join(root, 'examples/test_refund.py');
  await expectOutput(startProgram('python3', ['-m', 'unittest', file]), 'Ran 3 tests');
});
