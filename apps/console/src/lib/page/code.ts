/** Lines of code for people to copy. Code is the same in each language. */
export const code = (...lines: readonly string[]): string => lines.join('\n');
