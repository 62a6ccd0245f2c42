import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as values from '@gateway/contract/values';
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
  reference: ['lib', 'reference'],
  features: ['lib', 'components', 'routes', 'reference'],
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

/** What a module imports of the contract with its schemas although `@gateway/contract/values` has it: the page would load zod for it. */
const needlessSchemas = (text: string): string[] =>
  [...text.matchAll(/import \{([^}]*)\} from '@gateway\/contract';/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' ')[0] ?? '')
    .filter((name) => name in values);

it('modules import routes and constants from @gateway/contract/values, which does not load zod', () => {
  const found = sources.flatMap((path) =>
    needlessSchemas(readFileSync(join(src, path), 'utf8')).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
  expect(needlessSchemas("import { getPrompt, newPrompt, type Prompt } from '@gateway/contract';")).toEqual([
    'getPrompt',
  ]);
});
