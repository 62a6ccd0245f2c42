/** A web address, without the punctuation that ends a sentence. */
const URL = /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]]/g;

/** Escapes the three characters of Slack's control sequences, so that a text cannot contain a mention such as `<!channel>`. */
export function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Pairs of signs, emoji by name, and marks of quotes without a space. `_` between letters is none. */
const MARKUP = /[*~`]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])|:(?!\d\d:)(?=[\w+'-]+:)|^>(?! )/m;
const EMOJI = /:(?!\d\d:)(?=[\w+'-]+:)/;

/** Whether Slack could draw a text in a block in another way than it is written: there is no escape for that. Pure. */
export function isMarkup(text: string): boolean {
  return MARKUP.test(text.replace(URL, ''));
}

/** Whether a text has emoji by name, which Slack draws also in a message without markup. Pure. */
export function namesEmoji(text: string): boolean {
  return EMOJI.test(text.replace(URL, ''));
}

/** The addresses of a text, and what is between them. Pure. */
export function partsOf(text: string): { readonly text: string; readonly isUrl: boolean }[] {
  const between = text.split(URL).map((part) => ({ text: part, isUrl: false }));
  const urls = [...text.matchAll(URL)].map(([url]) => ({ text: url, isUrl: true }));
  return between
    .flatMap((part, index) => [part].concat(urls.slice(index, index + 1)))
    .filter((part) => part.text !== '');
}

/** A text for a verbatim block: Slack detects neither mentions nor links in it, so links are marked here. */
export function mrkdwn(text: string): string {
  return partsOf(text)
    .map((part) => (part.isUrl ? `<${escape(part.text)}>` : escape(part.text)))
    .join('');
}

/** The text as its author sees it: references become names, and escapes become characters. Pure. */
export function readable(text: string): string {
  return text
    .replace(/<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>/g, (_all, mark: string, reference: string, label?: string) =>
      mark === '' ? link(reference, label) : mention(mark, reference, label),
    )
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function link(address: string, label: string | undefined): string {
  const plain = address.replace(/^(?:mailto|tel):/, '');
  // Slack labels an address that a person typed with the same text.
  return label === undefined || label === '' || address.endsWith(label)
    ? (label ?? plain) || plain
    : `${label} (${address})`;
}

function mention(mark: string, reference: string, label: string | undefined): string {
  if (mark === '!') return label ?? `@${reference.split('^').at(0) ?? reference}`;
  return label ? `${mark}${label.replace(/^[@#]/, '')}` : `${mark}${reference}`;
}
