import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack, publicPackages } from '../lib/pack.mjs';
import { sbomOf } from '../lib/sbom.mjs';
import { root } from '../lib/workspace.mjs';
import { startLocalRegistry } from './local-registry.mjs';

const execute = promisify(execFile);
const slow = { tags: ['slow'] };
const packages = publicPackages();

/** Entries that are imported by the tests of adapters: they need a running vitest. */
const testEntries = new Set(['@gateway/platform-kit/testing']);

/** @param {(typeof packages)[0]} manifest */
const entriesOf = ({ name, exports }) => Object.keys(exports).map((entry) => name + entry.slice(1));

/** @param {string} file */
const examplesOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^```ts packed\n(.*?)^```$/gms)].map(([, code = '']) => code);

describe('each published package', slow, () => {
  let base = '';
  /** @type {string[]} */
  let tarballs = [];
  /** @type {Awaited<ReturnType<typeof startLocalRegistry>> | null} */
  let registry = null;

  const npmOptions = () => ['--registry', registry?.url ?? '', '--cache', join(base, 'cache')];

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'gateway-packages-'));
    tarballs = await pack(packages, join(base, 'tarballs'));
    registry = await startLocalRegistry(tarballs, join(base, 'registry'));
  });
  afterAll(() => {
    registry?.close();
    rmSync(base, { recursive: true, force: true });
  });

  it('is found by its publishConfig', () => {
    const names = ['cli', 'client', 'contract', 'platform-kit', 'sandbox', 'simulators'];
    const expected = [...names.map((name) => `@gateway/${name}`), 'create-gateway-platform'];
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
  });

  it('is in the bill of materials of a release, with what it depends on', async () => {
    const { bomFormat, components } = JSON.parse(await sbomOf(tarballs, '1.2.3', npmOptions()));
    expect(bomFormat).toBe('CycloneDX');
    const names = components.map((/** @type {{ group?: string, name: string }} */ { name }) => name);
    expect(names).toEqual(expect.arrayContaining(['@gateway/simulators', '@gateway/sandbox', 'express', 'zod']));
  });

  for (const [index, manifest] of packages.entries())
    describe(`the package ${manifest.name}`, () => {
      /** @param {string[]} args */
      const npm = (...args) => execute('npm', args, { cwd: join(base, manifest.folder) });
      const installed = () => join(base, manifest.folder, 'node_modules', manifest.name);

      beforeAll(async () => {
        const folder = join(base, manifest.folder);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
        await npm('install', '--no-audit', '--no-fund', ...npmOptions(), manifest.name);
      });

      it('has a licence, a README that begins with an example of three lines, and no test', () => {
        const files = readdirSync(installed(), { recursive: true, encoding: 'utf8' });
        expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist']));
        const isTest = (/** @type {string} */ file) => file.includes('test.') && !file.startsWith('templates');
        expect(files.filter((file) => isTest(file) || file.includes('workspace'))).toEqual([]);
        const [, example = ''] =
          /^```\w[^\n]*\n(.*?)^```$/ms.exec(readFileSync(join(installed(), 'README.md'), 'utf8')) ?? [];
        // The sandbox is part of the gateway: no one calls it.
        expect(example.split('\n').length - 1).toBe(manifest.name === '@gateway/sandbox' ? 0 : 3);
        expect(readFileSync(join(installed(), 'package.json'), 'utf8')).not.toContain('"workspace:');
      });

      it('can be imported by each of its entries', async () => {
        const imported = entriesOf(manifest).filter((entry) => !testEntries.has(entry));
        const program = `for (const entry of ${JSON.stringify(imported)}) await import(entry);`;
        const cwd = join(base, manifest.folder);
        await execute(process.execPath, ['--input-type=module', '-e', program], { cwd });
      });

      it('has types with which its entries and the examples of its README compile', async () => {
        const cwd = join(base, manifest.folder);
        const all = entriesOf(manifest).map((entry, at) => `export * as entry${at} from '${entry}';\n`);
        writeFileSync(join(cwd, 'entries.ts'), all.join(''));
        const examples = examplesOf(join(installed(), 'README.md'));
        examples.forEach((code, at) => writeFileSync(join(cwd, `example-${at}.ts`), `${code}\nexport {};\n`));
        link(cwd, '@types/node');
        if (entriesOf(manifest).some((entry) => testEntries.has(entry))) link(cwd, 'vitest');
        const compilerOptions = { strict: true, noEmit: true, target: 'es2023', module: 'nodenext', types: ['node'] };
        const lib = ['es2023', 'dom', 'dom.iterable'];
        // Declarations of third parties are not this package's: those of vite need the types of further packages.
        const settings = { compilerOptions: { ...compilerOptions, lib, skipLibCheck: true }, include: ['*.ts'] };
        writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(settings));
        const compiler = join(root, 'node_modules/typescript/bin/tsc');
        const { stdout } = await execute(process.execPath, [compiler, '-p', cwd]).catch((error) => error);
        expect(stdout).toBe('');
      });

      it('is clean by publint', async () => {
        const { messages } = await publint({ pkgDir: installed(), strict: true, pack: false });
        expect(messages.map((message) => formatMessage(message, {}))).toEqual([]);
      });

      it('is clean by arethetypeswrong for ESM', async () => {
        const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarballs[index] ?? '')));
        expect(analysis.types).toBeTruthy();
        // ESM only: require() of Node 20.19 loads it; the resolution without `exports` is older than any supported Node.
        const problems = ('problems' in analysis ? analysis.problems : []).filter(
          (problem) => !('resolutionKind' in problem && /^node16-cjs$|^node10$/.test(problem.resolutionKind)),
        );
        expect(problems).toEqual([]);
      });
    });
});

/**
 * @param {string} folder
 * @param {string} name of a package that is installed in this repository
 */
function link(folder, name) {
  mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
  rmSync(join(folder, 'node_modules', name), { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
}
