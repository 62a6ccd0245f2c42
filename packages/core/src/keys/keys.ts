import { randomUUID } from 'node:crypto';
import { presets, type NewKey, type Scope } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import type { Clock, Logger, Page, Store } from '../ports.js';
import { Refusal } from '../refusal.js';
import type { KeyRow } from '../rows.js';
import { bootstrap } from './bootstrap.js';
import { KeyCache } from './key-cache.js';
import { generateKey, hashKey, isWellFormedKey, keyPrefix } from './key-format.js';
import { KeyUses } from './key-uses.js';
import { KeyWatch } from './key-watch.js';
import { holdsAny, type Principal } from './principal.js';

export interface KeysOptions {
  readonly store: Pick<Store, 'keys' | 'changes'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** The key to begin with where there is none. */
  readonly bootstrapKey: string | null;
}

/** Making, reading and revoking keys, and telling who a key belongs to. */
export interface Keys {
  /** Null: no such key, or revoked. */
  authenticate(key: string, address: string | null): Promise<Principal | null>;
  /** Makes a key that grants no more than its creator may do; `key` is the key itself, kept nowhere. */
  create(principal: Principal, input: NewKey): Promise<{ row: KeyRow; key: string }>;
  get(principal: Principal, id: string): Promise<KeyRow>;
  list(principal: Principal, page: Page): Promise<KeyRow[]>;
  /** Ends a key, here at once and elsewhere within 5 s. Revoking twice changes nothing. */
  revoke(principal: Principal, id: string): Promise<KeyRow>;
  /** A signal that aborts with `signal`, or when the principal's key is revoked: for requests that last. */
  whileValid(principal: Principal, signal: AbortSignal): AbortSignal;
  stop(): Promise<void>;
}

/** Makes the first key from the configuration where there is none yet, and answers for all keys from then on. */
export async function openKeys({
  store: { keys: store, changes },
  clock,
  log,
  bootstrapKey,
}: KeysOptions): Promise<Keys> {
  if (bootstrapKey !== null) await bootstrap(store, clock, log, bootstrapKey);
  const irregular = new Set(await store.bootstrapHashes());
  const cache = new KeyCache(store, clock);
  const uses = new KeyUses(store, clock, log);
  const watch = new KeyWatch(store, changes, clock);
  const unsubscribe = changes.subscribe(({ kind }) => {
    if (kind === 'key' || kind === 'everything') cache.clear();
  });

  const get = async ({ organizationId }: Principal, id: string): Promise<KeyRow> => {
    const key = await store.get(organizationId, id);
    if (!key) throw new Refusal('not_found', `There is no key ${JSON.stringify(id)}.`);
    return key;
  };

  return {
    get,
    list: ({ organizationId }, page) => store.list(organizationId, page),

    async authenticate(key, address) {
      const hash = hashKey(key);
      if (!isWellFormedKey(key) && !irregular.has(hash)) return null;
      const found = await cache.find(hash);
      if (!found || found.revokedAt !== null) return null;
      uses.note(found);
      const { organizationId, id: keyId, name: keyName, scopes } = found;
      return { organizationId, kind: 'key', keyId, keyName, scopes: new Set(scopes), address };
    },

    async create(principal, { name, preset, scopes }) {
      const granted: readonly Scope[] = preset ? presets[preset] : [...new Set(scopes)];
      refuseEscalation(principal, granted);
      const id = randomUUID();
      const key = generateKey();
      const audit = auditEntry(principal, clock, 'key.created', id);
      const row = await store.insert(
        {
          organizationId: principal.organizationId,
          id,
          name,
          keyPrefix: keyPrefix(key),
          hash: hashKey(key),
          scopes: granted,
          createdAt: audit.at,
          revokedAt: null,
          lastUsedAt: null,
          createdBy: principal.keyId,
        },
        audit,
      );
      return { row, key };
    },

    async revoke(principal, id) {
      const audit = auditEntry(principal, clock, 'key.revoked', id);
      const revoked = await store.revoke(principal.organizationId, id, audit.at, audit);
      if (revoked) {
        cache.clear();
        return revoked;
      }
      const key = await get(principal, id);
      if (key.revokedAt !== null) return key;
      throw new Refusal(
        'invalid',
        'This is the last key with all rights: create another one with the scope admin first, then revoke this one.',
      );
    },

    whileValid: (principal, signal) => watch.whileValid(principal, signal),

    async stop() {
      unsubscribe();
      watch.stop();
      await uses.stop();
    },
  };
}

/** Nobody may give away what they do not have. */
function refuseEscalation(principal: Principal, granted: readonly Scope[]): void {
  const missing = granted.filter((scope) => !holdsAny(principal, [scope]));
  if (missing.length === 0) return;
  const names = missing.length === 1 ? `the scope ${missing[0]}` : `the scopes ${missing.join(', ')}`;
  throw new Refusal(
    'forbidden',
    `This key does not hold ${names}, so it cannot grant ${missing.length === 1 ? 'it' : 'them'}; a key with the scope admin may grant all.`,
  );
}
