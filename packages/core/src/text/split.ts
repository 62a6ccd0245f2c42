interface Split {
  /** Break at a line end wherever there is one, and mark what goes on in the middle of a line, so that it is no line of its own. */
  readonly atLines?: boolean;
}

/** Splits a text into messages of at most `max` UTF-16 units, at a line end or space if one is near. */
export function splitText(text: string, max: number, how: Split = {}): [string, ...string[]] {
  if (text.length <= max) return [text];
  const end = breakBefore(text, max, how);
  const mark = how.atLines ? markAt(text, end) : '';
  // In the middle of a line, a space at the break is one of a value.
  const rest = mark + (mark === '… ' ? text.slice(end) : text.slice(end).trimStart());
  const first = text.slice(0, end).trimEnd();
  return rest === mark ? [first] : [first, ...splitText(rest, max, how)];
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
