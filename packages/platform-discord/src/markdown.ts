/** A web address: Discord shows it as it is, and a backslash in it would be a part of it. */
const URL = /https?:\/\/[^\s<]+[^<.,:;"')\]\s]/.source;

/**
 * What Discord reads as markup: pairs of signs, emoji by name, mentions, times and addresses in angle brackets, and a backslash before
 * another sign. Single `~` and `|` are none, and neither is `_` between letters.
 */
const MARK =
  /[*`]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])|~(?=~)|(?<=~)~|\|(?=\|)|(?<=\|)\||\\(?=[^0-9A-Za-z\s]|$)|<(?=[@#:/]|[A-Za-z][A-Za-z0-9+.-]*:)|:(?!\d\d:)(?=[\w+-]+:)/
    .source;
/** What it reads so at the begin of a line, also of a quoted one: headings, lists, small texts, and quotes of more than one line. */
const LINE_MARK = /(?:#(?=#{0,2} )|-(?=#? )|>(?! ))(?<=^(?:> )?[ \t]*.)/.source;

const MARKS = new RegExp(`${URL}|${MARK}|${LINE_MARK}`, 'gm');
/** The same where a text has a link with a label. */
const MARKS_AND_LABELS = new RegExp(String.raw`${MARKS.source}|\[`, 'gm');

/** A text that Discord shows as it is. Only the mark of a line that begins with `> ` becomes a bar. Pure. */
export function literal(text: string): string {
  const marks = text.includes('](') ? MARKS_AND_LABELS : MARKS;
  return text.replace(marks, (found) => (found.startsWith('http') ? found : `\\${found}`));
}
