/** A web address, without the punctuation that ends a sentence. */
const URL = /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]]/g;

/** Escapes the three characters of Slack's control sequences, so that a text cannot contain a mention such as `<!channel>`. */
export function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** A text for a verbatim block: Slack detects neither mentions nor links in it, so links are marked here. */
export function mrkdwn(text: string): string {
  let result = '';
  let end = 0;
  for (const { 0: url, index } of text.matchAll(URL)) {
    result += `${escape(text.slice(end, index))}<${escape(url)}>`;
    end = index + url.length;
  }
  return result + escape(text.slice(end));
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
