const begin = '<!-- configuration: written by scripts/config-table.mjs -->';
const end = '<!-- end of configuration -->';

/**
 * @typedef {{ title?: string, effect: string, fallback: string, allowed: string }} Setting
 */

/**
 * The settings as a Markdown table, padded as the formatter pads it.
 * @param {Readonly<Record<string, Setting>>} settings by name
 * @returns {string}
 */
export function configTable(settings) {
  const rows = Object.entries(settings).map(([name, { title, effect, fallback, allowed }]) => [
    `\`${title ?? name}\``,
    `${effect} Allowed: ${allowed}.`,
    code(fallback),
  ]);
  const lines = [['Setting', 'Effect', 'When unset'], ...rows].map((cells) =>
    cells.map((cell) => cell.replaceAll('|', '\\|')),
  );
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/**
 * A text with the table between its two markers. Throws when they are missing.
 * @param {string} text
 * @param {string} table
 */
export function withConfigTable(text, table) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The text lacks the markers "${begin}" and "${end}".`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
}

/**
 * Values are set apart from words.
 * @param {string} fallback
 */
function code(fallback) {
  return /^(?:[\d.,/]\S*|false|true|info)$/.test(fallback) ? `\`${fallback}\`` : fallback;
}
