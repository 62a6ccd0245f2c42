/**
 * A Markdown table, padded as the formatter pads it; the first row is its head.
 * @param {readonly (readonly string[])[]} rows
 * @returns {string}
 */
export function markdownTable(rows) {
  const lines = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/**
 * A text with `content` between two markers. Throws when they are missing.
 * @param {string} text
 * @param {{ begin: string, end: string }} markers
 * @param {string} content
 */
export function between(text, { begin, end }, content) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The text lacks the markers "${begin}" and "${end}".`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}
