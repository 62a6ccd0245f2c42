import { randomUUID } from 'node:crypto';
import { presets, type Scope } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import type { Guesses } from '../limits/guesses.js';
import type { Clock, Page } from '../ports/system.js';
import { RowCache } from '../base/row-cache.js';
import { Refusal } from '../base/refusal.js';
import { ValidityWatch } from '../base/validity-watch.js';
import { bootstrap } from './bootstrap.js';
import { generateKey, hashKey, isWellFormedKey, keyPrefix } from './key-format.js';
import type { KeyRow, NewKeyRow } from '../ports/people/key-store.js';
import { KeyUses } from './key-uses.js';
import { isWithin, refuseEscalation, type KeyRights } from './escalation.js';
import { actorIdOf, type Principal } from '../access/principal.js';
import type { Services } from '../ports/services.js';

export interface KeysOptions extends Services {
  /** The first key, created if none exists; null: create none. */
  readonly bootstrapKey: string | null;
  readonly refusals: Refusals;
  readonly guesses: Guesses;
}

/** A key as somebody creates it. */
interface KeyInput {
  readonly name: string;
  /** Its scopes by a name, in place of `scopes`. */
  readonly preset?: keyof typeof presets | null;
  readonly scopes?: readonly Scope[] | null;
  /** Ids of the channels that it may use; null: all. */
  readonly channels: readonly string[] | null;
  /** When it stops working; null: never. */
  readonly validUntil: Date | null;
  /** The person whom its prompts name as requester; null: none. */
  readonly actsFor: string | null;
}

/** Creates, reads, rolls and revokes keys, and authenticates requests by key. */
export interface Keys {
  /** Null: the key is unknown or has ended. Throws a `throttled` Refusal after many invalid keys from the address. */
  authenticate(key: string, address: string | null): Promise<Principal | null>;
  /** Creates a key that may do no more than its creator. `key` is the plain key, which is not stored. */
  create(principal: Principal, input: KeyInput): Promise<{ row: KeyRow; key: string }>;
  /** A key that is limited to channels reads only keys that are limited to some of them. */
  get(principal: Principal, id: string): Promise<KeyRow>;
  list(principal: Principal, page: Page): Promise<KeyRow[]>;
  /**
   * Revokes a key: on this instance at once, on others within 5 s. Revoking twice changes nothing. Refuses to revoke another key that
   * the principal could not create.
   */
  revoke(principal: Principal, id: string): Promise<KeyRow>;
  /**
   * Creates a replacement with the name and rights of a key, which then ends after `graceMs` milliseconds. `key` is the plain new key.
   * Refuses a key that has ended or was rolled before, and one that the principal could not create.
   */
  roll(principal: Principal, id: string, graceMs: number): Promise<{ row: KeyRow; key: string }>;
  /** A signal for long requests: aborts with `signal`, or when the principal's key has ended. */
  whileValid(principal: Principal, signal: AbortSignal): AbortSignal;
  stop(): Promise<void>;
}

