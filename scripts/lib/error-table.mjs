import { between, markdownTable } from './markdown.mjs';

const markers = {
  begin: '<!-- codes: written by `node scripts/cli.mjs tables` -->',
  end: '<!-- end of codes -->',
};

/**
 * @typedef {{ retryable: boolean, meaning: string, action: string }} ErrorCode
 */

/**
 * The error codes as a Markdown table.
 * @param {Readonly<Record<string, ErrorCode>>} codes by name
 * @returns {string}
 */
export function errorTable(codes) {
  const rows = Object.entries(codes).map(([code, { retryable, meaning, action }]) => [
    `\`${code}\``,
    retryable ? 'yes' : 'no',
    meaning,
    action,
  ]);
  return markdownTable([['Code', 'Retryable', 'Meaning', 'What to do'], ...rows]);
}

/**
 * A text with the table between its two markers. Throws when they are missing.
 * @param {string} text
 * @param {string} table
 */
export function withErrorTable(text, table) {
  return between(text, markers, table);
}
