/** One promise of the interface and the tests that prove it. */
export interface Row {
  /** The part of the interface that it belongs to. */
  readonly section: string;
  readonly promise: string;
  /** Test files, each with a part of a test's name as it is written there; none: nothing proves it yet. */
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

/**
 * Rows of one section. Tests are written `file: name`, several on lines of their own; a file without a folder lies in `test/api` of
 * the gateway. An empty text: not proven.
 */
export function rowsOf(section: string, promises: Readonly<Record<string, string>>): Row[] {
  return Object.entries(promises).map(([promise, tests]) => ({
    section,
    promise,
    tests: tests
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [file = '', ...name] = line.trim().split(': ');
        return { file: pathOf(file), name: name.join(': ') };
      }),
  }));
}

function pathOf(file: string): string {
  if (file.startsWith('packages/') || file.startsWith('scripts/'))
    return `${file}.test.${file.startsWith('scripts/') ? 'mjs' : 'ts'}`;
  return `apps/gateway/test/${file.includes('/') || file.endsWith('.') ? file.replace(/^\.\//, '') : `api/${file}`}.test.ts`;
}
