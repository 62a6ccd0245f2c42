import type { KeyRow } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, now, org, twoStores } from './fixture.js';

const newKey = (id: string, change: Partial<Omit<KeyRow, 'seq'>> = {}): Omit<KeyRow, 'seq'> => ({
  organizationId: org,
  id,
  name: 'agent',
  keyPrefix: 'gw_abcdefgh',
  hash: `hash of ${id}`,
  scopes: ['prompts:read', 'prompts:write'],
  createdAt: now,
  revokedAt: null,
  lastUsedAt: null,
  createdBy: null,
  ...change,
});

onEveryEngine((engine) => {
  test('a key is found by its hash, revoked or not, with its scopes', async () => {
    const { keys } = await freshStore(engine);
    expect(await keys.any(org)).toBe(false);
    const row = await keys.insert(newKey('k1', { revokedAt: after(1) }));
    expect(row).toEqual({ ...newKey('k1', { revokedAt: after(1) }), seq: 1 });
    expect(await keys.byHash('hash of k1')).toEqual(row);
    expect(await keys.byHash('hash of k2')).toBeNull();
    expect(await keys.any(org)).toBe(true);
    expect(await keys.any('elsewhere')).toBe(false);
    await expect(keys.insert(newKey('k2', { hash: 'hash of k1' }))).rejects.toThrow('unique constraint failed');
  });

  test('only unrevoked keys from the configuration may have any form', async () => {
    const { keys } = await freshStore(engine);
    await keys.insert(newKey('made'));
    await keys.insert(newKey('old', { createdBy: 'bootstrap', revokedAt: after(1) }));
    await keys.insert(newKey('configured', { createdBy: 'bootstrap' }));
    expect(await keys.bootstrapHashes()).toEqual(['hash of configured']);
  });

  test('a lease has one holder until it is released or runs out', async () => {
    const [one, other] = await twoStores(engine);
    const take = (store: typeof one, holder: string, at: number) =>
      store.leases.acquire('bot-1', holder, after(at), after(at + 10));
    expect(await take(one, 'a', 0)).toBe(true);
    expect(await take(other, 'b', 5)).toBe(false);
    expect(await take(one, 'a', 5)).toBe(true);
    expect(await take(other, 'b', 14.999)).toBe(false);
    expect(await take(other, 'b', 15)).toBe(true);
    expect(await take(one, 'a', 16)).toBe(false);
    await one.leases.release('bot-1', 'a');
    expect(await take(one, 'a', 16)).toBe(false);
    await other.leases.release('bot-1', 'b');
    expect(await take(one, 'a', 16)).toBe(true);
    expect(await one.leases.acquire('bot-2', 'b', after(16), after(26))).toBe(true);
  });

  test('of many that take a free lease at once one gets it', async () => {
    const stores = await twoStores(engine);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        stores[index % 2 ? 1 : 0].leases.acquire('bot-1', `h${index}`, now, after(10)),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test("an adapter's memory is its account's own", async () => {
    const { accountState } = await freshStore(engine);
    const account = { organizationId: org, platform: 'pigeon', account: 'bot-1' };
    expect(await accountState.get(account, 'offset')).toBeNull();
    await accountState.set(account, 'offset', '1');
    await accountState.set(account, 'offset', '2');
    await accountState.set({ ...account, account: 'bot-2' }, 'offset', '9');
    expect(await accountState.get(account, 'offset')).toBe('2');
    expect(await accountState.get(account, 'other')).toBeNull();
  });
});
