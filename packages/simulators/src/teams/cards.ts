import { badSyntax } from './errors.js';
import type { Activity } from './types.js';

export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';
/** Teams shows this many actions of one set. */
const MAX_ACTIONS = 6;
const NEWEST_VERSION = 1.5;

/** A button of a card. */
export interface CardAction {
  readonly type: string;
  readonly title: string;
  readonly verb?: string;
  readonly data?: unknown;
  readonly fallback?: CardAction;
}

type Part = Readonly<Record<string, unknown>>;

/** The first Adaptive Card of a message; undefined when it has none. */
export function cardOf(activity: Activity): Part | undefined {
  return activity.attachments?.find(({ contentType }) => contentType === CARD_TYPE)?.content as Part | undefined;
}

/** The buttons of a card in display order. */
export function actionsOf(card: unknown): CardAction[] {
  return partsOf(card).flatMap((part) => (Array.isArray(part['actions']) ? (part['actions'] as CardAction[]) : []));
}

/** Source: https://learn.microsoft.com/en-us/adaptive-cards/authoring-cards/text-features */
const TIME = /\{\{(?:DATE|TIME)\([^\\)]{0,200}\)\}\}/g;

/** The visible text of a card: Markdown escapes resolved, one line per block. */
export function textOf(card: unknown): string {
  return partsOf(card)
    .filter(({ type }) => type === 'TextBlock')
    .map(({ text }) =>
      String(text)
        .replace(TIME, 'a time')
        .replace(/\\([\\`*_[\]()#+.!-])/g, '$1'),
    )
    .join('\n');
}

/** Throws when a card is invalid. The real Teams silently drops or changes such cards. */
export function checkCard(card: unknown): void {
  if (!isPart(card) || card['type'] !== 'AdaptiveCard') throw badSyntax('The card must be an AdaptiveCard.');
  const version = Number(card['version']);
  if (!(version >= 1 && version <= NEWEST_VERSION))
    throw badSyntax(`Version ${String(card['version'])} of cards is not supported.`);
  const parts = partsOf(card);
  for (const part of parts) checkPart(part, version);
  if (parts.length === 1 && !Array.isArray(card['actions'])) throw badSyntax('The card is empty.');
}

function checkPart(part: Part, version: number): void {
  const { type, text, url, actions } = part;
  if (type === 'TextBlock' && typeof text !== 'string') throw badSyntax('A TextBlock needs a text.');
  if (type === 'Input.Text' && (typeof part['id'] !== 'string' || part['id'] === ''))
    throw badSyntax('An input needs an id.');
  if (type === 'Image' && !(typeof url === 'string' && /^(https?|data):/.test(url)))
    throw badSyntax('An Image needs an address.');
  if (actions === undefined) return;
  if (!Array.isArray(actions) || actions.length > MAX_ACTIONS)
    throw badSyntax(`A set takes at most ${MAX_ACTIONS} actions.`);
  for (const action of actions as CardAction[]) {
    if (typeof action.title !== 'string' || action.title === '') throw badSyntax('An action needs a title.');
    if (!/^Action\.(Execute|Submit|OpenUrl|ShowCard|ToggleVisibility)$/.test(action.type))
      throw badSyntax(`${action.type} is no action.`);
    if (action.type === 'Action.Execute' && version < 1.4) throw badSyntax('Action.Execute needs version 1.4.');
  }
}

/** The card and all its elements, outermost first. The card's own actions come after those in its body. */
function partsOf(value: unknown): Part[] {
  if (!isPart(value)) return [];
  const inner = ['body', 'items', 'columns'].flatMap((name) =>
    Array.isArray(value[name]) ? (value[name] as unknown[]) : [],
  );
  const { body: _body, ...own } = value;
  return value['type'] === 'AdaptiveCard' ? [...inner.flatMap(partsOf), own] : [value, ...inner.flatMap(partsOf)];
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
