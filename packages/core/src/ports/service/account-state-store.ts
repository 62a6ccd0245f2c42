import type { AccountId } from '../system.js';

export interface AccountStateStore {
  get(account: AccountId, key: string): Promise<string | null>;
  set(account: AccountId, key: string, value: string): Promise<void>;
  /** Copies all entries of `from` to an account that has none. */
  copy(from: AccountId, to: string, at: Date): Promise<void>;
}
