import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const own = fileURLToPath(new URL('..', import.meta.url));
const compiler = path.join(own, '../../node_modules/typescript/bin/tsc');
const manifest = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')) as {
  exports: Record<string, { default: string }>;
};
const entries = Object.keys(manifest.exports).map((entry) => `@gateway/client${entry.slice(1)}`);

describe('the packed package', () => {
  let folder = '';
  let tarball = '';
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gateway-client-'));
    execFileSync(process.execPath, [compiler, '-b'], { cwd: own });
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: own,
      encoding: 'utf8',
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    tarball = path.join(folder, filename);
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    run('npm', 'install', '--offline', '--no-audit', '--no-fund', tarball);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has no dependency, and contains the licence, the README and the compiled sources only', () => {
    const files = run('tar', '-tzf', tarball).trim().split('\n');
    expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/dist/index.js']));
    expect(
      files.filter((file) => !/^package\/(LICENSE|README\.md|package\.json|dist\/.*\.(js|d\.ts))$/.test(file)),
    ).toEqual([]);
    expect(run('npm', 'ls', '--all', '--parseable').trim().split('\n')).toHaveLength(2);
  });

  it('can be imported from an empty folder by each of its entries', () => {
    const program = `for (const entry of ${JSON.stringify(entries)}) await import(entry);
      const { Gateway, ConnectionError } = await import('@gateway/client');
      const gateway = new Gateway({ url: 'http://127.0.0.1:9', retrySec: 0 });
      const error = await gateway.askHuman({ text: 'Deploy?' }).catch((error) => error);
      console.log(error instanceof ConnectionError);`;
    expect(run(process.execPath, '--input-type=module', '-e', program)).toBe('true\n');
  });

  it('does not load what is for tests by another entry than that', () => {
    const loaded = new Set<string>();
    const load = (file: string) => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/from '(\..*?)'/g))
        load(path.join(path.dirname(file), imported));
    };
    for (const entry of Object.values(manifest.exports))
      if (!entry.default.includes('/testing/')) load(path.join(own, entry.default));
    expect(loaded.size).toBeGreaterThan(5);
    expect([...loaded].filter((file) => file.includes('testing'))).toEqual([]);
  });

  it('needs only the globals of the web, so that it runs in workers', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import { createContext, SourceTextModule } from 'node:vm';
      const { AbortController, AbortSignal, atob, crypto, fetch, FormData, Headers, Request, Response } = globalThis;
      const { TextDecoder, TextEncoder, URL, URLSearchParams, setTimeout, clearTimeout } = globalThis;
      const context = createContext({ AbortController, AbortSignal, atob, crypto, fetch, FormData, Headers, Request, Response,
        TextDecoder, TextEncoder, URL, URLSearchParams, setTimeout, clearTimeout });
      const modules = new Map();
      const load = (url) => {
        if (!modules.has(url.href))
          modules.set(url.href, new SourceTextModule(readFileSync(url, 'utf8'), { context, identifier: url.href }));
        return modules.get(url.href);
      };
      const link = (name, from) => load(new URL(name, from.identifier));
      for (const entry of ${JSON.stringify(entries)}) await load(new URL(import.meta.resolve(entry))).link(link);
      for (const module of modules.values()) await module.evaluate();
      const { Gateway, verifySignature } = load(new URL(import.meta.resolve('@gateway/client'))).namespace;
      const gateway = new Gateway({ url: 'http://127.0.0.1:9', retrySec: 0 });
      const error = await gateway.askHuman({ text: 'Deploy?' }).catch((error) => error);
      const genuine = await verifySignature({ body: '{}', headers: { 'x-signature': 'sha256=' + '0'.repeat(64) }, secret: 's' });
      console.log(error.name, genuine);`;
    const flags = ['--experimental-vm-modules', '--no-warnings', '--input-type=module'];
    expect(run(process.execPath, ...flags, '-e', program)).toBe('ConnectionError false\n');
  });

  it('has types with which the examples of the README compile, with and without the types of Node', () => {
    const readme = readFileSync(path.join(own, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/^```ts packed\n(.*?)^```$/gms)].map(([, code = '']) => code);
    expect(examples.length).toBeGreaterThan(3);
    mkdirSync(path.join(folder, 'src'));
    const strict = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2023',
      '--module',
      'nodenext',
    ];
    const write = (name: string, code: string) => (writeFileSync(path.join(folder, 'src', name), code), `src/${name}`);
    const all = examples.map((code, index) => write(`example-${index}.ts`, `${code}\nexport {};\n`));
    const portable = all.filter((_, index) => !examples[index]?.includes('node:'));
    run(process.execPath, compiler, ...strict, '--lib', 'es2023,dom,dom.iterable', '--types', '', ...portable);
    const types = path.join(own, '../../node_modules/@types');
    run(
      process.execPath,
      compiler,
      ...strict,
      '--lib',
      'es2023',
      '--typeRoots',
      types,
      '--types',
      'node',
      '--skipLibCheck',
      ...all,
    );
  });
});
