// Writes what the package publishes: the command, with everything that it imports, and the licences of those packages.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const own = fileURLToPath(new URL('..', import.meta.url));
const out = join(own, 'dist/bundle');

execFileSync(process.execPath, [join(own, '../../node_modules/typescript/bin/tsc'), '-b'], { cwd: own });
rmSync(out, { recursive: true, force: true });
const bundle = await rolldown({
  input: { bin: join(own, 'dist/compiled/bin.js'), index: join(own, 'dist/compiled/index.js') },
  platform: 'node',
});
const { output } = await bundle.write({ dir: out, format: 'esm', chunkFileNames: '[name]-[hash].js' });
await bundle.close();

const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
const folders = new Set(modules.flatMap((file) => packageFolder(file) ?? []));
writeFileSync(join(out, 'LICENSES.txt'), [...folders].sort().map(licenceOf).join('\n\n'));

/**
 * The folder of the third-party package that a module belongs to.
 * @param {string} file
 */
function packageFolder(file) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0];
}

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : license;
  return `${name} ${version}\n\n${text}`;
}
