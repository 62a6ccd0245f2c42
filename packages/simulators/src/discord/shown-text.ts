/** Stands in front of the code of a sign that is no mark. */
const PROTECTED = 0xf_0000;
const protect = (text: string) =>
  text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCodePoint(PROTECTED + sign.charCodeAt(0)));
const unprotect = (text: string) =>
  text.replace(/[\u{F0021}-\u{F007E}]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - PROTECTED));

const URL = /https?:\/\/[^\s<]+[^<.,:;"')\]\s]/.source;
const ESCAPE = /\\([^0-9A-Za-z\s])/.source;
const LITERAL = new RegExp(`${URL}|${ESCAPE}`, 'gu');

/** Marks with what the client shows for them, in the order in which it reads them. A message has fewer than 4,000 characters. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/```(?:[a-z0-9_+.-]+\n)?([^]{1,4000}?)```|``([^]{1,4000}?)``|`([^`]{1,4000})`/g, '$1$2$3'],
  [/<a?(:\w+:)\d+>/g, '$1'],
  [/<(?:@[!&]?\d+|#\d+|t:-?\d+(?::[a-zA-Z])?|\/[\w ]+:\d+|id:\w+)>/g, '@drawn'],
  [/<(https?:[^\s<>]{1,4000})>/g, '$1'],
  [/\[([^[\]]{1,4000})\]\(\S{1,4000}\)/g, '$1'],
  [/:(?!\d\d:)[\w+-]+:/g, '🙂'],
  [/^( *)>>> +/gm, '$1'],
  [/^((?:> )? *)(?:#{1,3} |-# )/gm, '$1'],
  [/^((?:> )? *)[-*] /gm, '$1• '],
  [/\*\*([^]{1,4000}?)\*\*(?!\*)/g, '$1'],
  [/__([^]{1,4000}?)__(?!_)/g, '$1'],
  [/~~([^]{1,4000}?)~~(?!_)/g, '$1'],
  [/\|\|([^]{1,4000}?)\|\|/g, '█'],
  [/\*(?=\S)([^*]{0,4000}[^*\s])\*/g, '$1'],
  [/_([^_]{1,4000})_(?![0-9A-Za-z_])/g, '$1'],
];

/**
 * A message as the client draws it: formatting is left out, and what is hidden or drawn as another text is no longer there. The bar of a
 * quote stays `> `. A model of the documented markup, which reads marks more often than the client does.
 */
export function shownText(content: string): string {
  const parsed = content.replace(LITERAL, (found, sign: string | undefined) => protect(sign ?? found));
  return unprotect(marks.reduce((text, [mark, shown]) => text.replace(mark, shown), parsed));
}
