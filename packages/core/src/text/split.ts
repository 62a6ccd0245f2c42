import type { TextLimits } from '@gateway/platform-kit';

interface Split {
  /** How long a text is where it is sent. Default: its UTF-16 units. */
  readonly length?: ((text: string) => number) | undefined;
  /** Break at a line end wherever there is one, and mark what goes on in the middle of a line, so that it is no line of its own. */
  readonly atLines?: boolean;
}

/** The maximum length of a message with buttons, in UTF-16 units. */
export function questionLimit({ max, question = max }: TextLimits): number {
  return Math.min(max, question);
}

/** Splits a text into messages of at most `max` UTF-16 units as they are sent, at a line end or space if one is near. */
export function splitText(text: string, max: number, how: Split = {}): [string, ...string[]] {
  const { length } = how;
  // A text never becomes shorter when it is sent.
  if (text.length <= max && (!length || length(text) <= max)) return [text];
  const end = length ? endWithin(text, max, length, how) : breakBefore(text, max, how);
  const mark = how.atLines ? markAt(text, end) : '';
  // In the middle of a line, a space at the break is one of a value.
  const rest = mark + (mark === '… ' ? text.slice(end) : text.slice(end).trimStart());
  const first = text.slice(0, end).trimEnd();
  return rest === mark ? [first] : [first, ...splitText(rest, max, how)];
}

/** The end of the first message where a text becomes longer when it is sent. */
function endWithin(text: string, max: number, length: (text: string) => number, how: Split): number {
  let [fits, tooLong] = [1, Math.min(text.length, max) + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (length(text.slice(0, middle)) <= max) fits = middle;
    else tooLong = middle;
  }
  // What a sign becomes depends on the one after it, so a shorter text may be longer when it is sent.
  for (let limit = Math.min(fits, text.length - 1); limit > 2; limit -= 1) {
    const end = breakBefore(text, limit, how);
    if (length(text.slice(0, end)) <= max) return end;
  }
  return breakBefore(text, 2, how);
}

function breakBefore(text: string, max: number, { atLines = false }: Split): number {
  const near = Math.floor(max * 0.7);
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, max - 1);
    if (at >= (atLines && mark === '\n' ? 1 : near)) return atLines && mark === ' ' ? at : at + 1;
  }
  const code = text.charCodeAt(max - 1);
  const splitsPair = code >= 0xd800 && code <= 0xdbff;
  return splitsPair ? max - 1 : max;
}

/** What the rest of a line begins with: the mark of the line, if it has one. */
function markAt(text: string, end: number): string {
  if (text[end - 1] === '\n') return '';
  return text.startsWith('> ', text.lastIndexOf('\n', end - 1) + 1) ? '> ' : '… ';
}
