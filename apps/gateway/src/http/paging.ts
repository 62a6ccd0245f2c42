import type { ListOrder } from '@gateway/contract';
import type { ConversationPosition, EndPosition, OrderedPage } from '@gateway/core';
import { JsonText, WithHeaders } from './endpoint.js';
import { HttpError } from './errors/errors.js';

/** The page for `limit` and `cursor`. A cursor is the encoded position of the previous page's last record, as `cursorOf` writes it. */
export function listPage(limit: number, cursor: string | undefined, order: ListOrder = 'newest'): OrderedPage {
  const position = cursor === undefined ? null : positionOf(decoded(cursor), order);
  return order === 'oldest' ? { limit, before: null, after: position } : { limit, before: position };
}

/** A position in a list of this order. It names the order, so that a cursor of another one is not valid. */
export function cursorOf(order: ListOrder | undefined, position: number): number | string {
  return order === 'oldest' ? `oldest.${position}` : position;
}

function positionOf(text: string, order: ListOrder): number {
  const digits = order === 'oldest' ? /^oldest\.(.*)$/s.exec(text)?.[1] : text;
  const position = Number(digits);
  if (digits === undefined || !/^[1-9]\d{0,15}$/.test(digits) || !Number.isSafeInteger(position)) throw invalidCursor();
  return position;
}

const decoded = (cursor: string) => Buffer.from(cursor, 'base64url').toString('utf8');
const invalidCursor = () =>
  new HttpError(400, { detail: 'cursor is not valid: take it from the Link header of the previous page.' });

/** The position in a cursor of prompts by their end; null: the beginning. */
export function endPosition(cursor: string | undefined): EndPosition | null {
  if (cursor === undefined) return null;
  const [, end, num] = /^(\d{1,15}|never)\.([1-9]\d{0,8})$/.exec(decoded(cursor)) ?? [];
  if (end === undefined) throw invalidCursor();
  return { expiresAt: end === 'never' ? null : new Date(Number(end)), num: Number(num) };
}

export function endCursor({ expiresAt, num }: EndPosition): string {
  return `${expiresAt?.getTime() ?? 'never'}.${num}`;
}

/** The position in a cursor of conversations; null: the beginning. It names the order, so that a cursor of the other one is not valid. */
export function timedPosition(cursor: string | undefined, waiting: boolean): ConversationPosition | null {
  if (cursor === undefined) return null;
  const [, order, at, channelId] = /^(waiting|active)\.(\d{1,15})\.(.+)$/s.exec(decoded(cursor)) ?? [];
  if (order !== orderName(waiting) || channelId === undefined) throw invalidCursor();
  return { at: new Date(Number(at)), channelId };
}

export function timedCursor({ at, channelId }: ConversationPosition, waiting: boolean): string {
  return `${orderName(waiting)}.${at.getTime()}.${channelId}`;
}

const orderName = (waiting: boolean) => (waiting ? 'waiting' : 'active');

/** A list's body, and the cursor of the next page; null: this is the last page. */
export class ListPage<Item> extends WithHeaders<Item[]> {
  constructor(
    items: Item[] | JsonText<Item[]>,
    headers: Readonly<Record<string, string>>,
    readonly next: string | null,
  ) {
    super(items, headers);
  }
}

/** A list's body, with a Link header to the next page unless this is the last one. */
export function withNext<Item>(
  items: Item[],
  { target, limit, last }: { target: string; limit: number; last: number | string | undefined },
): ListPage<Item> {
  return continuedAfter(items, target, items.length < limit ? null : (last ?? null));
}

/** As `withNext`, for records that are JSON text. */
export function textWithNext<Item>(
  records: readonly string[],
  { target, limit, last }: { target: string; limit: number; last: number | string | undefined },
): ListPage<Item> {
  const isLast = records.length < limit;
  return continuedAfter(new JsonText<Item[]>(`[${records.join(',')}]`), target, isLast ? null : (last ?? null));
}

/** A list's body, with a Link header to the page after the position `last`; null: this is the last page. */
export function continuedAfter<Item>(
  items: Item[] | JsonText<Item[]>,
  target: string,
  last: number | string | null,
): ListPage<Item> {
  if (last === null) return new ListPage(items, {}, null);
  // The host is a placeholder.
  const next = new URL(target, 'http://gateway');
  const cursor = Buffer.from(String(last)).toString('base64url');
  next.searchParams.set('cursor', cursor);
  return new ListPage(items, { link: `<${next.pathname}${next.search}>; rel="next"` }, cursor);
}
