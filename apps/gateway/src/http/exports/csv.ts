/** What a spreadsheet reads as the beginning of a formula, or skips before one. */
const formula = /^[=+\-@\t\r\n]/;

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
  if (typeof value === 'string') return formula.test(value) ? `'${value}` : value;
  return JSON.stringify(value);
}

function line(cells: readonly string[]): string {
  return `${cells.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`;
}
