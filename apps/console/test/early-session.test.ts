import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../', import.meta.url));

/** Pages that do not read the session before they are shown. */
const without = new Set(['console', 'invite', 'reset']);

it('early-session.js names the pages of the router, except those that read no session', () => {
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, 'src', path), 'utf8'));
  const paths = Array.from(sources.join('\n').matchAll(/\bpath: '\/([\w-]+)/g), ([, name = '']) => name);
  const pages = [...new Set(paths)].filter((name) => !without.has(name));
  const early = /pages =\s*'([^']*)'/.exec(readFileSync(join(folder, 'public/early-session.js'), 'utf8'))?.[1] ?? '';
  expect(early.split(' ').toSorted()).toEqual(pages.toSorted());
});
