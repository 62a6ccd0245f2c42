import { mediaName, type Button, type Media } from '@gateway/platform-kit';

/** The verb of the buttons' action, which a press contains. */
const VERB = 'answer';
export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

/** Teams shows at most six actions of a set, and the others in a menu. */
const MAX_ACTIONS_PER_SET = 6;
const MAX_SUMMARY_LENGTH = 120;

export interface Card {
  readonly type: 'AdaptiveCard';
  readonly $schema: string;
  readonly version: '1.4';
  readonly body: readonly object[];
  readonly actions?: readonly object[];
  readonly msteams: { readonly width: 'Full' };
}

/** The content of a card. */
export interface CardContent {
  readonly text: string;
  readonly buttons?: readonly Button[];
  /** Address of an attachment. */
  readonly attachment?: string | null;
  /** A remark below the text. */
  readonly remark?: string | null;
}

/** Renders an open or closed question as an Adaptive Card. Pure. */
export function renderCard({ text, buttons = [], attachment = null, remark = null }: CardContent): Card {
  const sets = actionSets(buttons);
  return {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: [
      textBlock(text),
      ...(attachment === null ? [] : [renderAttachment(attachment)]),
      ...(remark === null ? [] : [{ ...textBlock(remark), isSubtle: true }]),
      ...(sets.length > 1 ? sets.map((actions) => ({ type: 'ActionSet', actions })) : []),
    ],
    ...(sets.length === 1 && { actions: sets[0] }),
    msteams: { width: 'Full' },
  };
}

/** A message with a card; `text` is its notification. Pure. */
export function cardActivity(card: Card, text: string): object {
  const summary = text.slice(0, MAX_SUMMARY_LENGTH).replace(/[\ud800-\udbff]$/, '');
  return { type: 'message', summary, attachments: [{ contentType: CARD_TYPE, content: card }] };
}

/** A message in plain text: nothing in `text` is markup. Pure. */
export function textActivity(text: string): object {
  return { type: 'message', text, textFormat: 'plain' };
}

/** The address of an attachment. A card cannot contain a file. */
export function addressOf(media: Media | null): string | null {
  return media?.kind === 'url' ? media.url : null;
}

function actionSets(buttons: readonly Button[]): object[][] {
  const count = Math.ceil(buttons.length / MAX_ACTIONS_PER_SET);
  const size = Math.ceil(buttons.length / count);
  return Array.from({ length: count }, (_, set) => buttons.slice(set * size, (set + 1) * size).map(renderButton));
}

/**
 * The reply to `Action.Execute` contains the new card. Clients that do not know it use `Action.Submit`. Only `Action.Submit` can ask for a
 * dialog.
 */
function renderButton({ label, token, opensDialog }: Button): object {
  const data = { token };
  if (opensDialog) return { type: 'Action.Submit', title: label, data: { ...data, msteams: { type: 'task/fetch' } } };
  return {
    type: 'Action.Execute',
    title: label,
    verb: VERB,
    data,
    fallback: { type: 'Action.Submit', title: label, data },
  };
}

export function textBlock(text: string) {
  return { type: 'TextBlock', text: asMarkdown(text), wrap: true };
}

/**
 * Escapes a text for a text block, which supports some Markdown, and draws `{{DATE(…)}}` as a time. A single line end would become a
 * space, so it is doubled.
 */
function asMarkdown(text: string): string {
  return text
    .replace(/\\(?=[\\`*_[\]()#+.!-])/g, '\\\\')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\](?=\()/g, '\\]')
    .replace(/(?<=\{\{(?:DATE|TIME))\(/g, '\\(')
    .replace(/\r\n?/g, '\n')
    .replace(/(?<!\n)\n(?!\n)/g, '\n\n');
}

/** Teams shows images at https addresses only; anything else becomes a link. */
function renderAttachment(url: string): object {
  const open = { type: 'Action.OpenUrl', url };
  const { protocol, pathname } = new URL(url);
  if (protocol === 'https:' && /\.(png|jpe?g|gif)$/i.test(pathname))
    return { type: 'Image', url, altText: 'Attachment', size: 'Large', selectAction: open };
  return {
    ...textBlock(''),
    text: `[${mediaName(url).replace(/[[\]\\]/g, '\\$&')}](${url.replace(/[()\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)})`,
  };
}
