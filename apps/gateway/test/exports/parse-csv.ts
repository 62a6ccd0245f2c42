/** Parses a CSV file by RFC 4180 into records by column. */
export function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, quoted, plain = '', end] = match;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
    if (cell.lastIndex === text.length) break;
  }
  const [header = [], ...records] = rows.slice(0, -1);
  for (const row of records)
    if (row.length !== header.length) throw new Error(`A row has ${row.length} of ${header.length} columns.`);
  return records.map((row) => Object.fromEntries(row.map((value, index) => [header[index] ?? '', value])));
}
