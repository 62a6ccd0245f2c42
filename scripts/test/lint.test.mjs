import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cleanAfter, stampsOf, unstamped } from '../lib/lint.mjs';

test('only files whose content changed since they were clean are linted, and all after a change of the settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);
  write('.oxlintrc.json', '{}');
  for (const name of ['kept.ts', 'edited.tsx', 'page.md']) write(name, 'one');
  const files = ['kept.ts', 'edited.tsx', 'new.mjs', 'deleted.ts', 'page.md', 'src/generated/made.ts'];
  mkdirSync(join(folder, 'src/generated'), { recursive: true });
  write('src/generated/made.ts', 'one');
  const clean = stampsOf(files, folder);
  expect(unstamped(clean, {})).toBeUndefined();
  expect(unstamped(clean, clean)).toEqual([]);

  for (const name of ['edited.tsx', 'new.mjs', 'page.md', 'src/generated/made.ts']) write(name, 'two');
  expect(unstamped(stampsOf(files, folder), clean)).toEqual(['edited.tsx', 'new.mjs']);

  write('.oxlintrc.json', '{ "rules": {} }');
  expect(unstamped(stampsOf(files, folder), clean)).toBeUndefined();
});

test('a file with a problem is linted again, and the others are not', () => {
  const now = { '.oxlintrc.json': '0', 'apps/a.ts': '1', 'apps/b.ts': '2' };
  const output = '  x eslint(no-unused-vars): unused\n    ,-[apps/a.ts:38:33]\n';
  const clean = cleanAfter(now, { code: 1, output });
  expect(clean).toEqual({ '.oxlintrc.json': '0', 'apps/b.ts': '2' });
  expect(unstamped(now, clean ?? {})).toEqual(['apps/a.ts']);
  expect(cleanAfter(now, { code: 0, output: '' })).toEqual(now);
  expect(cleanAfter(now, { code: 2, output: 'The settings cannot be read.' })).toBeUndefined();
});
