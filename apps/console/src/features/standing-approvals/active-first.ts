import type { GrantRecord } from '@gateway/contract';

/** The active ones first, each part in the order of the API. */
export const activeFirst = (grants: readonly GrantRecord[]): GrantRecord[] =>
  grants.toSorted((one, other) => Number(one.ended_at !== null) - Number(other.ended_at !== null));
