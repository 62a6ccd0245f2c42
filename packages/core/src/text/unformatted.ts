const escape = (mark: string) => `${String.raw`\u{`}${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;

/** Mentions, times, emoji and links with a label, which chats draw as another text. */
const DRAWN_OTHERWISE = /<(?=[@#:/]|a:|t:|id:|users\/|[a-z][a-z0-9+.-]*:[^<>\s|]*\|)/gi;

/**
 * A text of the gateway without the marks by which chats hide a part of a text, or draw another one in its place: what is in it came
 * from an agent. The marks appear as escapes.
 */
export function unformatted(text: string): string {
  const spoilers = text.split('||').length > 2 ? text.replace(/(?<=\|)\|/g, escape) : text;
  return spoilers
    .replace(/(?<=``)`/g, escape)
    .replace(/(?<=\])\(/g, escape)
    .replace(DRAWN_OTHERWISE, escape);
}
