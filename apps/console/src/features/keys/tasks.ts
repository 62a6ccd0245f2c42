import type { KeyRecord, ReplyOf } from '@gateway/contract';
import type { createKey } from '@gateway/contract/values';

/** A key with its plaintext. Must not be kept longer than its dialog. */
export type CreatedKey = ReplyOf<typeof createKey>;

/** The action whose dialog is open. */
export interface Task {
  readonly kind: 'roll' | 'revoke';
  readonly key: KeyRecord;
}
