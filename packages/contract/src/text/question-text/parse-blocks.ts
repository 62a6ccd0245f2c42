import { parseInline, type Inline } from './parse-inline.js';

export type Block =
  | { readonly kind: 'lines'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'code'; readonly text: string };

interface ListItem {
  /** The number as it was written; null: a bullet. */
  readonly number: number | null;
  readonly parts: readonly Inline[];
}

const FENCE = /^ {0,3}```/;
const ITEM = /^ {0,6}(?:[-*]|(\d{1,4})[.)])[ \t]+(\S.*)$/;

/** Light Markdown: bold, italic, code, lists and links. Anything else stays as it is written, with its line breaks. */
export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r?\n/);
  let plain: string[] = [];
  const endPlain = () => {
    const first = plain.findIndex((line) => line !== '');
    const kept = plain.slice(first, plain.findLastIndex((line) => line !== '') + 1).join('\n');
    if (first !== -1) blocks.push({ kind: 'lines', parts: parseInline(kept) });
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const end = FENCE.test(line) ? lines.findIndex((other, index) => index > at && FENCE.test(other)) : -1;
    if (end > at) {
      endPlain();
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end;
      continue;
    }
    const items: ListItem[] = [];
    for (let found = ITEM.exec(lines[at] ?? ''); found; found = ITEM.exec(lines[at + 1] ?? '')) {
      if (items.length > 0) at += 1;
      items.push({ number: found[1] === undefined ? null : Number(found[1]), parts: parseInline(found[2] ?? '') });
    }
    if (items.length === 0) plain.push(line);
    else {
      endPlain();
      blocks.push({ kind: 'list', items });
    }
  }
  endPlain();
  return blocks;
}

/** Whether the text has marks that its drawing hides. An address is shown as it is. */
export function hasMarks(blocks: readonly Block[]): boolean {
  return blocks.some(
    (block) =>
      block.kind !== 'lines' ||
      block.parts.some((part) => part.kind !== 'text' && !(part.kind === 'link' && part.label === part.href)),
  );
}
