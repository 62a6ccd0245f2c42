import type { Activity } from './activity.js';
import { field, textField } from './request.js';

export interface Written {
  /** What the person wrote, without the bot's name and without what they quote. */
  readonly text: string;
  /** The message that they quote. */
  readonly quoted: string | null;
}

/** Reads the words of a message. Teams marks mentions by `<at>` and has had two ways to quote. Pure. */
export function readText({ text = '', entities, attachments, recipient }: Activity): Written {
  const inHtml = quotedInHtml(attachments);
  let words = inHtml?.rest ?? text;
  let quoted = inHtml?.id ?? null;
  for (const entity of entities) {
    const mentioned = field(entity, 'mentioned');
    const marked = textField(entity, 'text');
    if (textField(entity, 'type') === 'mention' && marked && recipient && textField(mentioned, 'id') === recipient.id) {
      words = words.replaceAll(marked, '');
    }
    if (textField(entity, 'type') === 'quotedReply')
      quoted = textField(field(entity, 'quotedReply'), 'messageId') ?? quoted;
  }
  const bot = recipient?.name;
  words = words
    .replace(/<quoted\b[^>]*?\/>/gi, '')
    .replace(/<at\b[^>]*>(.*?)<\/at>/gis, (_, name: string) => (bot && name === bot ? '' : name))
    .replace(/&nbsp;|\u00a0/g, ' ');
  return { text: words.trim(), quoted };
}

/** In a chat, a quoting message comes as HTML too, with the quoted one in front; the plain text mixes both. */
function quotedInHtml(attachments: readonly unknown[]): { id: string; rest: string } | null {
  for (const attachment of attachments) {
    const content = textField(attachment, 'content');
    if (textField(attachment, 'contentType') !== 'text/html' || content === undefined) continue;
    const quote =
      /<blockquote\b(?=[^>]*schema\.skype\.com\/Reply)(?=[^>]*itemid="([^"]+)")[^>]*>[^]*?<\/blockquote>/i.exec(
        content,
      );
    if (quote?.[1] !== undefined) return { id: quote[1], rest: plain(content.replace(quote[0], '')) };
  }
  return null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** Mentions stay marked: they are told apart later. */
function plain(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/p>|<\/div>/gi, '\n')
    .replace(/<(?!\/?at\b)[^>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
