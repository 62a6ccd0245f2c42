import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesUnder, fingerprint, isFresh, refresh } from '../lib/fingerprint.mjs';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'gateway-fingerprint-'));
  write('room/src/a.ts', 'a');
  write('room/package.json', '{}');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** @type {(path: string, text: string) => void} */
function write(path, text) {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

function step({ make = async () => write('room/dist/a.js', 'built') } = {}) {
  return { name: 'code', inputs: ['room'], skip: ['test'], outputs: ['room/dist/a.js'], make };
}

test('the files of a folder are its sources without generated files', () => {
  write('room/dist/a.js', '');
  write('room/node_modules/x/index.js', '');
  write('room/src/generated/client.ts', '');
  write('room/test/a.test.ts', '');
  expect(filesUnder('room', { base, skip: ['test'] })).toEqual(['room/package.json', 'room/src/a.ts']);
});

test('changed, added, renamed and removed files change the fingerprint, and touched files do not', () => {
  const before = fingerprint(['room'], { base });
  utimesSync(join(base, 'room/src/a.ts'), 1, 1);
  expect(fingerprint(['room'], { base })).toBe(before);
  const seen = new Set([before]);
  write('room/src/a.ts', 'b');
  seen.add(fingerprint(['room'], { base }));
  write('room/src/c.ts', 'b');
  seen.add(fingerprint(['room'], { base }));
  rmSync(join(base, 'room/src/a.ts'));
  seen.add(fingerprint(['room'], { base }));
  rmSync(join(base, 'room/src/c.ts'));
  seen.add(fingerprint(['room'], { base }));
  expect(seen.size).toBe(5);
});

test('a step is fresh after it ran and stale after its sources changed', async () => {
  expect(isFresh(step(), base)).toBe(false);
  await refresh(step(), base);
  expect(isFresh(step(), base)).toBe(true);
  write('room/src/a.ts', 'changed');
  expect(isFresh(step(), base)).toBe(false);
});

test('a step stays fresh when another program writes the same output, and is stale when the output differs or is missing', async () => {
  await refresh(step(), base);
  utimesSync(join(base, 'room/dist/a.js'), 1, 1);
  expect(isFresh(step(), base)).toBe(true);
  write('room/dist/a.js', 'built from other sources');
  expect(isFresh(step(), base)).toBe(false);
  await refresh(step(), base);
  rmSync(join(base, 'room/dist/a.js'));
  expect(isFresh(step(), base)).toBe(false);
});

test('a failed step is stale, even if it was fresh before', async () => {
  await refresh(step(), base);
  const make = () => Promise.reject(new Error('does not compile'));
  await expect(refresh(step({ make }), base)).rejects.toThrow('does not compile');
  expect(isFresh(step(), base)).toBe(false);
});
