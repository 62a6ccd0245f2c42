import type { ReceiverAddress, SampledDelivery } from '../ports/service/receiver-store.js';

/** What each address got, in the order of its newest delivery. The query is left out: it often has a secret. */
export function addressesOf(deliveries: readonly SampledDelivery[]): ReceiverAddress[] {
  const addresses = new Map<string, ReceiverAddress>();
  for (const { url, state, lastAttemptAt } of deliveries) {
    const address = withoutSecrets(url);
    const known = addresses.get(address) ?? { url: address, delivered: 0, pending: 0, dead: 0, lastAttemptAt: null };
    const isLater = lastAttemptAt !== null && (known.lastAttemptAt === null || lastAttemptAt > known.lastAttemptAt);
    addresses.set(address, {
      ...known,
      [state]: known[state] + 1,
      lastAttemptAt: isLater ? lastAttemptAt : known.lastAttemptAt,
    });
  }
  return [...addresses.values()];
}

function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
