import type { Button, Media } from '@gateway/platform-kit';
import type { ActionsBlock, ImageBlock, KnownBlock, RichTextBlock, SectionBlock } from '@slack/types';
import { escape, isMarkup, mrkdwn, namesEmoji, partsOf } from './mrkdwn.js';

const SECTION_MAX = 3000;
/** chat.update accepts at most 4000 characters. With blocks, only notifications show this text. */
const FALLBACK_MAX = 3000;
/** Slack may truncate a button's label after about this many characters. */
const VISIBLE_LABEL_LENGTH = 30;

/** An address shown under a question: as an image that Slack fetches, or as a link. */
export interface Shown {
  readonly url: string;
  readonly as: 'image' | 'link';
}

/** The content fields of chat.postMessage and chat.update. */
export interface Content {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** Renders a question; without buttons, a closed question. Pure. */
export function renderQuestion(text: string, buttons: readonly Button[], shown: Shown | null): Content {
  const blocks: KnownBlock[] = textBlocks(text);
  if (shown) blocks.push(attachment(shown));
  // Every option must be readable in full.
  if (buttons.some(({ label }) => label.length > VISIBLE_LABEL_LENGTH)) {
    blocks.push(...textBlocks(buttons.map(({ label }, index) => `${index + 1}. ${label}`).join('\n')));
  }
  if (buttons.length > 0) blocks.push(actions(buttons));
  return { text: fallback(text), blocks };
}

/** A plain message. */
export interface MessageContent {
  readonly text: string;
  readonly mrkdwn: false;
  readonly blocks?: KnownBlock[];
}

/** Renders a plain message without markup and mentions. */
export function renderMessage(text: string): MessageContent {
  return { text: escape(text), mrkdwn: false, ...(namesEmoji(text) && { blocks: textBlocks(text) }) };
}

/** Whether Slack is likely to show the file at an address as an image: it supports PNG, JPEG and GIF. */
export function looksLikeImage(url: string): boolean {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return /\.(?:png|jpe?g|gif)$/i.test(path) || !/\.\w{1,8}$/.test(path);
}

/** How to show an address at first; postQuestion falls back to a link. */
export function shownFirst(media: Media | null): Shown | null {
  if (media?.kind !== 'url') return null;
  return { url: media.url, as: looksLikeImage(media.url) ? 'image' : 'link' };
}

function actions(buttons: readonly Button[]): ActionsBlock {
  return {
    type: 'actions',
    elements: buttons.map(({ label, token }, index) => ({
      type: 'button',
      action_id: `answer-${index}`,
      text: { type: 'plain_text', text: label, emoji: !namesEmoji(label) },
      value: token,
    })),
  };
}

function attachment({ url, as }: Shown): ImageBlock | SectionBlock {
  return as === 'image' ? { type: 'image', image_url: url, alt_text: 'Attachment' } : section(mrkdwn(url));
}

/** The blocks that show a text as it is written. What Slack would take for markup is in blocks of rich text, where nothing is. */
export function textBlocks(text: string): KnownBlock[] {
  return isMarkup(text)
    ? split(text, (part) => part.length).map(richText)
    : split(text, (part) => mrkdwn(part).length).map((part) => section(mrkdwn(part)));
}

/** Escaping makes a text longer, so a text within the limit may still need several blocks. */
function split(text: string, length: (part: string) => number): string[] {
  if (length(text) <= SECTION_MAX) return text.trim() === '' ? [] : [text];
  const middle = breakNear(text, Math.ceil(text.length / 2));
  return [...split(text.slice(0, middle), length), ...split(markAt(text, middle) + text.slice(middle), length)];
}

function richText(text: string): RichTextBlock {
  const elements = partsOf(text).map((part) =>
    part.isUrl
      ? { type: 'link' as const, url: part.text, text: part.text }
      : { type: 'text' as const, text: part.text },
  );
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function section(text: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

function breakNear(text: string, at: number): number {
  const lineEnd = text.lastIndexOf('\n', at);
  if (lineEnd > 0) return lineEnd + 1;
  const space = text.lastIndexOf(' ', at);
  if (space > at / 2) return space;
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at + 1 : at;
}

/** What the rest of a line begins with: the mark of the line, if it has one. */
function markAt(text: string, end: number): string {
  if (text[end - 1] === '\n') return '';
  return text.startsWith('> ', text.lastIndexOf('\n', end - 1) + 1) ? '> ' : '';
}

function fallback(text: string): string {
  const escaped = escape(text);
  if (escaped.length <= FALLBACK_MAX) return escaped;
  // Do not cut inside an escape or a surrogate pair.
  return `${escaped.slice(0, FALLBACK_MAX - 1).replace(/&\w{0,3}$|[\ud800-\udbff]$/, '')}…`;
}
