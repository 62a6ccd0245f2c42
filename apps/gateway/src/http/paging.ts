import type { Page } from '@gateway/core';
import { WithHeaders } from './endpoint.js';
import { HttpError } from './errors/errors.js';

/** The page for `limit` and `cursor`. A cursor is the encoded position of the previous page's last record. */
export function listPage(limit: number, cursor: string | undefined): Page {
  if (cursor === undefined) return { limit, before: null };
  const position = Buffer.from(cursor, 'base64url').toString('utf8');
  const before = Number(position);
  if (!/^[1-9]\d{0,15}$/.test(position) || !Number.isSafeInteger(before)) {
    throw new HttpError(400, { detail: 'cursor is not valid: take it from the Link header of the previous page.' });
  }
  return { limit, before };
}

/** A list's body, with a Link header to the next page unless this is the last one. */
export function withNext<Item>(
  items: Item[],
  { target, limit, last }: { target: string; limit: number; last: number | undefined },
): WithHeaders<Item[]> {
  return continuedAfter(items, target, items.length < limit ? null : (last ?? null));
}

/** A list's body, with a Link header to the page after the position `last`; null: this is the last page. */
export function continuedAfter<Item>(items: Item[], target: string, last: number | string | null): WithHeaders<Item[]> {
  if (last === null) return new WithHeaders(items, {});
  // The host is a placeholder.
  const next = new URL(target, 'http://gateway');
  next.searchParams.set('cursor', Buffer.from(String(last)).toString('base64url'));
  return new WithHeaders(items, { link: `<${next.pathname}${next.search}>; rel="next"` });
}
