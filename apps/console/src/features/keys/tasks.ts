import type { createKey, KeyRecord, ReplyOf } from '@gateway/contract';

/** A key with its plaintext: never put where it outlives its dialog. */
export type CreatedKey = ReplyOf<typeof createKey>;

/** What is about to be done with a key. */
export interface Task {
  readonly kind: 'roll' | 'revoke';
  readonly key: KeyRecord;
}
