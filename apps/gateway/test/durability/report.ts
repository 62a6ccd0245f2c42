/** Shows a measured figure in the output of the tests. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
