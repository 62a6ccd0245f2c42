import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importProblems } from '../lib/dependency-rules.mjs';
import { withDependencyBlock } from '../lib/dependency-table.mjs';
import { importsIn, packageOf } from '../lib/imports.mjs';
import { folderProblems, foreignProblems, inspect, lengthProblems, platformProblems } from '../lib/source-rules.mjs';
import { packageFolders, root } from '../lib/workspace.mjs';

const everything = Object.fromEntries(
  [
    'contract',
    'core',
    'store',
    'platform-kit',
    'graph-api',
    'platform-telegram',
    'platform-slack',
    'sandbox',
    'simulators',
    'gateway',
    'console',
  ]
    .map((name) => [`@gateway/${name}`, '*'])
    .concat([
      ['zod', '4'],
      ['express', '5'],
      ['undici', '7'],
      ['ws', '8'],
      ['grammy', '1'],
    ]),
);

/** Problems of a file with these imports, in a package that declares everything, so that only the dependency rules can fail. */
function problemsOf(/** @type {string} */ path, /** @type {string[]} */ ...imports) {
  const text = imports.map((name) => `import { x } from '${name}';`).join('\n');
  return importProblems({ path, text }, () => ({ dependencies: everything }));
}

test('docs/packages.md shows the dependency table (if not: node scripts/cli.mjs tables)', () => {
  const page = readFileSync(join(root, 'docs/packages.md'), 'utf8');
  expect(withDependencyBlock(page)).toBe(page);
});

test('every file of the repository keeps the rules', () => {
  const { files, problems } = inspect();
  expect(problems).toEqual([]);
  expect(files).toBeGreaterThan(50);
});

test('the checked folders are the packages of pnpm-workspace.yaml', () => {
  const patterns =
    readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').match(/(?<=^packages:\n)(?: {2}- .+\n)+/)?.[0] ?? '';
  const parents = patterns.match(/[a-z0-9]+(?=\n|\/\*)/g);
  expect(new Set(packageFolders().map((folder) => folder.split('/')[0]))).toEqual(new Set(parents));
  for (const folder of packageFolders()) expect(existsSync(join(root, folder, 'package.json'))).toBe(true);
});

test.each([
  ['packages/core/src/questions/a.ts', '../answers/b.js'],
  ['packages/core/src/answers/a.ts', '../posts/b.js'],
  ['packages/core/src/posts/a.ts', '../inbound/b.js'],
  ['packages/core/src/questions/replies/a.ts', '../../answers/b.js'],
  ['packages/core/src/answers/a.ts', '../unlisted/b.js'],
  ['packages/core/src/unlisted/a.ts', '../answers/b.js'],
])('%s may not import %s, a folder that is not below its own', (path, name) => {
  expect(problemsOf(path, name)).toHaveLength(1);
  expect(importProblems({ path, text: `import type { X } from '${name}';` }, () => ({}))).toHaveLength(1);
});

test.each([
  ['packages/core/src/answers/a.ts', '../questions/b.js'],
  ['packages/core/src/answers/a.ts', './b.js'],
  ['packages/core/src/questions/texts/a.ts', '../replies/b.js'],
  ['packages/core/src/gateway.ts', './inbound/b.js'],
])('%s may import %s', (path, name) => {
  expect(problemsOf(path, name)).toEqual([]);
});

test.each([
  ['packages/contract/src/a.ts', '@gateway/core'],
  ['packages/contract/src/a.ts', 'express'],
  ['packages/platform-kit/src/a.ts', '@gateway/contract'],
  ['packages/platform-slack/src/a.ts', '@gateway/core'],
  ['packages/platform-slack/src/a.ts', '@gateway/store'],
  ['packages/platform-slack/src/a.ts', '@gateway/contract'],
  ['packages/platform-slack/src/a.ts', '@gateway/platform-telegram'],
  ['packages/platform-slack/src/a.ts', '@gateway/simulators'],
  ['packages/platform-slack/src/a.ts', '@gateway/graph-api'],
  ['packages/graph-api/src/a.ts', '@gateway/platform-whatsapp'],
  ['packages/graph-api/src/a.ts', 'express'],
  ['packages/core/src/a.ts', '@gateway/store'],
  ['packages/core/src/a.ts', '@gateway/platform-telegram'],
  ['packages/core/src/a.ts', 'express'],
  ['packages/core/src/a.ts', 'grammy'],
  ['packages/store/src/a.ts', '@gateway/contract'],
  ['packages/store/src/a.ts', '@gateway/gateway'],
  ['apps/gateway/src/a.ts', '@gateway/platform-telegram'],
  ['apps/gateway/src/a.ts', '@gateway/console'],
  ['apps/gateway/src/a.ts', '@gateway/sandbox'],
  ['apps/gateway/src/a.ts', '@gateway/simulators'],
  ['packages/sandbox/src/a.ts', '@gateway/simulators'],
  ['packages/sandbox/src/a.ts', 'ws'],
  ['apps/console/src/a.tsx', '@gateway/core'],
  ['e2e/a.spec.ts', '@gateway/core'],
  ['packages/core/src/prompts/a.ts', '../../../contract/src/index.js'],
  ['packages/a-new-package/src/a.ts', 'zod'],
  ['apps/console/src/features/prompts/a.tsx', '../channels/b.js'],
])('%s may not import %s', (path, name) => {
  expect(problemsOf(path, name)).toHaveLength(1);
});

