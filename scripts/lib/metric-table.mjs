import { between, markdownTable } from './markdown.mjs';

const markers = {
  begin: '<!-- metrics: written by `node scripts/cli.mjs tables` -->',
  end: '<!-- end of metrics -->',
};

/**
 * @typedef {{ type: string, help: string, labels?: Readonly<Record<string, readonly string[] | null>> }} Declaration
 */

/**
 * The metrics as a Markdown table.
 * @param {Readonly<Record<string, Declaration>>} declarations by name
 * @returns {string}
 */
export function metricTable(declarations) {
  const rows = Object.entries(declarations).map(([name, { type, help, labels = {} }]) => [
    `\`${name}\``,
    type,
    Object.entries(labels)
      .map(([label, values]) => (values ? `\`${label}\` (${values.join(', ')})` : `\`${label}\``))
      .join(', '),
    help,
  ]);
  return markdownTable([['Metric', 'Type', 'Labels', 'Meaning'], ...rows]);
}

/**
 * A text with the table between its two markers. Throws when they are missing.
 * @param {string} text
 * @param {string} table
 */
export function withMetricTable(text, table) {
  return between(text, markers, table);
}
