/**
 * Rows of one section: a requirement of the interface, and the tests that cover it. A test is written `file: title`;
 * the title is a part of a test's title as it is written in the file. A file without a folder is in `test/api` of the gateway. An
 * empty text: no test covers the requirement yet.
 * @param {string} section the part of the interface
 * @param {Readonly<Record<string, string | readonly string[]>>} requirements
 */
export function rowsOf(section, requirements) {
  return Object.entries(requirements).map(([requirement, tests]) => ({
    section,
    requirement,
    tests: [tests]
      .flat()
      .flatMap((lines) => lines.split('\n'))
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [file = '', ...name] = line.trim().split(': ');
        return { file: pathOf(file), name: name.join(': ') };
      }),
  }));
}

/** @param {string} file */
function pathOf(file) {
  if (file.startsWith('e2e/')) return `${file}.spec.ts`;
  if (file.startsWith('packages/')) return `${file}.test.ts`;
  if (file.startsWith('scripts/')) return `${file}.test.mjs`;
  return `apps/gateway/test/${file.includes('/') || file.endsWith('.') ? file.replace(/^\.\//, '') : `api/${file}`}.test.ts`;
}
