import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startAsking, type Asking } from '../api/asking.js';
import { emptyFolder, program, run } from '../cli/command.js';
import { root } from '../docs/blocks.js';
import { freePort } from '../harness/free-port.js';
import { until } from '../harness/until.js';
import { startMessagesApi } from './messages-api.js';

const execute = promisify(execFile);
/** The program of `@anthropic-ai/claude-code`. `npm run test:slow` says when it is missing. */
const claude = process.env['CLAUDE_CODE_PATH'] ?? 'claude';
const isMissing = spawnSync(claude, ['--version']).status !== 0;

/** Writes the example of settings into a home. Returns the options of `claude`. */
async function withExample(home: string, gatewayUrl: string): Promise<string[]> {
  const settings = path.join(home, 'settings.json');
  const text = readFileSync(path.join(root, 'examples/claude-code-headless.settings.json'), 'utf8');
  writeFileSync(settings, text.replaceAll('http://localhost:8100', gatewayUrl));
  return ['--settings', settings];
}

/** Lets the command write the settings of a home, in which `bin` has the command. */
async function withHookInstall(home: string): Promise<string[]> {
  mkdirSync(path.join(home, 'bin'));
  const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(path.join(home, 'bin/gateway'), script, { mode: 0o755 });
  await run(['hook', 'install', 'claude-code'], { env: { HOME: home } });
  return [];
}

/** Runs `claude -p` with a model that wants to write a file by a command. */
async function runHeadless(gatewayUrl: string, prepare: typeof withExample = withExample) {
  const folder = emptyFolder();
  const file = path.join(folder, 'written.txt');
  const api = await startMessagesApi(`echo written > ${file}`);
  const options = await prepare(folder, gatewayUrl);
  const env = {
    PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    GATEWAY_URL: gatewayUrl,
    GATEWAY_CHANNEL: 'approvals',
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'test',
    GATEWAY_API_KEY: 'test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  const running = execute(claude, ['-p', 'Write the file', ...options], { cwd: folder, env });
  running.child.stdin?.end();
  return { running, api, isWritten: () => existsSync(file) };
}

const isAsked = ({ get }: Asking) => until(async () => (await get(1)).state === 'pending');

describe.skipIf(isMissing)('claude -p', { tags: ['slow'] }, () => {
  it('runs a command that a person approves, and not one that is rejected', async () => {
    for (const [button, written] of [
      ['Approve', true],
      ['Reject', false],
    ] as const) {
      const asking = await startAsking();
      const { running, isWritten, api } = await runHeadless(asking.gateway.url);
      await isAsked(asking);
      expect(asking.chat()[0]).toContain('echo written');
      await asking.telegram.press({ chat: asking.ada, button });
      if (!written) asking.telegram.writeText({ chat: asking.ada, text: 'ID:#1 Not today' });
      await running;
      expect(isWritten()).toBe(written);
      if (!written) expect(api.results.join('')).toContain('Not today');
    }
  });

  it('asks by the hook that gateway hook install wrote', async () => {
    for (const [button, written] of [
      ['Approve', true],
      ['Reject', false],
    ] as const) {
      const asking = await startAsking();
      const { running, isWritten } = await runHeadless(asking.gateway.url, withHookInstall);
      await isAsked(asking);
      await asking.telegram.press({ chat: asking.ada, button });
      await running;
      expect(isWritten()).toBe(written);
    }
  });

  it.each([
    ['the example', withExample],
    ['gateway hook install', withHookInstall],
  ])('runs no command with the settings of %s while the gateway cannot be reached', async (_name, prepare) => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { running, isWritten, api } = await runHeadless(nowhere, prepare);
    await running;
    expect(api.results).toHaveLength(1);
    expect(isWritten()).toBe(false);
  });
});
