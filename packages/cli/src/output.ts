/** What the command prints: results to standard output, everything else to standard error. */
export interface Output {
  readonly json: boolean;
  /** Prints a result: its text for people, or its value with `--json`. */
  result(value: unknown, text: string): void;
  /** Tells a person what happens. */
  note(text: string): void;
}

export function output(json: boolean): Output {
  return {
    json,
    result: (value, text) => {
      const printed = json ? jsonLine(value) : printable(text);
      if (printed !== '') process.stdout.write(`${printed}\n`);
    },
    note: (text) => void process.stderr.write(`${printable(text)}\n`),
  };
}

/** JSON in one line, with control characters as escapes. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f]/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`);
}

/** Without control characters: people's texts must not steer the terminal. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/** Rows with aligned columns. */
export function table(rows: readonly (readonly (string | null)[])[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, (cell ?? '-').length)),
    [],
  );
  return rows
    .map((row) => row.map((cell, index) => oneLine(cell ?? '-').padEnd(widths[index] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** White space becomes spaces. */
function oneLine(text: string): string {
  return text.replace(/\s/g, ' ');
}
