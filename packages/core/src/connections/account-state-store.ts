import type { AccountId } from '../ports.js';

export interface AccountStateStore {
  get(account: AccountId, key: string): Promise<string | null>;
  set(account: AccountId, key: string, value: string): Promise<void>;
}
