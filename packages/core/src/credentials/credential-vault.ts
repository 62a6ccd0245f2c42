import { createHash } from 'node:crypto';
import type { Sealer } from './sealer.js';
import { Refusal } from '../refusal.js';
import type { ChannelRow } from '../rows.js';

const CACHE_SIZE = 10_000;

type Place = Pick<ChannelRow, 'organizationId' | 'channelId'>;

/** Credentials at rest and in use. Bound to their channel: one channel's sealed text opens in no other. */
export interface CredentialVault {
  seal(place: Place, credentials: Readonly<Record<string, string>>): string;
  /** Throws a `Refusal` when no known key opens them. */
  open(channel: ChannelRow): Readonly<Record<string, string>>;
  /** Equal for equal credentials; tells nothing of them. */
  fingerprint(channel: ChannelRow): string;
}

export const unreadable =
  'The stored credentials cannot be read: they were sealed with another ENCRYPTION_KEY. Name it in ENCRYPTION_KEY_PREVIOUS, or enter the credentials again.';

export function createCredentialVault(sealer: Sealer): CredentialVault {
  const context = (place: Place) => `channel ${place.organizationId}/${place.channelId} credentials`;
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
    seal: (place, credentials) => sealer.seal(JSON.stringify(credentials), context(place)),
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
