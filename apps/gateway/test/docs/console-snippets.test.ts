import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAsking } from '../api/asking.js';
import { consoleModule } from './console-module.js';
import { folderOf, isInstalled } from './programs.js';

interface Snippet {
  readonly id: string;
  readonly text: string;
}
const { snippets } = (await consoleModule('lib/page/snippets.ts')) as {
  snippets(input: { origin: string; apiKey: string; channelId: string }): readonly Snippet[];
};

const key = 'the key of the first agent';

/** A gateway that requires a key, and the snippet that the console shows for it. */
async function setUp(id: string) {
  const asking = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: key } });
  const snippet = snippets({ origin: asking.gateway.url, apiKey: key, channelId: 'approvals' }).find(
    (one) => one.id === id,
  );
  if (!snippet) throw new Error(`There is no snippet ${id}.`);
  const press = async () => {
    await asking.telegram.waitForMessage(({ reply_markup }) => (reply_markup?.inline_keyboard.length ?? 0) > 0);
    await asking.telegram.press({ chat: asking.ada, button: 'Deploy' });
  };
  return { ...asking, code: snippet.text, press };
}

async function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(child.exitCode, errors).toBe(0);
  return output;
}

describe('the console example', () => {
  it.skipIf(!isInstalled('curl'))('for curl asks and gets the answer', async () => {
    const { code, press } = await setUp('curl');
    const [ask = '', wait = ''] = code.split('\n\n');
    const asked = JSON.parse(await run('sh', ['-c', ask])) as { prompt_id: string };
    await press();
    const answered = JSON.parse(
      await run('sh', ['-c', wait.replace('/12?', `/${asked.prompt_id.slice(1)}?`)]),
    ) as object;
    expect(answered).toMatchObject({ state: 'answered', answer: 'Deploy' });
  });

  it('for TypeScript asks and gets the answer', async () => {
    const { code, press } = await setUp('typescript');
    const folder = await folderOf({ 'agent.mjs': code });
    const running = run(process.execPath, [`${folder}/agent.mjs`], { GATEWAY_API_KEY: key });
    await press();
    expect(await running).toBe('answered Deploy\n');
  });
});
