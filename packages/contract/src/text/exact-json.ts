type Path = readonly (string | number)[];

/** What JSON text says that no program reads the same way as all others. */
export interface JsonFlaw {
  /** `number`: no double has its value. `repeated_name`: an object has the name twice. */
  readonly kind: 'number' | 'repeated_name';
  readonly path: (string | number)[];
}

/** What is wrong, as the rest of a sentence whose subject is the path. */
export const jsonFlawTexts: Readonly<Record<JsonFlaw['kind'], string>> = {
  number: 'is a number that would not be kept exactly: send it as a text',
  repeated_name: 'is given twice in the same object: give it once',
};

/** An object or list around the place that is read. */
interface Level {
  /** Of the current item of a list; null: an object. */
  index: number | null;
  /** Where the current name of an object is in the text. */
  name: readonly [start: number, end: number];
  /** Whether a text is the name of a field. */
  expectsName: boolean;
  /** Whether the object or list is on the path or below it, and whether its current value is. */
  readonly isOnPath: boolean;
  isInside: boolean;
  /** The names so far of values that are. */
  readonly names: Set<string>;
}

/**
 * Finds what I-JSON (RFC 7493) forbids on the path `within` and below it: a number that reading would change, because no double has its
 * value (RFC 8785), or a name that an object has twice. `text` must be valid JSON. Null: there is none. Linear in the length of the text.
 */
export function jsonFlawIn(text: string, within: Path = []): JsonFlaw | null {
  const open: Level[] = [];
  const path = () => open.map(({ index, name }) => index ?? nameIn(text, name));
  const enter = (level: Level, depth: number, part: string | number) => {
    level.isInside = level.isOnPath && (depth >= within.length || within[depth] === part);
  };
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const level = open.at(-1);
    if (code === 0x22) {
      const end = stringEnd(text, at);
      if (level?.expectsName) {
        level.name = [at, end];
        level.expectsName = false;
        if (level.isOnPath) {
          const name = nameIn(text, level.name);
          enter(level, open.length - 1, name);
          if (level.isInside && level.names.has(name)) return { kind: 'repeated_name', path: path() };
          if (level.isInside) level.names.add(name);
        }
      }
      at = end;
    } else if (code === 0x2d || isDigit(code)) {
      const end = numberEnd(text, at);
      const isBelow = open.length >= within.length && (level?.isInside ?? true);
      if (isBelow && !isExact(text.slice(at, end))) return { kind: 'number', path: path() };
      at = end;
    } else {
      if (code === 0x7b || code === 0x5b) open.push(levelIn(level, code === 0x5b));
      if (code === 0x5b) enter(open.at(-1) as Level, open.length - 1, 0);
      else if (code === 0x7d || code === 0x5d) open.pop();
      else if (code === 0x2c && level) {
        if (level.index === null) level.expectsName = true;
        else enter(level, open.length - 1, (level.index += 1));
      }
      at += 1;
    }
  }
  return null;
}

function levelIn(parent: Level | undefined, isList: boolean): Level {
  return {
    index: isList ? 0 : null,
    name: [0, 0],
    expectsName: !isList,
    isOnPath: parent?.isInside ?? true,
    isInside: false,
    names: new Set(),
  };
}

function nameIn(text: string, name: Level['name']): string {
  return name[1] === 0 ? '' : (JSON.parse(text.slice(...name)) as string);
}

/** The index after the closing quote. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === 0x2d || code === 0x45 || code === 0x65;
}

/** Every number of so many signs without an exponent is exact. */
const ALWAYS_EXACT = 15;

function isExact(token: string): boolean {
  if (token.length <= ALWAYS_EXACT && !/e/i.test(token)) return true;
  const value = Number(token);
  return Number.isFinite(value) && decimalOf(token) === decimalOf(String(value));
}

/** One form for each decimal value: its digits without zeros at both ends, and its exponent. */
function decimalOf(token: string): string {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.');
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
