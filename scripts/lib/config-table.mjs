import { between, markdownTable } from './markdown.mjs';

const markers = {
  begin: '<!-- configuration: written by `node scripts/cli.mjs tables` -->',
  end: '<!-- end of configuration -->',
};

/**
 * @typedef {{ title?: string, effect: string, fallback: string, allowed: string, secret?: boolean }} Setting
 */

/**
 * The settings as a Markdown table.
 * @param {Readonly<Record<string, Setting>>} settings by name
 * @returns {string}
 */
export function configTable(settings) {
  const rows = Object.entries(settings).map(([name, { title, effect, fallback, allowed, secret }]) => [
    `\`${title ?? name}\`${secret ? ` or \`${name}_FILE\`` : ''}`,
    `${effect} Allowed: ${allowed}.`,
    code(fallback),
  ]);
  return markdownTable([['Setting', 'Effect', 'When unset'], ...rows]);
}

/**
 * A text with the table between its two markers. Throws when they are missing.
 * @param {string} text
 * @param {string} table
 */
export function withConfigTable(text, table) {
  return between(text, markers, table);
}

/**
 * Values are set apart from words.
 * @param {string} fallback
 */
function code(fallback) {
  return /^(?:[\d.,/]\S*|false|true|info)$/.test(fallback) ? `\`${fallback}\`` : fallback;
}
