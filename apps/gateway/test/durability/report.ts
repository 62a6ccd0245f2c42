/** Prints a measured value to the test output. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
