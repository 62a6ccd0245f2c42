import type { NamedKind, Store } from '@gateway/core';
import { now, org } from './fixture.js';

const kinds: readonly NamedKind[] = ['channel', 'person', 'group', 'policy', 'key', 'operator'];

/** Calls what a search over all kinds calls, besides the lists. */
export async function callSearch({ search }: Store): Promise<void> {
  const { signal } = new AbortController();
  for (const channelIds of [null, ['c7', 'c8']]) {
    const query = { limit: 5, channelIds, signal };
    await search.names(org, { ...query, kinds, text: '77', now });
    await search.byCorrelation(org, 'order-77', query);
  }
}
