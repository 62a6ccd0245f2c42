/** An address up to what ends it in a sentence. */
const URL = /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]]/g;

/** The three characters that can begin or end something special, mentions such as `<!channel>` included. */
export function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** A text for a block that Slack takes verbatim: nothing in it becomes a mention, and addresses are made links here. */
export function mrkdwn(text: string): string {
  let result = '';
  let end = 0;
  for (const { 0: url, index } of text.matchAll(URL)) {
    result += `${escape(text.slice(end, index))}<${escape(url)}>`;
    end = index + url.length;
  }
  return result + escape(text.slice(end));
}

/** What a person wrote, as they saw it: Slack's references become names, its escapes characters. Pure. */
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
  // Slack itself puts a label of the same words on what a person typed as it is.
  return label === undefined || label === '' || address.endsWith(label)
    ? (label ?? plain) || plain
    : `${label} (${address})`;
}

function mention(mark: string, reference: string, label: string | undefined): string {
  if (mark === '!') return label ?? `@${reference.split('^').at(0) ?? reference}`;
  return label ? `${mark}${label.replace(/^[@#]/, '')}` : `${mark}${reference}`;
}
