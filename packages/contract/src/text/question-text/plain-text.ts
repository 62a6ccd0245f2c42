import { shownText } from '../visible-text.js';
import { parseBlocks, type Block } from './parse-blocks.js';
import type { Inline } from './parse-inline.js';

/** A question without the marks of light Markdown, for lists, titles and notifications. */
export const plainText = (text: string): string => shownText(parseBlocks(text).map(textOf).join('\n'));

function textOf(block: Block): string {
  if (block.kind === 'code') return block.text;
  if (block.kind === 'lines') return joined(block.parts);
  return block.items.map(({ number, parts }) => `${number === null ? '•' : `${number}.`} ${joined(parts)}`).join('\n');
}

const joined = (parts: readonly Inline[]): string => parts.map(partText).join('');

function partText(part: Inline): string {
  if (part.kind === 'link') return part.label;
  return 'children' in part ? joined(part.children) : part.text;
}
