type Path = readonly (string | number)[];

/** An object or list around the place that is read. */
interface Level {
  /** Of the current item of a list; null: an object. */
  index: number | null;
  /** Where the current name of an object is in the text. */
  name: readonly [start: number, end: number];
  /** Whether a text is the name of a field. */
  expectsName: boolean;
}

/**
 * Finds the first number below the path `within` that reading JSON would change, because no double has its value: a double keeps a
 * number if it is written as the same decimal value again (RFC 8785). `text` must be valid JSON. Null: there is none. Linear in the
 * length of the text.
 */
export function inexactNumberIn(text: string, within: Path = []): (string | number)[] | null {
  const open: Level[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const level = open.at(-1);
    if (code === 0x22) {
      const end = stringEnd(text, at);
      if (level?.expectsName) {
        level.name = [at, end];
        level.expectsName = false;
      }
      at = end;
    } else if (code === 0x2d || isDigit(code)) {
      const end = numberEnd(text, at);
      if (!isExact(text.slice(at, end)) && isBelow(within, open, text))
        return open.map(({ index, name }) => index ?? nameIn(text, name));
      at = end;
    } else {
      if (code === 0x7b || code === 0x5b)
        open.push({ index: code === 0x5b ? 0 : null, name: [0, 0], expectsName: code === 0x7b });
      else if (code === 0x7d || code === 0x5d) open.pop();
      else if (code === 0x2c && level) {
        if (level.index === null) level.expectsName = true;
        else level.index += 1;
      }
      at += 1;
    }
  }
  return null;
}

/** Also linear when many numbers have long names around them. */
function isBelow(within: Path, open: readonly Level[], text: string): boolean {
  return within.every((part, place) => {
    const { index = null, name = [0, 0] } = open[place] ?? {};
    if (index !== null || typeof part === 'number') return index === part;
    return name[1] - name[0] <= LONGEST_ESCAPE * part.length + 2 && nameIn(text, name) === part;
  });
}

/** Signs of an escaped character, such as `\u0061`. */
const LONGEST_ESCAPE = 6;

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
