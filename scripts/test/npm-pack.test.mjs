import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicPackages } from '../lib/pack.mjs';
import { root } from '../lib/workspace.mjs';

const execute = promisify(execFile);

// npm pack in the folder of a package, in a copy of the sources without a build: other tests read what is built here.
describe('npm pack without a build', { tags: ['slow'] }, () => {
  let copy = '';

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'gateway-npm-pack-'));
    const isSource = (/** @type {string} */ file) => !['dist', '.tsbuildinfo'].includes(basename(file));
    cpSync(join(root, 'packages'), join(copy, 'packages'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isSource,
    });
    cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each(publicPackages().map((manifest) => [manifest.name, manifest]))(
    'packs the compiled files of %s, and names no version by "workspace:"',
    async (_name, { folder, exports }) => {
      const cwd = join(copy, folder);
      const { stdout } = await execute('npm', ['pack', '--json', '--silent'], { cwd });
      const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
      const packed = files.map((/** @type {{ path: string }} */ { path }) => path);
      const entries = JSON.stringify(exports).match(/(?<="\.\/)[^"*]+\.(?:js|ts)(?=")/g);
      expect(packed).toEqual(expect.arrayContaining(entries ?? ['an entry']));
      const maps = packed.filter((/** @type {string} */ file) => file.endsWith('.map'));
      for (const map of packed.some((/** @type {string} */ file) => file.startsWith('src/')) ? [] : maps)
        expect(JSON.parse(readFileSync(join(cwd, map), 'utf8')).sourcesContent, map).toHaveLength(1);
      const { stdout: manifest } = await execute('tar', ['xzOf', filename, 'package/package.json'], { cwd });
      const { dependencies = {}, peerDependencies = {} } = JSON.parse(manifest);
      const versions = Object.values({ ...dependencies, ...peerDependencies });
      expect(versions.filter((version) => version.startsWith('workspace:'))).toEqual([]);
    },
  );
});
