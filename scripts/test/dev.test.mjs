import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../lib/workspace.mjs';

const cli = join(root, 'scripts/cli.mjs');
const limits = { tags: ['slow'], timeout: 240_000 };

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-dev-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return String(port);
}

/** @param {NodeJS.ProcessEnv} settings */
function startDev(settings) {
  const child = spawn(process.execPath, [cli, 'dev'], { env: { ...process.env, ...settings } });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const starts = () => output.split('Gateway ready at').length - 1;
  return { child, ended, starts, output: () => output };
}

test(
  'dev serves gateway and console, restarts the gateway when a compiled file changes, and ends as one',
  limits,
  async () => {
    const settings = { DATA_DIR: dataFolder(), PORT: await freePort(), CONSOLE_PORT: await freePort() };
    const dev = startDev(settings);
    const waitFor = (/** @type {() => unknown} */ check) => vi.waitFor(check, { timeout: 60_000, interval: 100 });
    await waitFor(() => expect(dev.starts(), dev.output()).toBe(1));
    expect((await fetch(`http://127.0.0.1:${settings.PORT}/healthz`)).status).toBe(200);
    await waitFor(async () => {
      const page = await fetch(`http://localhost:${settings.CONSOLE_PORT}/console/`);
      expect(await page.text()).toContain('<div id="root"');
    });
    // The console reaches the gateway through the development server.
    expect((await fetch(`http://localhost:${settings.CONSOLE_PORT}/v1/channels`)).status).toBe(200);

    const now = new Date();
    utimesSync(join(root, 'apps/gateway/dist/version.js'), now, now);
    await waitFor(() => expect(dev.starts(), dev.output()).toBe(2));
    dev.child.kill('SIGTERM');
    expect(await dev.ended).toEqual([expect.any(Number), null]);
  },
);

test('seed writes channels, prompts in all states and deliveries, and may run again', limits, async () => {
  const DATA_DIR = dataFolder();
  const seed = () =>
    spawnSync(process.execPath, [cli, 'seed'], {
      env: { ...process.env, DATA_DIR },
      encoding: 'utf8',
    });
  for (let round = 0; round < 2; round += 1) {
    const { status, stderr } = seed();
    expect(stderr).not.toContain('refused');
    expect(status, stderr).toBe(0);
  }

  const settings = { DATA_DIR, PORT: await freePort(), CONSOLE_PORT: await freePort() };
  const dev = startDev(settings);
  await vi.waitFor(() => expect(dev.starts(), dev.output()).toBe(1), { timeout: 60_000, interval: 100 });
  const list = async (/** @type {string} */ path) =>
    /** @type {unknown[]} */ (await (await fetch(`http://127.0.0.1:${settings.PORT}/v1/${path}`)).json());
  expect(await list('channels')).toHaveLength(2);
  for (const path of ['prompts?state=pending', 'prompts?state=answered', 'prompts?state=expired', 'messages'])
    expect([path, (await list(path)).length > 0]).toEqual([path, true]);
  for (const state of ['pending', 'delivered', 'dead'])
    expect([state, (await list(`deliveries?state=${state}`)).length > 0]).toEqual([state, true]);
  // Seed data needs the database for itself.
  const { status, stderr } = seed();
  expect([status, stderr]).toEqual([1, expect.stringContaining('Is `npm run dev` running?')]);
});
