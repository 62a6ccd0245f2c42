import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/workspace.mjs';

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  ),
  ...['packages', 'clients'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`),
  ),
  'deploy/helm/gateway/README.md',
  'examples/README.md',
  'bench/README.md',
].filter((page) => existsSync(join(root, page)));

/** Files that a page names: `packages/core/src/x.ts`, or the short forms `core/src/x.ts` and `gateway/src/x.ts`. */
const named = /`((?:packages\/|apps\/)?[a-z][\w-]*\/(?:src|test|prisma|scripts)\/[\w./-]+\.\w+)`/g;
const links = /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g;

test.each(pages)('every file that %s names or links to exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const files = [...text.matchAll(named)].map(([, path]) => path ?? '');
  const missing = files.filter((path) =>
    ['', 'packages', 'apps'].every((folder) => !existsSync(join(root, folder, path))),
  );
  const targets = [...text.replace(/```[\s\S]*?```/g, '').matchAll(links)].map(([, path]) => path ?? '');
  const broken = targets.filter((path) => !existsSync(join(root, dirname(page), path)));
  expect([...missing, ...broken]).toEqual([]);
});

test('every page of the documentation is reached from docs/README.md', () => {
  const linked = (/** @type {string} */ page) => {
    const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');
    return [...text.matchAll(links)].map(([, path]) => join(dirname(page), path ?? '').replaceAll('\\', '/'));
  };
  const listed = new Set([
    'docs/README.md',
    'README.md',
    ...linked('docs/README.md'),
    ...linked('docs/decisions/README.md'),
  ]);
  expect(pages.filter((page) => !listed.has(page))).toEqual([]);
});
