import type { Button, Media } from '@gateway/platform-kit';

/** The verb of the buttons' action; Teams hands it back with a press. */
const VERB = 'answer';
export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

/** Teams shows at most six actions of a set; the others would hide behind a menu. */
const ACTIONS_IN_A_SET = 6;
const NOTIFICATION_MAX = 120;

export interface Card {
  readonly type: 'AdaptiveCard';
  readonly $schema: string;
  readonly version: '1.4';
  readonly body: readonly object[];
  readonly actions?: readonly object[];
  readonly msteams: { readonly width: 'Full' };
}

/** What a card shows. */
export interface Face {
  readonly text: string;
  readonly buttons?: readonly Button[];
  /** Address of an attachment. */
  readonly attachment?: string | null;
  /** A remark below the text. */
  readonly remark?: string | null;
}

/** A question, open or closed, as an Adaptive Card. Pure. */
export function renderCard({ text, buttons = [], attachment = null, remark = null }: Face): Card {
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

/** A message that consists of a card; `text` is what the notification says. Pure. */
export function cardActivity(card: Card, text: string): object {
  const summary = text.slice(0, NOTIFICATION_MAX).replace(/[\ud800-\udbff]$/, '');
  return { type: 'message', summary, attachments: [{ contentType: CARD_TYPE, content: card }] };
}

/** A message that says exactly `text`: nothing in it is markup. Pure. */
export function textActivity(text: string): object {
  return { type: 'message', text, textFormat: 'plain' };
}

/** The address of an attachment, which is all that a card can take. */
export function addressOf(media: Media | null): string | null {
  return media?.kind === 'url' ? media.url : null;
}

function actionSets(buttons: readonly Button[]): object[][] {
  const count = Math.ceil(buttons.length / ACTIONS_IN_A_SET);
  const size = Math.ceil(buttons.length / count);
  return Array.from({ length: count }, (_, set) => buttons.slice(set * size, (set + 1) * size).map(renderButton));
}

/** `Action.Execute` is answered with the new card in the same round trip; clients that do not know it submit. */
function renderButton({ label, token }: Button): object {
  const data = { token };
  return {
    type: 'Action.Execute',
    title: label,
    verb: VERB,
    data,
    fallback: { type: 'Action.Submit', title: label, data },
  };
}

function textBlock(text: string) {
  return { type: 'TextBlock', text: asMarkdown(text), wrap: true };
}

/** A text block reads a little Markdown: what would become markup is escaped, and a single line end would become a space. */
function asMarkdown(text: string): string {
  return text
    .replace(/\\(?=[\\`*_[\]()#+.!-])/g, '\\\\')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\](?=\()/g, '\\]')
    .replace(/\r\n?/g, '\n')
    .replace(/(?<!\n)\n(?!\n)/g, '\n\n');
}

function renderAttachment(url: string): object {
  const open = { type: 'Action.OpenUrl', url };
  const { pathname } = new URL(url);
  if (/\.(png|jpe?g|gif)$/i.test(pathname))
    return { type: 'Image', url, altText: 'Attachment', size: 'Large', selectAction: open };
  const name = pathname.split('/').pop() || url;
  return {
    ...textBlock(''),
    text: `[${name.replace(/[[\]\\]/g, '\\$&')}](${url.replace(/[()\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)})`,
  };
}