/** Creates the first key from the configuration if none exists. */
export async function openKeys({
  store: { keys: store, people, changes },
  clock,
  log,
  bootstrapKey,
  refusals,
  guesses,
}: KeysOptions): Promise<Keys> {
  if (bootstrapKey !== null) await bootstrap(store, clock, log, bootstrapKey);
  const bootstrapHashes = new Set(await store.bootstrapHashes());
  const cache = new RowCache((hash) => store.byHash(hash), clock);
  for (const hash of bootstrapHashes) guesses.right(hash);
  const uses = new KeyUses(store, clock, log);
  const watch = new ValidityWatch({
    changes,
    clock,
    concerns: (change, id) => change.kind === 'key' && change.id === id,
    async isValid(organizationId, id) {
      const key = await store.get(organizationId, id);
      return key !== null && isActive(key, clock);
    },
  });
  const unsubscribe = changes.subscribe(({ kind }) => {
    if (kind === 'key' || kind === 'everything') cache.clear();
  });

  const find = async ({ organizationId }: Principal, id: string): Promise<KeyRow> =>
    (await store.get(organizationId, id)) ?? unknown(id);

  const checkPerson = async ({ organizationId }: Principal, personId: string | null): Promise<void> => {
    if (personId === null || (await people.get(organizationId, personId))) return;
    throw new Refusal(
      'invalid',
      `acts_for: there is no person "${personId}"; add them with POST /v1/people/new first.`,
      'acts_for',
    );
  };

  const newKey = (
    principal: Principal,
    { name, scopes, channels, actsFor, validUntil }: KeyRights & { name: string },
    replacementOf: string | null = null,
  ) => {
    const key = generateKey();
    const row: NewKeyRow = {
      organizationId: principal.organizationId,
      id: randomUUID(),
      name,
      keyPrefix: keyPrefix(key),
      hash: hashKey(key),
      scopes,
      createdAt: new Date(clock.now()),
      revokedAt: null,
      lastUsedAt: null,
      expiresAt: null,
      validUntil,
      channels,
      actsFor,
      createdBy: actorIdOf(principal),
      replacementOf,
    };
    return { key, row };
  };

  return {
    async get(principal, id) {
      const key = await find(principal, id);
      return principal.channels === null || isWithin(principal, key) ? key : unknown(id);
    },

    list: ({ organizationId, channels }, page) => store.list(organizationId, page, channels && [...channels]),

    async authenticate(key, address) {
      const hash = hashKey(key);
      const mayExist = isWellFormedKey(key) || bootstrapHashes.has(hash);
      guesses.check(hash, address);
      const found = mayExist ? await cache.find(hash) : null;
      if (!found || !isActive(found, clock)) {
        const written = refusals.key(found?.id ?? null, address);
        // A malformed key is refused without waiting for the database.
        if (mayExist) await written;
        guesses.wrong(hash, address);
        return null;
      }
      guesses.right(hash);
      uses.note(found);
      const { organizationId, id: keyId, name, scopes, actsFor, validUntil } = found;
      const channels = found.channels && new Set(found.channels);
      const rights = { scopes: new Set(scopes), channels, actsFor, validUntil };
      const keyCountedAs = countedAs(found);
      return { organizationId, kind: 'key', keyId, keyCountedAs, operator: null, name, ...rights, address };
    },

    async create(principal, { name, preset, scopes, channels, validUntil, actsFor }) {
      const rights = {
        scopes: preset ? presets[preset] : [...new Set(scopes)],
        channels: channels && [...new Set(channels)],
        actsFor,
        validUntil,
      };
      if (validUntil && validUntil.getTime() <= clock.now())
        throw new Refusal('invalid', 'expires_at must be later than now.', 'expires_at');
      refuseEscalation(principal, rights, 'grant');
      await checkPerson(principal, actsFor);
      const { key, row } = newKey(principal, { name, ...rights });
      const audit = { ...auditEntry(principal, clock, 'key.created', row.id), at: row.createdAt };
      return { row: await store.insert(row, audit), key };
    },

    async roll(principal, id, graceMs) {
      const old = await find(principal, id);
      if (id !== principal.keyId) refuseEscalation(principal, old, 'grant');
      if (!isActive(old, clock)) throw cannotRoll(old);
      const { key, row } = newKey(principal, old, countedAs(old));
      const at = row.createdAt;
      const rolled = await store.roll({ ...old, at, until: new Date(at.getTime() + graceMs) }, row, [
        { ...auditEntry(principal, clock, 'key.rolled', id), at },
        { ...auditEntry(principal, clock, 'key.created', row.id), at },
      ]);
      if (!rolled) throw cannotRoll(await find(principal, id));
      cache.clear();
      return { row: rolled, key };
    },

    async revoke(principal, id) {
      const current = await find(principal, id);
      if (id !== principal.keyId) refuseEscalation(principal, current, 'revoke');
      const audit = auditEntry(principal, clock, 'key.revoked', id);
      const revoked = await store.revoke(principal.organizationId, id, audit.at, audit);
      if (revoked) {
        cache.clear();
        return revoked;
      }
      const key = await find(principal, id);
      if (key.revokedAt !== null) return key;
      throw new Refusal(
        'invalid',
        'This is the last key with all rights, and the console has no operator yet: create another key with the scope admin (or set up the console) first, then revoke this one.',
      );
    },

    whileValid: ({ organizationId, keyId }, signal) =>
      keyId === null ? signal : watch.whileValid(organizationId, keyId, signal),

    async stop() {
      unsubscribe();
      watch.stop();
      await uses.stop();
    },
  };
}

function unknown(id: string): never {
  throw new Refusal('not_found', `There is no key ${JSON.stringify(id)}.`);
}

function isActive({ revokedAt, expiresAt, validUntil }: KeyRow, clock: Clock): boolean {
  const now = clock.now();
  return revokedAt === null && [expiresAt, validUntil].every((end) => end === null || end.getTime() > now);
}

/** A key and those that replace it share one count of the limit. */
function countedAs({ id, replacementOf }: KeyRow): string {
  return replacementOf ?? id;
}

/** Why a key cannot be rolled. */
function cannotRoll({ revokedAt, expiresAt }: KeyRow): Refusal {
  if (revokedAt !== null || expiresAt === null)
    return new Refusal(
      'conflict',
      `This key is ${revokedAt === null ? 'expired' : 'revoked'}: create another one with POST /v1/keys/new.`,
    );
  return new Refusal(
    'conflict',
    `This key was rolled before and ends at ${expiresAt.toISOString()}: roll the key that replaced it, or revoke this one to end it now.`,
  );
}
