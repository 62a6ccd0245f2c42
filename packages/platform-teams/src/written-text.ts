import type { Activity } from './activity.js';
import { field, textField } from './request.js';

/** Characters of a text that are read; Teams itself allows 28 kB. */
const READ_MAX = 32_768;
/** Mentions and quotes of a message that are read. */
const ENTITIES_MAX = 256;

export interface Written {
  /** What the person wrote, without the bot's name and without what they quote. */
  readonly text: string;
  /** The message that they quote. */
  readonly quoted: string | null;
}

/** Reads the words of a message. Teams marks mentions by `<at>` and has had two ways to quote. Pure. */
export function readText({ text = '', entities, attachments, recipient }: Activity): Written {
  const inHtml = quotedInHtml(attachments);
  let words = inHtml?.rest ?? text.slice(0, READ_MAX);
  let quoted = inHtml?.id ?? null;
  for (const entity of entities.slice(0, ENTITIES_MAX)) {
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

/** The words with every `<at>name</at>` replaced by the name; the bot's own is left out. */
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

/** In a chat, a quoting message comes as HTML too, with the quoted one in front; the plain text mixes both. */
function quotedInHtml(attachments: readonly unknown[]): { id: string; rest: string } | null {
  for (const attachment of attachments) {
    const content = textField(attachment, 'content')?.slice(0, READ_MAX);
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

/** Mentions stay marked: they are told apart later. */
function plain(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/p>|<\/div>/gi, '\n')
    .replace(/<(?!\/?at\b)[^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
