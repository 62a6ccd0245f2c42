/** Splits a text into messages of at most `max` UTF-16 units, at a line end or space if one is near. */
export function splitText(text: string, max: number): [string, ...string[]] {
  if (text.length <= max) return [text];
  const end = breakBefore(text, max);
  const rest = text.slice(end).trimStart();
  const first = text.slice(0, end).trimEnd();
  return rest === '' ? [first] : [first, ...splitText(rest, max)];
}

function breakBefore(text: string, max: number): number {
  const near = Math.floor(max * 0.7);
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, max - 1);
    if (at >= near) return at + 1;
  }
  const code = text.charCodeAt(max - 1);
  const splitsPair = code >= 0xd800 && code <= 0xdbff;
  return splitsPair ? max - 1 : max;
}
