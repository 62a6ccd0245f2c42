import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/workspace.mjs';

const named = /`([\w./-]+\.(?:test|spec)\.ts)`: "([^"]+)"/g;

test('every test that docs/security.md names for a promise exists, and each promise names one', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const tests = [...text.matchAll(named)].map(([, file = '', title = '']) => ({ file, title }));
  const missing = tests.filter(
    ({ file, title }) => !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(title),
  );
  expect(missing).toEqual([]);
  const promises = ['## What is promised', '## Questions and votes', '## Rotation of secrets'].flatMap((head) => {
    const section = text.slice(text.indexOf(head)).split(/\n## /)[0] ?? '';
    return section.split('\n').filter((line) => /^\| (?!Promise |Attack |Secret |-)/.test(line));
  });
  expect(promises.length).toBeGreaterThan(30);
  expect(promises.filter((line) => !new RegExp(named.source).test(line))).toEqual([]);
});
