const MAX_LENGTH = 160;
/** Characters that are shown before the match. */
const BEFORE = 40;

/** The part of a text around the first place that contains `match`, on one line. Without such a place: its beginning. */
export function excerpt(text: string, match: string): string {
  // A match in the whole text: line breaks in it are spaces in the line.
  const at = Math.max(0, text.toLowerCase().indexOf(match.toLowerCase()));
  const begin = at + match.length <= MAX_LENGTH ? 0 : Math.max(0, at - BEFORE);
  // Twice the length, so that spaces may be removed.
  const part = text
    .slice(begin, begin + 2 * MAX_LENGTH)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // By code points, so that no character is cut in half; the slice may have cut the first and the last one.
  const characters = [...part.replaceAll(/\p{Cs}/gu, '')];
  const end = characters.length > MAX_LENGTH || begin + 2 * MAX_LENGTH < text.length ? '…' : '';
  return `${begin > 0 ? '…' : ''}${characters.slice(0, MAX_LENGTH).join('')}${end}`;
}
