import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { installAdapterLines } from '@gateway/contract';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPlatforms } from '../src/platforms/find-platforms.js';
import { adapterFolder, declared, installed, manifest } from './harness/adapter-folder.js';
import { sqlite } from './harness/engines.js';
import { startTestGateway } from './harness/gateway.js';
import { startGatewayProcess } from './harness/gateway-process.js';
import { installationCommand } from './harness/installation-command.js';
import { until } from './harness/until.js';

const run = promisify(execFile);
const silent = pino({ level: 'silent' });

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-adapters-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('PLATFORM_PACKAGES with a folder of adapters', () => {
  it('loads every adapter that is installed in it, also of a scope, and no library', async () => {
    const folder = await installed('@example/gateway-matrix', declared);
    await mkdir(path.join(folder, 'node_modules', '.bin'));
    const library = path.join(folder, 'node_modules', 'library');
    await mkdir(library);
    await writeFile(path.join(library, 'package.json'), '{ "name": "library" }');
    const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: folder } });
    expect(gateway.logLines.filter((line) => line.includes('An adapter cannot be used'))).toEqual([]);
    const channel = {
      channel_id: 'room',
      platform: 'matrix',
      target_chat_id: '!a:b',
      channel_type: 'PROMPT',
      credentials: { token: 'x' },
    };
    expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
  });

  it('loads nothing from an empty folder, without a complaint', async () => {
    const { broken, ids } = await findPlatforms([await newFolder()], silent);
    expect([broken, ids.includes('matrix')]).toEqual([[], false]);
  });

  it('loads the intact adapters beside a broken one', async () => {
    const folder = await installed('gateway-matrix', declared);
    const { gatewayPlatform } = declared;
    const zulip = { ...declared, gatewayPlatform: { ...gatewayPlatform, id: 'zulip' } };
    const other = await installed('gateway-zulip', zulip, 'export default {{');
    const platforms = await findPlatforms([folder, other], silent);
    expect(platforms.ids).toContain('matrix');
    expect(platforms.broken).toMatchObject([{ id: 'zulip', package: path.join(other, 'node_modules/gateway-zulip') }]);
  });

  it('reports an adapter whose import does not end, and starts without it', async () => {
    const folder = await adapterFolder(declared, 'await new Promise(() => {}); export default {};');
    const { broken } = await findPlatforms([folder], silent, 50);
    expect(broken).toMatchObject([{ id: 'matrix', problem: expect.stringContaining('did not end within 0.05 s') }]);
  });

  it(
    'loads what npm install --prefix installed from a folder and from a packed package',
    { tags: ['slow'] },
    async () => {
      const root = await newFolder();
      const gateway = path.join(root, 'gateway');
      await mkdir(gateway);
      const zulip = { name: 'gateway-zulip', version: '1.0.0', gatewayPlatform: { apiVersion: 1, id: 'zulip' } };
      const packed = await adapterFolder({ ...declared, version: '1.0.0' });
      await run('npm', ['pack', '--silent', '--pack-destination', gateway], { cwd: packed });
      const [, command = ''] = /^(.*) gateway-platform-example$/m.exec(installAdapterLines) ?? [];
      const linked = await adapterFolder(zulip, manifest('zulip'));
      const [npm = '', ...words] = command.split(' ');
      await run(npm, [...words, '--offline', './an-adapter-1.0.0.tgz', linked], { cwd: gateway });
      const platforms = await findPlatforms([path.join(root, 'adapters')], silent);
      expect(platforms.broken).toEqual([]);
      expect(platforms.ids).toEqual(expect.arrayContaining(['matrix', 'zulip']));
    },
  );
});

it.each(['README.md', 'docs/adapters.md', 'scripts/guard-install.mjs'])(
  '%s has the two lines that install an adapter',
  (page) => {
    expect(readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8')).toContain(installAdapterLines);
  },
);

it('gateway-server doctor reports an adapter that is broken, one with flaws, and one that channels need and that is not installed', async () => {
  const env = { ...(await sqlite.empty()), PLATFORM_PACKAGES: await adapterFolder(declared) };
  const gateway = await startTestGateway({ env });
  const channel = {
    channel_id: 'room',
    platform: 'matrix',
    target_chat_id: '!a:b',
    channel_type: 'PROMPT',
    credentials: { token: 'x' },
  };
  expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
  await gateway.stop();
  const loaded = JSON.parse((await installationCommand(['doctor', '--json'], env)).output) as { checks: object[] };
  expect(loaded.checks).toContainEqual(
    expect.objectContaining({
      name: 'adapter of matrix',
      state: 'warning',
      text: expect.stringContaining('guide: has'),
    }),
  );
  const { output } = await installationCommand(['doctor', '--json'], { ...env, PLATFORM_PACKAGES: './no-such-folder' });
  const { checks } = JSON.parse(output) as { checks: { name: string }[] };
  expect(checks.filter(({ name }) => name.startsWith('adapter'))).toMatchObject([
    { name: 'adapter ./no-such-folder', state: 'failed' },
    { name: 'adapter of matrix', state: 'failed', text: expect.stringContaining('Channels use it') },
  ]);
});

describe('an adapter that throws where no caller waits', () => {
  it('in a timer and in a promise is logged with its package, and the gateway continues', async () => {
    const source = `setTimeout(() => { throw new Error('in a timer'); }, 1);
      setTimeout(() => { Promise.reject(new Error('in a promise')); }, 1);${manifest('matrix')}`;
    const folder = await adapterFolder(declared, source);
    const gateway = await startGatewayProcess({ ...(await sqlite.empty()), PLATFORM_PACKAGES: folder });
    await until(() => ['in a timer', 'in a promise'].every((text) => gateway.output().includes(text)));
    const lines = gateway
      .output()
      .split('\n')
      .filter((line) => line.includes('that it does not handle'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ package: folder }, { package: folder }]);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect((await gateway.terminate()).code).toBe(0);
  });

  it('is logged with its own package when several adapters share a folder of libraries', async () => {
    const folder = await installed('an-adapter', declared);
    const thrower = path.join(folder, 'node_modules', 'another-adapter');
    await mkdir(thrower);
    const other = {
      name: 'another-adapter',
      type: 'module',
      main: 'index.js',
      gatewayPlatform: { apiVersion: 1, id: 'zulip', name: 'Zulip' },
    };
    await writeFile(path.join(thrower, 'package.json'), JSON.stringify(other));
    await writeFile(
      path.join(thrower, 'index.js'),
      `setTimeout(() => { throw new Error('in a timer'); }, 1);${manifest('zulip')}`,
    );
    const dependencies = { 'an-adapter': '1.0.0', 'another-adapter': '1.0.0' };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ dependencies }));
    const gateway = await startGatewayProcess({ ...(await sqlite.empty()), PLATFORM_PACKAGES: folder });
    const line = await until(() =>
      gateway
        .output()
        .split('\n')
        .find((text) => text.includes('that it does not handle')),
    );
    expect(JSON.parse(line)).toMatchObject({ package: thrower });
    expect((await gateway.terminate()).code).toBe(0);
  });
});
