import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path));

/** Folders of `src` that each folder may import; a feature is a folder of its own. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib', 'components/ui', 'languages'],
  languages: ['lib', 'languages'],
  components: ['lib', 'components'],
  routes: ['lib', 'routes'],
  features: ['lib', 'components', 'routes'],
};

function problemsIn(path: string, text: string): string[] {
  const [folder = '', name = ''] = path.split('/');
  const own = folder === 'features' ? `features/${name}` : folder;
  const folders = allowed[folder];
  if (!folders) return [];
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, target = '']) => posix.join(posix.dirname(path), target))
    .filter((target) => ![own, ...folders].some((one) => target.startsWith(`${one}/`)))
    .map((target) => `${path} must not import ${target}`);
}

it('features import neither each other nor the app', () => {
  expect(sources.flatMap((path) => problemsIn(path, readFileSync(join(src, path), 'utf8')))).toEqual([]);
});

it('reports an import of another feature', () => {
  expect(problemsIn('features/prompts/a.ts', "import { b } from '../deliveries/b.js';")).toEqual([
    'features/prompts/a.ts must not import features/deliveries/b.js',
  ]);
});
