import { randomUUID } from 'node:crypto';
import type { Clock, KeyStore } from '../ports.js';
import type { KeyRow } from '../rows.js';
import { hashKey, isWellFormedKey, keyPrefix } from './key-format.js';
import { DEFAULT_ORGANIZATION, type Principal } from './principal.js';

/** A key revoked on another instance works for at most this long here. */
const CACHE_MS = 4000;
const CACHE_SIZE = 1000;

/** Tells who a key belongs to. */
export interface Keys {
  /** Null: no such key, or revoked. */
  authenticate(key: string, address: string | null): Promise<Principal | null>;
}

/** Makes the first key from the configuration where there is none yet, and answers for all keys from then on. */
export async function openKeys(store: KeyStore, clock: Clock, bootstrapKey: string | null): Promise<Keys> {
  if (bootstrapKey !== null && !(await store.any(DEFAULT_ORGANIZATION))) {
    await store.insert({
      organizationId: DEFAULT_ORGANIZATION,
      id: randomUUID(),
      name: 'Bootstrap key (GATEWAY_API_KEY)',
      keyPrefix: keyPrefix(bootstrapKey),
      hash: hashKey(bootstrapKey),
      scopes: ['admin'],
      createdAt: new Date(clock.now()),
      revokedAt: null,
      lastUsedAt: null,
      createdBy: 'bootstrap',
    });
  }
  const irregular = new Set(await store.bootstrapHashes());
  const known = new Map<string, { key: KeyRow; until: number }>();

  async function find(hash: string): Promise<KeyRow | null> {
    const cached = known.get(hash);
    if (cached && cached.until > clock.now()) return cached.key;
    known.delete(hash);
    const key = await store.byHash(hash);
    if (key) {
      if (known.size >= CACHE_SIZE) known.clear();
      known.set(hash, { key, until: clock.now() + CACHE_MS });
    }
    return key;
  }

  return {
    async authenticate(key, address) {
      const hash = hashKey(key);
      if (!isWellFormedKey(key) && !irregular.has(hash)) return null;
      const found = await find(hash);
      if (!found || found.revokedAt !== null) return null;
      const { organizationId, id: keyId, name: keyName, scopes } = found;
      return { organizationId, kind: 'key', keyId, keyName, scopes: new Set(scopes), address };
    },
  };
}
