import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/workspace.mjs';

const folder = join(root, '.github/workflows');
const uses = readdirSync(folder).flatMap((file) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^[ -]*uses: *(.*)$/gm)].map(
    ([, used = '']) => `${file}: ${used}`,
  ),
);

test('every action of another repository in the workflows is pinned to a commit, with its version in a comment', () => {
  expect(uses.length).toBeGreaterThan(10);
  const pinned = /^[\w.-]+: (?:\.\/[\w./-]+|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/;
  expect(uses.filter((used) => !pinned.test(used))).toEqual([]);
});

test('the workflows name one commit for each version of an action', () => {
  const commits = new Map();
  for (const used of uses) {
    const [, action = '', commit = '', version = ''] = /([\w./-]+)@([0-9a-f]+) # (\S+)/.exec(used) ?? [];
    const name = `${action} ${version}`;
    commits.set(name, new Set([...(commits.get(name) ?? []), commit]));
  }
  expect([...commits].filter(([, found]) => found.size > 1)).toEqual([]);
});
