import type { Activity } from './activity.js';
import { field, textField } from './request.js';

/** Max characters of a text that are parsed. Teams allows 28 kB. */
const MAX_TEXT_LENGTH = 32_768;
/** Max mentions and quotes of a message that are parsed. */
const MAX_ENTITIES = 256;

export interface WrittenText {
  /** The person's text without the mention of the bot and without quotes. */
  readonly text: string;
  /** The id of the quoted message; null when there is none. */
  readonly quoted: string | null;
}

/** Parses the text of a message. Teams marks mentions with `<at>` and has two formats for quotes. Pure. */
export function readText({ text = '', entities, attachments, recipient }: Activity): WrittenText {
  const inHtml = quotedInHtml(attachments);
  let words = inHtml?.rest ?? text.slice(0, MAX_TEXT_LENGTH);
  let quoted = inHtml?.id ?? null;
  for (const entity of entities.slice(0, MAX_ENTITIES)) {
    const mentioned = field(entity, 'mentioned');
    const marked = textField(entity, 'text');
    if (textField(entity, 'type') === 'mention' && marked && recipient && textField(mentioned, 'id') === recipient.id) {
      words = words.replaceAll(marked, '');
    }
    if (textField(entity, 'type') === 'quotedReply')
      quoted = textField(field(entity, 'quotedReply'), 'messageId') ?? quoted;
  }
  words = withoutMarks(words.replace(/<quoted\b[^<>]*\/>/gi, ''), recipient?.name).replace(/&nbsp;|\u00a0/g, ' ');
  return { text: words.trim(), quoted };
}

/** Replaces every `<at>name</at>` with the name, and removes the bot's own. */
function withoutMarks(words: string, bot: string | null | undefined): string {
  const parts = words.split(/<\/at>/i);
  const last = parts.pop() ?? '';
  const named = parts.map((part) => {
    const mark = /<at\b[^<>]*>/i.exec(part);
    if (!mark) return `${part}</at>`;
    const name = part.slice(mark.index + mark[0].length);
    return part.slice(0, mark.index) + (bot && name === bot ? '' : name);
  });
  return named.join('') + last;
}

/** In a chat, a message with a quote also has an HTML version, which separates the quote from the text. The plain text mixes both. */
function quotedInHtml(attachments: readonly unknown[]): { id: string; rest: string } | null {
  for (const attachment of attachments) {
    const content = textField(attachment, 'content')?.slice(0, MAX_TEXT_LENGTH);
    if (textField(attachment, 'contentType') !== 'text/html' || content === undefined) continue;
    const [quote] = [...content.matchAll(/<blockquote\b[^<>]*>/gi)].flatMap(({ 0: tag, index }) => {
      const id = /schema\.skype\.com\/Reply/i.test(tag) ? /itemid="([^"]+)"/i.exec(tag)?.[1] : undefined;
      return id === undefined ? [] : { id, start: index, end: index + tag.length };
    });
    const end = quote && /<\/blockquote>/i.exec(content.slice(quote.end));
    if (!quote || !end) continue;
    const rest = content.slice(0, quote.start) + content.slice(quote.end + end.index + end[0].length);
    return { id: quote.id, rest: plain(rest) };
  }
  return null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** Converts HTML to text. The marks of mentions stay for withoutMarks. */
function plain(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/p>|<\/div>/gi, '\n')
    .replace(/<(?!\/?at\b)[^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
