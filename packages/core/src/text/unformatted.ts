import type { TextLimits } from '@gateway/platform-kit';

const escape = (mark: string) => `${String.raw`\u{`}${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;

/** Mentions, times, emoji and links with a label, which chats draw as another text. */
const DRAWN_OTHERWISE = /<(?=[@#:/]|a:|t:|id:|users\/|[a-z][a-z0-9+.-]*:[^<>\s|]*\|)/gi;

/**
 * A text of the gateway without the marks by which chats hide a part of a text, or draw another one in its place: what is in it came
 * from an agent. The marks appear as escapes. `formats`: those of the platform. `before`: what stands above the text in the same message,
 * where a pair may begin.
 */
export function unformatted(text: string, { formats = '' }: Pick<TextLimits, 'formats'>, before = ''): string {
  const unpaired = formats === '' ? text : withoutPairs(text, formats, before);
  const spoilers = unpaired.split('||').length > 2 ? unpaired.replace(/(?<=\|)\|/g, escape) : unpaired;
  return spoilers
    .replace(/(?<=``)`/g, escape)
    .replace(/(?<=\])\(/g, escape)
    .replace(DRAWN_OTHERWISE, escape);
}

/**
 * The signs that begin a pair become escapes, and those that end one which begins above. A sign before or after a space is none of a
 * pair, and neither is `_` between letters. A pair may be on different lines: platforms do not say how far it reaches.
 */
function withoutPairs(text: string, formats: string, before: string): string {
  const last = new Map([...formats].map((sign) => [sign, text.lastIndexOf(sign)]));
  const above = new Set([...formats].filter((sign) => before.includes(sign)));
  let shown = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    const end = last.get(sign);
    const isOfPair =
      end !== undefined &&
      ((at < end && mayTouch(sign, text[at + 1], text[at - 1])) ||
        (above.has(sign) && mayTouch(sign, text[at - 1], text[at + 1])));
    shown += isOfPair ? escape(sign) : sign;
  }
  return shown;
}

/** Whether a sign may be the end of a pair, by the characters on its inner and outer side. */
function mayTouch(sign: string, inside = ' ', outside = ' '): boolean {
  if (sign === '`') return true;
  return !/\s/.test(inside) && !(sign === '_' && /[A-Za-z0-9]/.test(outside));
}
