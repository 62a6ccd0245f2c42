import { allowList, wordList } from './word-list.mjs';

/** @typedef {import('./dependency-rules.mjs').File} File */
/** @typedef {{ path: string, line: number, word: string, instead: string, text: string }} Hit */

const checked = /\.(?:[cm]?[jt]s|tsx|md|prisma|sh)$/;
const patterns = wordList.map(([pattern, instead]) => ({ regex: new RegExp(`\\b(?:${pattern})\\b`, 'gi'), instead }));

/**
 * Listed words in comments, documents, titles and strings. Code other than that is searched too: a name in it that consists of
 * such a word is no better.
 * @param {File} file
 * @returns {Hit[]}
 */
export function wordHits(file) {
  if (!checked.test(file.path)) return [];
  return file.text
    .split('\n')
    .flatMap((text, index) =>
      patterns.flatMap(({ regex, instead }) =>
        [...text.matchAll(regex)].map(([word]) => ({
          path: file.path,
          line: index + 1,
          word,
          instead,
          text: text.trim(),
        })),
      ),
    )
    .filter((hit) => !allowList.some((entry) => isAllowed(hit, entry)));
}

/**
 * @param {Hit} hit
 * @param {(typeof allowList)[number]} entry
 */
function isAllowed(hit, { path = '', text = '' }) {
  return hit.path.startsWith(path) && hit.text.includes(text);
}
