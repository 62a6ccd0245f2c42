/**
 * A text without the differences between compatible characters and between cases. Upper case after lower case joins what only one of
 * them joins, such as `ẞ` and `ss`. A small sigma does not depend on its place: patterns are compared in parts.
 */
const folded = (text: string) =>
  text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

/** Whether one of the patterns matches the whole name. `*` stands for any characters. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  const text = folded(name);
  return patterns.some((pattern) => matches(pattern.split('*').map(folded), text));
}

/** `parts`: the text between the stars. Each is looked for after the one before it, which finds a match if there is one. */
function matches(parts: readonly string[], text: string): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
