/**
 * Parses pasted headers: lines of `Name: value` with or without curl's `<` and `>`, a JSON object, or a printed Python or Node
 * object. Returns lower-case names. The last value of a name wins.
 */
export function parseHeaders(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of fromJson(text) ?? fromLines(text)) found.set(name.trim().toLowerCase(), value.trim());
  return found;
}

function fromJson(text: string): [string, string][] | null {
  // Python prints a dictionary with single quotes.
  for (const candidate of [text, text.replaceAll("'", '"')]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
      return Object.entries(value).map(([name, one]) => [name, String(Array.isArray(one) ? one[0] : one)]);
    } catch {
      // Not JSON: parsed as lines.
    }
  }
  return null;
}

function fromLines(text: string): [string, string][] {
  const entries: [string, string][] = [];
  for (const line of text.split('\n')) {
    const match = /^(?:[<>]\s|-H\s)?\s*['"]?([\w-]+)['"]?\s*:(.*)$/.exec(line.trim());
    if (match?.[1] !== undefined && match[2] !== undefined) entries.push([match[1], bare(match[2])]);
  }
  return entries;
}

/** Strips the quotes, comma or backslash around a value in a program's output or a command. */
function bare(value: string): string {
  return value.trim().replace(/\\$/, '').trimEnd().replace(/,$/, '').replace(/^['"]/, '').replace(/['"]$/, '');
}
