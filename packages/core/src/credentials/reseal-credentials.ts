import type { Clock } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import { createCredentialVault } from './credential-vault.js';
import type { Sealer } from './sealer.js';

/** Rows that are read at once. */
const PAGE = 200;

export interface ResealedCredentials {
  /** Channels whose credentials were sealed again. */
  readonly changed: number;
  /** Ids of channels whose credentials no known key opens. */
  readonly unreadable: readonly string[];
}

/**
 * Seals the credentials of all channels with the current key, also while the gateway runs. Channels that are sealed with it are not
 * written, so it can be repeated. A channel that an operator changes at the same time is read again.
 */
export async function resealCredentials(
  { store, sealer, clock }: { readonly store: Pick<Store, 'channels'>; readonly sealer: Sealer; readonly clock: Clock },
  organizationId: string,
): Promise<ResealedCredentials> {
  const vault = createCredentialVault(sealer);
  const unreadable: string[] = [];
  let changed = 0;

  async function resealOne(channelId: string): Promise<void> {
    for (;;) {
      const channel = await store.channels.get(organizationId, channelId);
      if (!channel || sealer.isCurrent(channel.credentials)) return;
      let credentials: Readonly<Record<string, string>>;
      try {
        credentials = vault.open(channel);
      } catch {
        unreadable.push(channelId);
        return;
      }
      const change = { credentials: vault.seal(channel, credentials), updatedAt: new Date(clock.now()) };
      if (await store.channels.update(organizationId, channelId, channel.revision, change)) {
        changed += 1;
        return;
      }
    }
  }

  for (let before: number | null = null; ;) {
    const page = await store.channels.list(organizationId, {}, { limit: PAGE, before });
    for (const { channelId, credentials } of page) if (!sealer.isCurrent(credentials)) await resealOne(channelId);
    const last = page.length < PAGE ? undefined : page.at(-1);
    if (!last) return { changed, unreadable };
    before = last.seq;
  }
}
