import { createHash } from 'node:crypto';
import type { Sealer } from './sealer.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';

const CACHE_SIZE = 10_000;

type CredentialOwner = Pick<ChannelRow, 'organizationId' | 'channelId'>;

/** Seals and opens the credentials of channels. A sealed text is bound to its channel and does not open in another. */
export interface CredentialVault {
  seal(owner: CredentialOwner, credentials: Readonly<Record<string, string>>): string;
  /** Throws a `Refusal` when no known key opens them. */
  open(channel: ChannelRow): Readonly<Record<string, string>>;
  /** A hash: equal for equal credentials. */
  fingerprint(channel: ChannelRow): string;
}

export const unreadable =
  'The stored credentials cannot be read: they were sealed with another ENCRYPTION_KEY. Name it in ENCRYPTION_KEY_PREVIOUS, or enter the credentials again.';

export function createCredentialVault(sealer: Sealer): CredentialVault {
  const context = (owner: CredentialOwner) => `channel ${owner.organizationId}/${owner.channelId} credentials`;
  const open = (channel: ChannelRow) => JSON.parse(unsealed(channel)) as Readonly<Record<string, string>>;
  const unsealed = (channel: ChannelRow) => {
    try {
      return sealer.open(channel.credentials, context(channel));
    } catch {
      throw new Refusal('invalid', unreadable, null, { code: 'platform_auth' });
    }
  };
  const fingerprints = new Map<string, string>();
  return {
    seal: (owner, credentials) => sealer.seal(JSON.stringify(credentials), context(owner)),
    open,
    fingerprint(channel) {
      const known = fingerprints.get(channel.credentials);
      if (known !== undefined) return known;
      const sorted = Object.entries(open(channel)).toSorted(([left], [right]) => (left < right ? -1 : 1));
      const fingerprint = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
      if (fingerprints.size >= CACHE_SIZE) fingerprints.clear();
      fingerprints.set(channel.credentials, fingerprint);
      return fingerprint;
    },
  };
}
