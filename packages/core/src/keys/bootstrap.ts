import { randomUUID } from 'node:crypto';
import { systemAuditEntry } from '../audit/audit.js';
import type { Clock, Logger } from '../ports/system.js';
import { hashKey, keyPrefix } from './key-format.js';
import type { KeyStore } from '../ports/people/key-store.js';
import { DEFAULT_ORGANIZATION } from '../access/principal.js';

/** Creates the first key, with all rights, from the configuration. Does nothing if a key has ever existed. */
export async function bootstrap(store: KeyStore, clock: Clock, log: Logger, key: string): Promise<void> {
  const id = randomUUID();
  const hash = hashKey(key);
  const first = {
    organizationId: DEFAULT_ORGANIZATION,
    id,
    name: 'Bootstrap key (GATEWAY_API_KEY)',
    keyPrefix: keyPrefix(key),
    hash,
    scopes: ['admin' as const],
    createdAt: new Date(clock.now()),
    revokedAt: null,
    lastUsedAt: null,
    expiresAt: null,
    validUntil: null,
    channels: null,
    actsFor: null,
    createdBy: 'bootstrap',
    replacementOf: null,
  };
  if (await store.insertFirst(first, systemAuditEntry(clock, 'key.created', id))) return;
  if (!(await store.byHash(hash))) {
    log.warn(
      {},
      'GATEWAY_API_KEY has no effect: it creates only the first key, and keys exist already. Create others with POST /v1/keys/new.',
    );
  }
}
