/** What may come next in the text. `comma`: a value has ended. */
type Expected = 'value' | 'item' | 'name' | 'first-name' | 'colon' | 'comma';

const expectedTexts: Readonly<Record<Expected, string>> = {
  value: 'a value',
  item: 'a value or ]',
  name: 'a name in double quotes',
  'first-name': 'a name in double quotes or }',
  colon: ':',
  comma: 'the end',
};

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Describes the first syntax error in a JSON text, such as `line 1, column 8: '}' instead of a name in double quotes`; null: valid JSON. */
export function locateJsonError(text: string): string | null {
  const open: ('}' | ']')[] = [];
  let expected = 'value' as Expected;
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    const found = text[at];
    const close = open.at(-1);
    if (found === undefined && expected === 'comma' && close === undefined) return null;

    let next: Expected | null = null;
    let end = at + 1;
    if (expected === 'comma') {
      if (found !== undefined && found === close) {
        open.pop();
        next = 'comma';
      } else if (found === ',' && close !== undefined) next = close === '}' ? 'name' : 'value';
    } else if (expected === 'colon') {
      if (found === ':') next = 'value';
    } else if (found === close && (expected === 'item' || expected === 'first-name')) {
      open.pop();
      next = 'comma';
    } else if (found === '"') {
      end = stringEnd(text, at);
      if (end < 0) return errorAt(text, -end - 1, 'the end of the string or a valid escape');
      next = expected === 'name' || expected === 'first-name' ? 'colon' : 'comma';
    } else if (expected === 'value' || expected === 'item') {
      if (found === '{') {
        open.push('}');
        next = 'first-name';
      } else if (found === '[') {
        open.push(']');
        next = 'item';
      } else {
        scalar.lastIndex = at;
        if (scalar.test(text)) {
          end = scalar.lastIndex;
          next = 'comma';
        }
      }
    }
    if (next === null)
      return errorAt(text, at, expected === 'comma' && close !== undefined ? `, or ${close}` : expectedTexts[expected]);
    expected = next;
    at = end;
  }
}

/** The index after the closing quote; `-1 - n`: the string is invalid at character `n`. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1 - at;
    if (code === 0x5c) {
      if (!/^(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/.test(text.slice(at + 1, at + 6))) return -1 - at;
      at += 1;
    }
  }
  return -1 - text.length;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function errorAt(text: string, at: number, expected: string): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  return `line ${line}, column ${column}: ${shown(text.codePointAt(at))} instead of ${expected}`;
}

/** A visible character in quotes, another one by its code point. */
function shown(code: number | undefined): string {
  if (code === undefined) return 'the end';
  return code > 0x20 && code < 0x7f
    ? `'${String.fromCodePoint(code)}'`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