test.each([
  ['packages/contract/src/a.ts', 'zod/v4'],
  ['packages/platform-slack/src/a.ts', '@gateway/platform-kit'],
  ['packages/platform-slack/test/a.test.ts', '@gateway/simulators'],
  ['packages/platform-whatsapp/src/a.ts', '@gateway/graph-api'],
  ['packages/graph-api/src/a.ts', '@gateway/platform-kit'],
  ['packages/core/src/prompts/a.ts', '../ports.js'],
  ['packages/core/src/a.ts', 'node:fs'],
  ['packages/store/src/a.ts', '@gateway/core'],
  ['apps/gateway/src/a.ts', '@gateway/store'],
  ['apps/console/src/features/prompts/a.tsx', './b.js'],
  ['apps/console/src/features/prompts/a.tsx', '../../components/b.js'],
  ['apps/gateway/test/a.test.ts', '@gateway/simulators'],
  ['packages/simulators/src/a.ts', '@gateway/sandbox/telegram'],
])('%s may import %s', (path, name) => {
  expect(problemsOf(path, name)).toEqual([]);
});

test('an import that package.json does not declare is a problem; a test may use what the repository declares', () => {
  const manifestOf = (/** @type {string} */ folder) =>
    folder === '.' ? { devDependencies: { vitest: '4' } } : { devDependencies: { grammy: '1' } };
  const problems = (/** @type {string} */ path, /** @type {string} */ name) =>
    importProblems({ path, text: `import '${name}';` }, manifestOf).length;
  expect(problems('packages/store/src/a.ts', 'pg')).toBe(1);
  expect(problems('packages/store/src/a.ts', 'grammy')).toBe(1);
  expect(problems('packages/store/src/a.ts', 'vitest')).toBe(1);
  expect(problems('packages/store/test/a.test.ts', 'grammy')).toBe(0);
  expect(problems('packages/store/test/a.test.ts', 'vitest')).toBe(0);
});

test('imports are found in every form, and not in comments', () => {
  const source = [
    "import a from 'one';",
    "import 'two';",
    "import type { A } from 'three';",
    "import {\n  b,\n  c,\n} from 'four';",
    "export * from 'five';",
    "const d = await import('six');",
    "type E = import('seven').E;",
    "const f = require('eight');",
    "// import x from 'none';",
    " * import y from 'none';",
  ].join('\n');
  expect(importsIn(source).sort()).toEqual(['eight', 'five', 'four', 'one', 'seven', 'six', 'three', 'two']);
  expect(['@a/b/c', 'd/e', './f', 'node:fs'].map(packageOf)).toEqual(['@a/b', 'd', undefined, undefined]);
});

test("a platform's id may appear in its own package, in tests, simulators and documents", () => {
  const at = (/** @type {string} */ path, text = "const id = 'slack';") => platformProblems({ path, text }).length;
  expect(at('packages/core/src/a.ts')).toBe(1);
  expect(at('packages/contract/src/a.ts', 'const id = "slack";')).toBe(1);
  expect(at('apps/gateway/src/http/a.ts', 'const id = `slack`;')).toBe(1);
  expect(at('apps/console/src/a.tsx')).toBe(1);
  expect(at('packages/platform-telegram/src/a.ts')).toBe(1);
  expect(at('packages/store/prisma/schema.prisma', 'enum Platform {\n  TELEGRAM\n}')).toBe(1);
  expect(at('packages/core/src/a.ts', 'some slack is left')).toBe(0);
  expect(at('packages/platform-slack/src/a.ts')).toBe(0);
  expect(at('packages/core/test/a.test.ts')).toBe(0);
  expect(at('packages/simulators/src/a.ts')).toBe(0);
  expect(at('apps/gateway/src/platforms/find-platforms.ts')).toBe(1);
  expect(at('docs/platforms.md')).toBe(0);
});

test('a file has at most 300 lines', () => {
  expect(lengthProblems({ path: 'packages/core/src/a.ts', text: 'x\n'.repeat(300) })).toEqual([]);
  expect(lengthProblems({ path: 'packages/core/src/a.ts', text: 'x\n'.repeat(301) })).toHaveLength(1);
});

test('a folder of sources has at most 25 files', () => {
  const files = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, at) => ({ path: `packages/core/src/keys/${at}.ts`, text: '' }));
  expect(folderProblems(files(25))).toEqual([]);
  expect(folderProblems(files(26))).toEqual(['packages/core/src/keys: 26 files; a folder has at most 25.']);
});

test('nothing points outside the repository', () => {
  const at = (/** @type {string} */ text) => foreignProblems({ path: 'docs/a.md', text }).length;
  expect(at(['See ', '..', '/shared/notes.md'].join(''))).toBe(1);
  expect(at(['run it in ', '/work', '/main'].join(''))).toBe(1);
  expect(at('the network is not here')).toBe(0);
});
