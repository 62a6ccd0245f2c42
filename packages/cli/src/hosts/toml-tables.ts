/** A line of a TOML text that opens a table or sets a value, with its place. Values are not read, only skipped. */
export interface TomlLine {
  readonly kind: 'table' | 'pair';
  /** The keys: of a table its whole name, of a pair also the name of its table. */
  readonly path: readonly string[];
  readonly start: number;
  /** After the line break. */
  readonly end: number;
  /** Where the value of a pair begins. */
  readonly value: number;
}

/** The text is no TOML. */
export class TomlFlaw extends Error {
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`line ${line}: ${reason}`);
  }
}

const KEY = /[ \t]*(?:([\w-]+)|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')[ \t]*/y;

/** The tables and pairs of a text, in their order. Throws `TomlFlaw`. */
export function tomlLines(text: string): TomlLine[] {
  const lines: TomlLine[] = [];
  let table: readonly string[] = [];
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    const start = at;
    while (/[ \t\r]/.test(text[at] ?? '')) at += 1;
    if (text[at] === '\n' || text[at] === '#' || at >= text.length) {
      at = lineEnd(text, at);
      continue;
    }
    const brackets = text.startsWith('[[', at) ? 2 : text[at] === '[' ? 1 : 0;
    const keys = keysAt(text, at + brackets);
    const close = brackets === 0 ? '=' : ']'.repeat(brackets);
    if (!text.startsWith(close, keys.end)) throw flaw(text, at, `${close} is missing after the name`);
    const value = keys.end + close.length;
    at = skipValue(text, value);
    if (brackets > 0) table = keys.path;
    const path = brackets > 0 ? keys.path : [...table, ...keys.path];
    lines.push({ kind: brackets > 0 ? 'table' : 'pair', path, start, end: at, value });
  }
  return lines;
}

function keysAt(text: string, from: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  for (let at = from; ; at += 1) {
    KEY.lastIndex = at;
    const [whole, bare, basic, literal] = KEY.exec(text) ?? [];
    if (whole === undefined) throw flaw(text, from, 'a name is missing');
    path.push(bare ?? literal ?? unescaped(basic ?? ''));
    at += whole.length;
    if (text[at] !== '.') return { path, end: at };
  }
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** The end of the line in which a value ends. A value can have several lines: a text in three quotes, or an array. */
function skipValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '#') at = lineEnd(text, at) - 1;
    else if (char === '"' || char === "'") at = stringEnd(text, at) - 1;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (text[at] === '\n' && depth <= 0) return at + 1;
  }
  if (depth > 0) throw flaw(text, from, 'a bracket has no end');
  return text.length;
}

function stringEnd(text: string, start: number): number {
  const quote = text[start] ?? '';
  const isLong = text.startsWith(quote.repeat(3), start);
  const close = isLong ? quote.repeat(3) : quote;
  for (let at = start + close.length; at < text.length; at += 1) {
    if (text.startsWith(close, at)) return at + close.length;
    if (text[at] === '\\' && quote === '"') at += 1;
    if (text[at] === '\n' && !isLong) break;
  }
  throw flaw(text, start, 'a text has no end');
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

function flaw(text: string, at: number, reason: string): TomlFlaw {
  return new TomlFlaw(text.slice(0, at).split('\n').length, reason);
}
