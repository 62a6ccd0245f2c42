import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, now, org, twoStores } from './fixture.js';

onEveryEngine((engine) => {
  test('grants a lease to one holder until it is released or expires', async () => {
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

  test('grants a free lease to one of many concurrent callers', async () => {
    const stores = await twoStores(engine);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        stores[index % 2 ? 1 : 0].leases.acquire('bot-1', `h${index}`, now, after(10)),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test('separates adapter state by account', async () => {
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
