import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importsIn, packageOf } from '../lib/imports.mjs';
import { writeProductionFolder } from '../lib/production.mjs';
import { root } from '../lib/workspace.mjs';

const slow = { tags: ['slow'] };
const run = promisify(execFile);
/** A user without privileges: 65534 if the tests run as root, otherwise the user of the tests. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let base = '';
let folder = '';
/** @type {string[]} */
let files = [];

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'gateway-production-'));
  chmodSync(base, 0o755);
  folder = writeProductionFolder(join(base, 'gateway'));
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of ['.', ...files])
    chmodSync(join(folder, file), lstatSync(join(folder, file)).isDirectory() ? 0o555 : 0o444);
});

afterAll(() => {
  for (const file of ['.', ...files])
    if (lstatSync(join(folder, file)).isDirectory()) chmodSync(join(folder, file), 0o755);
  rmSync(base, { recursive: true, force: true });
});

/** @param {Record<string, string>} settings */
function environment(settings) {
  const data = join(base, 'data');
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o777);
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: data,
    ...settings,
  };
}

test('the production folder has the notices of every package in it, and the licence of the font', slow, () => {
  const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), 'utf8');
  const installed = files
    .map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? '')
    .filter((name) => name !== '' && !name.startsWith('@gateway/'));
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter((name) => !notices.includes(`| ${name} `))).toEqual([]);
  expect(notices).toContain('SIL OPEN FONT LICENSE');
  expect(files.filter((file) => dirname(file) === join('console', 'swagger-ui')).toSorted()).toEqual([
    join('console', 'swagger-ui', 'NOTICE'),
    join('console', 'swagger-ui', 'swagger-ui-es-bundle.js.LICENSE.txt'),
  ]);
});

test('the production folder has no link, no declaration and no development package', slow, () => {
  const stats = files.map((file) => lstatSync(join(folder, file)));
  expect(files.filter((_, index) => stats[index]?.isSymbolicLink())).toEqual([]);
  expect(files.filter((file) => /\.[cm]?tsx?$/.test(file) && !file.startsWith('node_modules/@gateway/'))).toEqual([]);
  for (const name of ['typescript', 'vitest', 'prisma', 'react', '@gateway/simulators', '@types'])
    expect(files).not.toContain(join('node_modules', name));
  // The size of a folder depends on the file system.
  const bytes = stats.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
  expect(bytes / 2 ** 20).toBeLessThan(65);
});

test('the production folder has the licence of each package, or its README', slow, () => {
  const packages = files.filter((file) => /node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(file));
  expect(packages.length).toBeGreaterThan(100);
  const without = packages.filter((file) => {
    const names = readdirSync(join(folder, file, '..'));
    return !names.some((name) => /^(?:licen[cs]e|copying|notice|readme)/i.test(name));
  });
  const declared = without.filter((file) => !JSON.parse(readFileSync(join(folder, file), 'utf8')).license);
  expect(declared).toEqual([]);
});

test('every module of the service can be imported from the production folder', slow, async () => {
  const starts = /(?:^dist\/(?:cli|main|service\/run-gateway)|\/server\/main|\/bin|workers\/.*)\.m?js$/;
  const own = files.filter((file) => /^(?:dist|node_modules\/@gateway)\/.*\.m?js$/.test(file) && !starts.test(file));
  expect(own.length).toBeGreaterThan(300);
  const wanted = own.map((file) => {
    const names = importsIn(readFileSync(join(folder, file), 'utf8')).filter(
      (name) => packageOf(name) && !isBuiltin(name),
    );
    return [pathToFileURL(join(folder, file)).href, names];
  });
  const program = `
    import { readFileSync } from 'node:fs';
    const problems = [];
    for (const [file, names] of JSON.parse(readFileSync(0, 'utf8')))
      try {
        await import(file);
        for (const name of names) readFileSync(new URL(import.meta.resolve(name, file)));
      } catch (error) {
        problems.push(file + ': ' + error.message);
      }
    console.log(JSON.stringify(problems));
    process.exit(0);`;
  const child = run(process.execPath, ['--experimental-import-meta-resolve', '--input-type=module', '-e', program], {
    cwd: base,
    env: environment({}),
    ...user,
  });
  child.child.stdin?.end(JSON.stringify(wanted));
  expect(JSON.parse((await child).stdout)).toEqual([]);
});

test(
  'the production folder serves API, console and reference for a user without privileges who cannot write to it',
  slow,
  async () => {
    const cli = join(folder, 'dist/cli.js');
    const settings = environment({
      USE_AUTH: 'true',
      GATEWAY_API_KEY: 'a key for this test',
      ENABLE_DOCS: 'true',
      LOG_LEVEL: 'warn',
    });
    const child = spawn(process.execPath, [cli], {
      cwd: '/',
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const closed = once(child, 'close');
    const url = await new Promise((resolve, reject) => {
      child.stdout.on('data', () => {
        const ready = /Gateway ready at (\S+)/.exec(output);
        if (ready) resolve(ready[1]);
      });
      void closed.then(() => reject(new Error(output)));
    });
    try {
      const headers = { 'x-api-key': 'a key for this test' };
      for (const path of ['/readyz', '/console/', '/docs', '/openapi.json', '/v1/channels'])
        expect((await fetch(`${url}${path}`, { headers })).status, path).toBe(200);
      const platforms = /** @type {{ name: string, guide: string }[]} */ (
        await (await fetch(`${url}/v1/platforms`, { headers })).json()
      );
      expect(platforms.length).toBe(
        readdirSync(join(root, 'packages')).filter((name) => /^platform-(?!kit)/.test(name)).length,
      );
      for (const { name, guide } of platforms) expect(guide, name).toContain('#');
      // The queries of operators load the query compiler.
      const listed = await run(process.execPath, [cli, 'operator', 'list'], { cwd: '/', env: settings, ...user });
      expect(listed.stdout).toContain('There is no operator yet');
    } finally {
      child.kill('SIGTERM');
    }
    expect(await closed).toEqual([0, null]);
  },
);
