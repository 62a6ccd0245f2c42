// Without the compiler's own parser (TypeScript 7 offers none to programs), imports are found in the text. The pattern
// errs on the strict side: something in a string that looks like an import is checked as one.
const patterns = [
  /(?:^|[;}\s])(?:import|export)\s(?:[^'"`;()]*?\sfrom\s*)?(['"])([^'"\n]+)\1/g,
  /\b(?:import|require|resolve)\(\s*(['"`])([^'"`$\n]+)\1/g,
];

/**
 * Module names that a source file imports or re-exports, statically, dynamically or for types.
 * @param {string} source
 * @returns {string[]}
 */
export function importsIn(source) {
  const code = source.replace(/^\s*(?:\/\/.*|\*.*)$/gm, '');
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[2] ?? ''));
}

/**
 * Package that an import names; nothing for a relative path and for what Node brings along.
 * @param {string} name
 * @returns {string | undefined}
 */
export function packageOf(name) {
  if (/^(?:\.|\/|#|node:)/.test(name)) return undefined;
  const [first = '', second = ''] = name.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
