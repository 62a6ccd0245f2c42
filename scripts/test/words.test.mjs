import { expect, test } from 'vitest';
import { allowList, wordList } from '../lib/word-list.mjs';
import { wordHits } from '../lib/words.mjs';

const hitsIn = (/** @type {string} */ text, path = 'packages/core/src/a.ts') =>
  wordHits({ path, text }).map(({ line, word }) => `${line}: ${word}`);

test('a listed word is found in comments, strings and documents, in any case, with its line', () => {
  expect(hitsIn('const a = 1;\n// Whoever calls this')).toEqual(['2: Whoever']);
  expect(hitsIn("it('is given up', () => {});")).toEqual(['1: given up']);
  expect(hitsIn('It is Mended.', 'docs/a.md')).toEqual(['1: Mended']);
});

test('a word is found as a whole word only', () => {
  expect(hitsIn('// downtown, recommended, remend')).toEqual([]);
  expect(hitsIn('// the mushroom')).toEqual([]);
});

test('files that are no text of the project are not searched', () => {
  expect(hitsIn('whoever', 'apps/console/src/a.css')).toEqual([]);
});

test('the allow list applies to its path and text only', () => {
  expect(hitsIn('whoever', 'docs/style.md')).toEqual([]);
  expect(hitsIn('whoever', 'docs/agents.md')).toEqual(['1: whoever']);
});

test('every entry says what to write instead, and every exception has a reason and a scope', () => {
  for (const [pattern, instead] of wordList) expect([pattern, instead.length > 0]).toEqual([pattern, true]);
  for (const { path, text, reason } of allowList) {
    expect(reason).not.toBe('');
    expect(path ?? text).toBeTruthy();
  }
});
