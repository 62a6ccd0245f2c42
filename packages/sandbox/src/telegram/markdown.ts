import { badRequest } from './errors.js';
import type { Formatted, MessageEntity } from './types.js';

const RESERVED = new Set('_*[]()~`>#+-=|{}.!');
const NAMES: Record<string, [type: string, name: string]> = {
  '*': ['bold', 'Bold'],
  _: ['italic', 'Italic'],
  __: ['underline', 'Underline'],
  '~': ['strikethrough', 'Strikethrough'],
  '||': ['spoiler', 'Spoiler'],
};

/** Parses `parse_mode: MarkdownV2` (block quotations as plain text) with the Bot API's errors. */
export function parseMarkdownV2(source: string): Formatted {
  const entities: MessageEntity[] = [];
  const open: { mark: string; offset: number; at: number }[] = [];
  let text = '';
  let at = 0;
  const bytes = (position: number) => Buffer.byteLength(source.slice(0, position));
  const noEnd = (name: string, position: number) =>
    unparsable(`Can't find end of ${name} entity at byte offset ${bytes(position)}`);
  while (at < source.length) {
    const character = source[at] as string;
    if (character === '\\' && at + 1 < source.length && (source.codePointAt(at + 1) ?? 0) < 127) {
      text += source[at + 1];
      at += 2;
      continue;
    }
    if (character === '`') {
      const fence = source.startsWith('```', at) ? '```' : '`';
      const code = readCode(source, at + fence.length, fence);
      if (!code) throw noEnd(fence === '`' ? 'Code' : 'PreCode', at);
      const language = fence === '```' ? /^(\S+)\n/.exec(code.text)?.[1] : undefined;
      const content = language === undefined ? code.text : code.text.slice(language.length + 1);
      const type = fence === '```' ? 'pre' : 'code';
      if (content) entities.push({ type, offset: text.length, length: content.length, ...(language && { language }) });
      text += content;
      at = code.end;
      continue;
    }
    const mark = source.startsWith('__', at) ? '__' : source.startsWith('||', at) ? '||' : character;
    const inner = open.at(-1);
    if (Object.hasOwn(NAMES, mark)) {
      if (inner?.mark === mark) {
        open.pop();
        if (text.length > inner.offset) {
          entities.push({
            type: (NAMES[mark] as [string, string])[0],
            offset: inner.offset,
            length: text.length - inner.offset,
          });
        }
      } else {
        open.push({ mark, offset: text.length, at });
      }
      at += mark.length;
    } else if (character === '[') {
      open.push({ mark: '[', offset: text.length, at });
      at += 1;
    } else if (character === ']' && inner?.mark === '[') {
      open.pop();
      const link = /^\]\(((?:\\.|[^\\)])*)\)/.exec(source.slice(at));
      if (!link) throw noEnd('TextUrl', inner.at);
      const url = (link[1] ?? '').replace(/\\(.)/g, '$1');
      if (text.length > inner.offset && url) {
        entities.push({ type: 'text_link', offset: inner.offset, length: text.length - inner.offset, url });
      }
      at += link[0].length;
    } else if (character === '>' && (at === 0 || source[at - 1] === '\n')) {
      at += 1;
    } else if (RESERVED.has(character)) {
      throw unparsable(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
    } else {
      text += character;
      at += 1;
    }
  }
  const left = open.at(-1);
  if (left) throw noEnd(left.mark === '[' ? 'TextUrl' : (NAMES[left.mark] as [string, string])[1], left.at);
  return { text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) };
}

function readCode(source: string, from: number, fence: string): { text: string; end: number } | undefined {
  let text = '';
  for (let at = from; at < source.length; at += 1) {
    if (source.startsWith(fence, at)) return { text, end: at + fence.length };
    if (source[at] === '\\' && at + 1 < source.length) at += 1;
    text += source[at];
  }
  return undefined;
}

const unparsable = (why: string) => badRequest(`can't parse entities: ${why}`);
