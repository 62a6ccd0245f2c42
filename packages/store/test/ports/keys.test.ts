import type { KeyRow } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, recordChanges, newAudit, newKey, now, org, twoStores, until } from './fixture.js';

const everything = { limit: 200, before: null };

onEveryEngine((engine) => {
  test('finds a key by hash and by id with its scopes, revoked or not', async () => {
    const { keys } = await freshStore(engine);
    const row = await keys.insert(newKey('k1', { revokedAt: after(1) }));
    expect(row).toEqual({ ...newKey('k1', { revokedAt: after(1) }), seq: 1 });
    expect(await keys.byHash('hash of k1')).toEqual(row);
    expect(await keys.byHash('hash of k2')).toBeNull();
    expect(await keys.get(org, 'k1')).toEqual(row);
    expect(await keys.get(org, 'k2')).toBeNull();
    expect(await keys.get('elsewhere', 'k1')).toBeNull();
    await expect(keys.insert(newKey('k2', { hash: 'hash of k1' }))).rejects.toThrow('unique constraint failed');
  });

  test('paginates keys newest first', async () => {
    const { keys } = await freshStore(engine);
    for (const id of ['k1', 'k2', 'k3']) await keys.insert(newKey(id));
    await keys.insert(newKey('k4', { organizationId: 'elsewhere' }));
    const first = await keys.list(org, { limit: 2, before: null });
    expect(first.map(({ id }) => id)).toEqual(['k3', 'k2']);
    const rest = await keys.list(org, { limit: 2, before: (first[1] as KeyRow).seq });
    expect(rest.map(({ id }) => id)).toEqual(['k1']);
  });

  test('returns the hashes of unrevoked keys from the configuration only', async () => {
    const { keys } = await freshStore(engine);
    await keys.insert(newKey('made'));
    await keys.insert(newKey('old', { createdBy: 'bootstrap', revokedAt: after(1) }));
    await keys.insert(newKey('configured', { createdBy: 'bootstrap' }));
    expect(await keys.bootstrapHashes()).toEqual(['hash of configured']);
  });

  test('inserts one of many concurrent first keys, and none after a revoked one', async () => {
    const stores = await twoStores(engine);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2 ? 1 : 0].keys.insertFirst(newKey(`k${index}`), newAudit('key.created', `k${index}`)),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    const [store] = stores;
    const [only, ...others] = await store.keys.list(org, everything);
    expect(others).toEqual([]);
    expect(await store.audit.list(org, {}, everything)).toMatchObject([{ resourceId: only?.id }]);
    await store.keys.revoke(org, only?.id ?? '', now);
    expect(await store.keys.insertFirst(newKey('later'))).toBe(false);
  });

  test('revokes a key once, keeps the time and announces it once', async () => {
    const [store, other] = await twoStores(engine);
    const row = await store.keys.insert(newKey('k1'));
    const changes = recordChanges(other);
    expect(await store.keys.revoke(org, 'k1', after(1))).toEqual({ ...row, revokedAt: after(1) });
    expect(await store.keys.revoke(org, 'k1', after(2))).toBeNull();
    expect(await store.keys.revoke(org, 'k2', after(2))).toBeNull();
    expect(await store.keys.revoke('elsewhere', 'k1', after(2))).toBeNull();
    expect((await other.keys.get(org, 'k1'))?.revokedAt).toEqual(after(1));
    await until(() => changes.length === 1);
    expect(changes).toEqual([{ kind: 'key', organizationId: org, id: 'k1' }]);
  });

  test("refuses to revoke the organization's last key with the admin scope", async () => {
    const { keys } = await freshStore(engine);
    await keys.insert(newKey('admin', { scopes: ['prompts:read', 'admin'] }));
    await keys.insert(newKey('revoked admin', { scopes: ['admin'], revokedAt: now }));
    await keys.insert(newKey('agent', { name: 'admin' }));
    await keys.insert(newKey('foreign', { scopes: ['admin'], organizationId: 'elsewhere' }));
    expect(await keys.revoke(org, 'admin', after(1))).toBeNull();
    expect(await keys.revoke(org, 'agent', after(1))).not.toBeNull();
    await keys.insert(newKey('second', { scopes: ['admin'] }));
    expect(await keys.revoke(org, 'admin', after(1))).not.toBeNull();
    expect(await keys.revoke(org, 'second', after(1))).toBeNull();
  });

  test('keeps one admin key when all are revoked at the same time', async () => {
    const stores = await twoStores(engine);
    for (let round = 0; round < 10; round += 1) {
      const ids = Array.from({ length: 6 }, (_, index) => `${round}-${index}`);
      for (const id of ids) await stores[0].keys.insert(newKey(id, { scopes: ['admin'] }));
      const all = (await stores[0].keys.list(org, everything)).filter(({ revokedAt }) => revokedAt === null);
      const revoked = await Promise.all(
        all.map(({ id }, index) =>
          stores[index % 2 ? 1 : 0].keys.revoke(org, id, after(1), newAudit('key.revoked', id)),
        ),
      );
      expect(revoked.filter((row) => row === null)).toHaveLength(1);
      const left = (await stores[0].keys.list(org, everything)).filter(({ revokedAt }) => revokedAt === null);
      expect(left).toHaveLength(1);
    }
    const told = await stores[0].audit.list(org, { action: 'key.revoked' }, everything);
    expect(new Set(told.map(({ resourceId }) => resourceId)).size).toBe(59);
    expect(told).toHaveLength(59);
  });

  test('moves the time of last use forward only', async () => {
    const { keys } = await freshStore(engine);
    await keys.insert(newKey('k1'));
    await keys.insert(newKey('k2'));
    const use = (id: string, at: Date) => ({ organizationId: org, id, at });
    await keys.touch([use('k2', after(60)), use('k1', after(60)), use('nobody', after(60))]);
    await keys.touch([use('k1', now), use('k2', after(120))]);
    await keys.touch([]);
    const used = (await keys.list(org, everything)).map(({ id, lastUsedAt }) => [id, lastUsedAt]);
    expect(used).toEqual([
      ['k2', after(120)],
      ['k1', after(60)],
    ]);
  });
});
