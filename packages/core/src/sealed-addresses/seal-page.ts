import { isDeepStrictEqual } from 'node:util';
import type { PostedRef } from '@gateway/platform-kit';
import type { PromptMessage } from '../ports/rows.js';
import { mapAddresses, type AddressVault } from './address-vault.js';
import {
  addressColumns,
  type AddressColumn,
  type RowKey,
  type StoredTextStore,
} from '../ports/service/stored-text-store.js';

const BATCH = 500;

/** Where a walk through all stored addresses is. `column`: index in `addressColumns`; its length: the end. */
export interface Place {
  readonly column: number;
  readonly after: RowKey | null;
}

export const firstPlace: Place = { column: 0, after: null };

export const isEnd = ({ column }: Place): boolean => column === addressColumns.length;

export interface SealedPage {
  readonly next: Place;
  /** Texts that were sealed with the current key. */
  readonly changed: number;
  /** Addresses that no known key opens. */
  readonly unreadable: number;
}

/**
 * Seals the addresses of up to `BATCH` rows with the current key, in one statement. A text that changed in the meantime keeps its new
 * value.
 */
export async function sealPage(
  texts: Pick<StoredTextStore, 'page' | 'replace'>,
  addresses: AddressVault,
  place: Place,
): Promise<SealedPage> {
  const column = addressColumns[place.column];
  if (column === undefined) return { next: place, changed: 0, unreadable: 0 };
  let unreadable = 0;
  const renew = (address: string): string | null => {
    try {
      return addresses.resealed(address);
    } catch {
      unreadable += 1;
      return null;
    }
  };
  const rows = await texts.page(column, place.after, BATCH);
  const changes = rows.flatMap(({ text, ...key }) => {
    const after = text === null ? null : renewed(column, text, renew);
    return text === null || after === null ? [] : [{ ...key, before: text, after }];
  });
  if (changes.length > 0) await texts.replace(column, changes);
  const last = rows.length < BATCH ? undefined : rows.at(-1);
  const next = last
    ? { column: place.column, after: { organizationId: last.organizationId, id: last.id } }
    : { column: place.column + 1, after: null };
  return { next, changed: changes.length, unreadable };
}

/** A column's text with its addresses renewed; null: nothing changes. */
function renewed(column: AddressColumn, text: string, renew: (address: string) => string | null): string | null {
  const renewedRef = (ref: PostedRef | null) => mapAddresses(ref, (value) => renew(value) ?? value);
  if (column === 'prompt.message_ref') return changedJson(text, renewedRef);
  if (column === 'prompt.other_messages')
    return changedJson(text, (messages: PromptMessage[]) =>
      messages.map((message) => ({ ...message, ref: renewedRef(message.ref) })),
    );
  return renew(text);
}

/** JSON with a changed value; null: the value did not change. */
function changedJson<Value>(json: string, change: (value: Value) => Value): string | null {
  const before = JSON.parse(json) as Value;
  const after = change(before);
  return isDeepStrictEqual(before, after) ? null : JSON.stringify(after);
}
