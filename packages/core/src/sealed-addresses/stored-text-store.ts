/** Columns that hold addresses; two are JSON that may quote one. New ones come last: progress is remembered by place. */
export const addressColumns = [
  'channel.callback_url',
  'prompt.callback_url',
  'prompt.media_url',
  'prompt.message_ref',
  'delivery.url',
  'prompt.other_messages',
] as const;
export type AddressColumn = (typeof addressColumns)[number];

/** A row's key: what its table is ordered by. */
export interface RowKey {
  readonly organizationId: string;
  readonly id: number;
}

export interface StoredText extends RowKey {
  readonly text: string | null;
}

export interface StoredTextStore {
  /** Up to `limit` rows behind `after`, in the order of their key. */
  page(column: AddressColumn, after: RowKey | null, limit: number): Promise<StoredText[]>;
  /** Changes texts, each where it is still what it was. */
  replace(
    column: AddressColumn,
    changes: readonly (RowKey & { readonly before: string; readonly after: string })[],
  ): Promise<void>;
  /** Null: nothing is remembered under this name. */
  recall(name: string): Promise<string | null>;
  remember(name: string, value: string): Promise<void>;
}
