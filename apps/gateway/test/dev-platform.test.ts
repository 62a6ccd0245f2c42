import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { adapterFolder, declared, manifest } from './harness/adapter-folder.js';
import { sqlite } from './harness/engines.js';
import { freePort } from './harness/free-port.js';
import { installationCommand } from './harness/installation-command.js';
import { until } from './harness/until.js';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/** Starts the built gateway with `--dev-platform`. It is stopped after the test. */
async function develop(folder: string, settings: Record<string, string> = {}) {
  const port = String(await freePort());
  const env = { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [cli, '--dev-platform', folder], {
    env: { ...env, ...(await sqlite.empty()), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const starts = () => output.split('Gateway ready at').length - 1;
  return {
    output: () => output,
    started: (times: number) => until(() => starts() === times, 30_000),
    async request(method: 'GET' | 'POST', route: string, body?: object) {
      const response = await fetch(`http://127.0.0.1:${port}/v1/${route}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    async stop() {
      child.kill('SIGINT');
      return (await ended)[0];
    },
  };
}

const channel = {
  channel_id: 'room',
  platform: 'matrix',
  target_chat_id: '!a:b',
  channel_type: 'PROMPT',
  credentials: { token: 'a-token' },
};
const question = { channel_id: 'room', text: 'Go?', options: ['Yes'] };

it(
  '--dev-platform restarts the gateway with each new version of the adapter, also after a syntax error',
  { tags: ['slow'], timeout: 300_000 },
  async () => {
    const folder = await adapterFolder(declared);
    const gateway = await develop(folder);
    await gateway.started(1);
    expect(await gateway.request('POST', 'channels/new', channel)).toMatchObject({ status: 201 });
    expect(await gateway.request('POST', 'prompts/new', question)).toMatchObject({ status: 200 });

    // A library and a source are no reason to restart; then a new version of the compiled file, which limits the number of options.
    await mkdir(path.join(folder, 'node_modules/library'), { recursive: true });
    await writeFile(path.join(folder, 'node_modules/library/index.js'), '');
    await writeFile(path.join(folder, 'index.ts'), '');
    await writeFile(path.join(folder, 'index.js'), manifest('matrix').replace('max: 5', 'max: 2'));
    await gateway.started(2);
    const three = { ...question, options: ['1', '2', '3'] };
    expect((await gateway.request('POST', 'prompts/new', three)).text).toContain('Matrix shows at most 2 options');

    await writeFile(path.join(folder, 'index.js'), 'export default {{');
    await gateway.started(3);
    expect((await gateway.request('GET', 'platforms')).text).toMatch(/Importing .* failed: .*SyntaxError/);

    await writeFile(path.join(folder, 'index.js'), manifest('matrix'));
    await gateway.started(4);
    expect(await gateway.request('POST', 'prompts/new', three)).toMatchObject({ status: 200 });
    expect(gateway.output()).toContain(`Restarting the gateway: ${path.join(folder, 'index.js')} has changed.`);
    expect(gateway.output()).not.toMatch(/index\.ts|library/);
    expect(await gateway.stop()).toBe(0);
  },
);

it(
  '--dev-platform says that the gateway ended by itself, waits for a change, and ends on a signal',
  { tags: ['slow'] },
  async () => {
    const gateway = await develop(await adapterFolder(declared), { PORT: 'no-port' });
    await until(() => gateway.output().includes('The gateway ended with the exit code 1.'), 30_000);
    expect(gateway.output()).toContain('The gateway cannot start: ');
    expect(await gateway.stop()).toBe(0);
  },
);

it('--dev-platform refuses a folder without a package.json, and is in the help', async () => {
  const refused = await installationCommand(['start', '--dev-platform', './no-such-adapter'], {});
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('./no-such-adapter is not the folder of an adapter'),
  });
  expect(await installationCommand(['--help'], {})).toMatchObject({
    code: 0,
    output: expect.stringContaining('gateway-server --dev-platform <folder>'),
  });
});
