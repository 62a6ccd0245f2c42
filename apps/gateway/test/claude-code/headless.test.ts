import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startAsking, type Asking } from '../api/asking.js';
import { emptyFolder } from '../cli/command.js';
import { root } from '../docs/blocks.js';
import { freePort } from '../harness/free-port.js';
import { until } from '../harness/until.js';
import { startMessagesApi } from './messages-api.js';

const execute = promisify(execFile);
/** The program of `@anthropic-ai/claude-code`. `npm run test:slow` says when it is missing. */
const claude = process.env['CLAUDE_CODE_PATH'] ?? 'claude';
const isMissing = spawnSync(claude, ['--version']).status !== 0;

/** Runs `claude -p` with the example of settings and a model that wants to write a file by a command. */
async function runHeadless(gatewayUrl: string) {
  const folder = emptyFolder();
  const file = path.join(folder, 'written.txt');
  const api = await startMessagesApi(`echo written > ${file}`);
  const settings = path.join(folder, 'settings.json');
  const text = readFileSync(path.join(root, 'examples/claude-code-headless.settings.json'), 'utf8');
  writeFileSync(settings, text.replaceAll('http://localhost:8100', gatewayUrl));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'test',
    GATEWAY_API_KEY: 'test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  const running = execute(claude, ['-p', 'Write the file', '--settings', settings], { cwd: folder, env });
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

  it('runs no command while the gateway cannot be reached', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { running, isWritten, api } = await runHeadless(nowhere);
    await running;
    expect(api.results).toHaveLength(1);
    expect(isWritten()).toBe(false);
  });
});
