import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { affectedTests, selectionText } from '../lib/affected.mjs';
import { changedFiles } from '../lib/changes.mjs';

const filesOf = (/** @type {string[]} */ ...changed) => affectedTests(changed).files ?? ['everything'];

test('a change of core runs the tests of core and of its dependants, and no adapter', () => {
  const { files, browser, leftOut } = affectedTests(['packages/core/src/index.ts']);
  expect(files).toEqual(
    expect.arrayContaining(['packages/core/test/', 'packages/store/test/', 'apps/gateway/test/', 'scripts/test/']),
  );
  expect(browser).toBe(true);
  expect(leftOut).toContain('packages/platform-slack');
  expect(leftOut).not.toContain('apps/gateway');
});

test('a change of the contract reaches packages that depend on it through others', () => {
  expect(affectedTests(['packages/contract/src/index.ts']).leftOut).not.toContain('packages/store');
});

test('a change of an adapter runs its tests and those of the gateway that name its platform', () => {
  const files = filesOf('packages/platform-slack/src/index.ts');
  expect(files).toContain('packages/platform-slack/test/');
  expect(files).toContain('apps/gateway/test/platforms/slack.test.ts');
  expect(files).not.toContain('apps/gateway/test/');
  expect(files).not.toContain('apps/gateway/test/platforms/discord.test.ts');
});

test('a change of what two adapters share runs the tests of the gateway that name either', () => {
  const files = filesOf('packages/graph-api/src/index.ts');
  expect(files).toEqual(
    expect.arrayContaining(['packages/platform-messenger/test/', 'packages/platform-whatsapp/test/']),
  );
  expect(files).toContain('apps/gateway/test/platforms/whatsapp.test.ts');
});

test('a change of a test runs the tests of its package only', () => {
  expect(filesOf('packages/core/test/schedule.test.ts')).toEqual(['packages/core/test/', 'scripts/test/']);
  expect(affectedTests(['packages/core/test/schedule.test.ts']).browser).toBe(false);
});

test('a change of a page runs the tests that read pages', () => {
  const files = filesOf('docs/upgrading.md');
  expect(files).toContain('apps/gateway/test/backup.test.ts');
  expect(files).toContain('apps/gateway/test/docs/shell.test.ts');
  expect(files).not.toContain('apps/gateway/test/api/prompts.test.ts');
});

test('a change of the console leaves out the tests of the gateway that do not name it', () => {
  const { files, browser } = affectedTests(['apps/console/src/main.tsx']);
  expect(files).toContain('apps/console/test/');
  expect(files).not.toContain('apps/gateway/test/');
  expect(browser).toBe(true);
});

test.each([
  ['no change', [], 'nothing differs from main'],
  ['no branch to compare with', undefined, 'there is no branch main'],
  ['the lockfile', ['pnpm-lock.yaml'], 'pnpm-lock.yaml changed'],
  ['the settings of the compiler', ['packages/core/src/a.ts', 'tsconfig.base.json'], 'tsconfig.base.json changed'],
  ['an unknown file', ['new-folder/a.ts'], 'new-folder/a.ts changed'],
])('%s runs everything', (_what, changed, reason) => {
  const selection = affectedTests(changed);
  expect(selection).toEqual({ why: selection.why, browser: true, leftOut: [] });
  expect(selectionText(selection)).toContain(reason);
});

test('a run says what it left out and how to run everything', () => {
  const text = selectionText(affectedTests(['packages/core/test/schedule.test.ts']));
  expect(text).toContain('1 file in packages/core');
  expect(text).toMatch(/Left out, because nothing they depend on changed: .*\be2e\b.*\bpackages\/store\b/);
  expect(text).toContain('npm test -- --all');
});

test('finds what was committed since the merge base, what was not, and new files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);
  const commit = (/** @type {string} */ title) => {
    git('add', '.');
    git('commit', '-q', '-m', title);
  };
  git('init', '-q', '-b', 'main');
  for (const name of ['kept', 'committed', 'uncommitted', 'deleted', 'of-main']) write(name, '1');
  write('.gitignore', 'ignored');
  commit('first');
  expect(changedFiles(folder)).toEqual([]);

  git('checkout', '-q', '-b', 'feature');
  write('committed', '2');
  commit('second');
  git('checkout', '-q', 'main');
  write('of-main', '2');
  commit('third');
  git('checkout', '-q', 'feature');
  write('uncommitted', '2');
  write('new', '1');
  write('ignored', '1');
  rmSync(join(folder, 'deleted'));
  expect(changedFiles(folder)).toEqual(['committed', 'deleted', 'new', 'uncommitted']);

  git('branch', '-q', '-D', 'main');
  expect(changedFiles(folder)).toBeUndefined();
});
