import { badRequest } from './errors.js';
import type { Formatted, MessageEntity } from './types.js';

const TAGS: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
  a: 'text_link',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  'tg-emoji': 'custom_emoji',
};
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

interface Open {
  tag: string;
  attributes: Map<string, string>;
  offset: number;
}

/** Parses `parse_mode: HTML` with the Bot API's errors, whose offsets are in bytes of the source. */
export function parseHtml(source: string): Formatted {
  const entities: MessageEntity[] = [];
  const stack: Open[] = [];
  let text = '';
  for (let at = 0; at < source.length;) {
    const character = source[at];
    if (character === '&') {
      const [whole, value] = readReference(source.slice(at));
      text += value;
      at += whole.length;
    } else if (character !== '<') {
      text += character;
      at += 1;
    } else if (source[at + 1] === '/') {
      at = closeTag(source, at, stack, text, entities);
    } else {
      const opened = openTag(source, at);
      stack.push({ ...opened, offset: text.length });
      at = opened.end;
    }
  }
  const left = stack.at(-1);
  if (left) throw unparsable(`Can't find end tag corresponding to start tag "${left.tag}"`);
  return { text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) };
}

function openTag(source: string, at: number): { tag: string; attributes: Map<string, string>; end: number } {
  const where = byteOffset(source, at);
  const tag = /^[^\s>]*/.exec(source.slice(at + 1))?.[0].toLowerCase() ?? '';
  let end = at + 1 + tag.length;
  if (end >= source.length) throw unparsable(`Unclosed start tag "${tag}" at byte offset ${where}`);
  if (!Object.hasOwn(TAGS, tag)) throw unparsable(`Unsupported start tag "${tag}" at byte offset ${where}`);
  const attributes = new Map<string, string>();
  for (;;) {
    const rest = source.slice(end);
    const close = /^\s*>/.exec(rest);
    if (close) return { tag, attributes: checked(tag, attributes, where), end: end + close[0].length };
    const found = /^\s*([^\s=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+)(?=[\s>])))?/.exec(rest);
    if (!found) {
      if (/^\s*=/.test(rest) && attributes.size === 0)
        throw unparsable(`Empty attribute name in the tag "${tag}" at byte offset ${where}`);
      throw unparsable(`Unclosed start tag at byte offset ${where}`);
    }
    attributes.set((found[1] ?? '').toLowerCase(), unescapeText(found[2] ?? found[3] ?? found[4] ?? ''));
    end += found[0].length;
  }
}

function checked(tag: string, attributes: Map<string, string>, where: number): Map<string, string> {
  if (tag === 'span' && attributes.get('class') !== 'tg-spoiler') {
    throw unparsable(`Tag "span" must have class "tg-spoiler" at byte offset ${where}`);
  }
  if (tag === 'tg-emoji' && !/^\d+$/.test(attributes.get('emoji-id') ?? '')) {
    throw unparsable('Invalid custom emoji identifier specified');
  }
  return attributes;
}

function closeTag(source: string, at: number, stack: Open[], text: string, entities: MessageEntity[]): number {
  const where = byteOffset(source, at);
  const open = stack.pop();
  if (!open) throw unparsable(`Unexpected end tag at byte offset ${where}`);
  const close = /^<\/([^\s>]*)\s*(>?)/.exec(source.slice(at));
  if (!close?.[2]) throw unparsable(`Unclosed end tag at byte offset ${where}`);
  const found = (close[1] ?? '').toLowerCase();
  if (found !== '' && found !== open.tag) {
    throw unparsable(`Unmatched end tag at byte offset ${where}, expected "</${open.tag}>", found "</${found}>"`);
  }
  const length = text.length - open.offset;
  if (length > 0) {
    const entity = toEntity(open, length, text);
    if (entity) entities.push(entity);
  }
  return at + close[0].length;
}

function toEntity({ tag, attributes, offset }: Open, length: number, text: string): MessageEntity | undefined {
  const type = TAGS[tag] ?? tag;
  const place = { offset, length };
  if (tag === 'a') {
    const url = attributes.get('href') ?? text.slice(offset);
    // A link with an invalid URL becomes plain text.
    return /^(https?|tg|ton|mailto|tel):|^[^\s/]+\.[^\s/]+/i.test(url) ? { type, ...place, url } : undefined;
  }
  if (tag === 'tg-emoji') return { type, ...place, custom_emoji_id: attributes.get('emoji-id') ?? '' };
  if (tag === 'blockquote' && attributes.has('expandable')) return { type: 'expandable_blockquote', ...place };
  return { type, ...place };
}

function readReference(rest: string): [whole: string, value: string] {
  const found = /^&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));?/i.exec(rest);
  if (!found) return ['&', '&'];
  const [whole, hex, decimal, name] = found;
  if (name !== undefined) {
    const value = NAMED[name];
    return value === undefined ? ['&', '&'] : [whole, value];
  }
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? [whole, String.fromCodePoint(code)] : ['&', '&'];
}

const unescapeText = (value: string): string =>
  value.replace(/&[^&\s]*/g, (rest) => {
    const [whole, text] = readReference(rest);
    return text + rest.slice(whole.length);
  });

const byteOffset = (source: string, at: number): number => Buffer.byteLength(source.slice(0, at));

const unparsable = (why: string) => badRequest(`can't parse entities: ${why}`);
