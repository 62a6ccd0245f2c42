/**
 * Where a spreadsheet would read a formula: at the beginning of a value, and after each character that ends a cell when it opens the file
 * with another separator, since quotes within a line do not protect then. It skips spaces, invisible characters and quotes before one.
 */
const formula = /([;\t\r\n]|^)(?=(?:(?![\t\r\n])[\s\p{Cf}"])*[=+\-@＝＋－＠])/gu;

/** The path of a value in a record, such as `actor.name`. */
export type Column = string;

/** The names of the columns: `actor_name` for `actor.name`. */
export function csvHeader(columns: readonly Column[]): string {
  return line(columns.map((column) => column.replaceAll('.', '_')));
}

/** One row as RFC 4180 has it. Lists and objects are JSON texts, and a missing value is empty. */
export function csvRow(columns: readonly Column[], record: object): string {
  return line(columns.map((column) => cell(valueAt(record, column.split('.')))));
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return value;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return (typeof value === 'string' ? value : JSON.stringify(value))
    .replaceAll(formula, "$1'")
    .replace(/^[\t\r\n]/, "'$&");
}

function line(cells: readonly string[]): string {
  return `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
