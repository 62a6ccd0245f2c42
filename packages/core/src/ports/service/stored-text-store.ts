/** Columns with addresses; two are JSON that may contain one. Append new ones at the end: progress is stored by index. */
export const addressColumns = [
  'channel.callback_url',
  'prompt.callback_url',
  'prompt.media_url',
  'prompt.message_ref',
  'delivery.url',
  'prompt.other_messages',
] as const;
export type AddressColumn = (typeof addressColumns)[number];

/** A row's key, which its table is ordered by. */
export interface RowKey {
  readonly organizationId: string;
  readonly id: number;
}

export interface StoredText extends RowKey {
  readonly text: string | null;
}

export interface StoredTextStore {
  /** Up to `limit` rows after `after`, in the order of their key. */
  page(column: AddressColumn, after: RowKey | null, limit: number): Promise<StoredText[]>;
  /** Replaces each text if it still equals `before`. */
  replace(
    column: AddressColumn,
    changes: readonly (RowKey & { readonly before: string; readonly after: string })[],
  ): Promise<void>;
  /** The value that was stored under this name; null: none. */
  recall(name: string): Promise<string | null>;
  remember(name: string, value: string): Promise<void>;
}
