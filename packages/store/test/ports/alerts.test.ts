import type { AlertRow, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newAudit, now, org } from './fixture.js';

const trouble = { kind: 'channel_failing', subject: 'ops', name: 'ops', detail: 'bot was kicked' } as const;
const see = (store: Store, seconds: number, change: object = {}) =>
  store.alerts.seen(org, [{ ...trouble, dueAt: after(seconds), ...change }], after(seconds));
const claim = async (store: Store, seconds: number): Promise<AlertRow> => {
  const [alert] = await store.alerts.claim(after(seconds), after(seconds + 100), 16);
  if (!alert) throw new Error('No alert is due.');
  return alert;
};

onEveryEngine((engine) => {
  test('a problem that is found again keeps its begin and who was told, and has the newest reason', async () => {
    const store = await freshStore(engine);
    await see(store, 0);
    const claimed = await claim(store, 1);
    await store.alerts.record(claimed, { told: ['chat:ops'], dueAt: null, attempts: 1, now: after(1) });
    await see(store, 60, { detail: 'chat not found' });
    expect(await store.alerts.list(org, 10)).toMatchObject([
      { since: now, seenAt: after(60), detail: 'chat not found', told: ['chat:ops'], dueAt: null },
    ]);
    expect(await store.alerts.claim(after(61), after(90), 16)).toEqual([]);
  });

  test('an alert is claimed once, and again when its claim has expired', async () => {
    const store = await freshStore(engine);
    await see(store, 0);
    const claims = await Promise.all([1, 2, 3].map(() => store.alerts.claim(after(1), after(100), 16)));
    expect(claims.flat()).toHaveLength(1);
    expect(await store.alerts.claim(after(50), after(150), 16)).toEqual([]);
    expect(await claim(store, 100)).toMatchObject({ attempts: 2 });
  });

  test('an alert that ends while it is told is due at once, with all who were told', async () => {
    const store = await freshStore(engine);
    await see(store, 0);
    const claimed = await claim(store, 1);
    await store.alerts.end(org, after(2), after(2));
    await store.alerts.record(claimed, { told: ['device:d1'], dueAt: null, attempts: 1, now: after(3) });
    const over = await claim(store, 3);
    expect(over).toMatchObject({ endedAt: after(2), told: ['device:d1'] });
    await store.alerts.drop(over);
    expect(await store.alerts.claim(after(500), after(600), 16)).toEqual([]);
  });

  test('a problem that comes back while its end is told begins again, and the end is neither recorded nor deletes it', async () => {
    const store = await freshStore(engine);
    await see(store, 0);
    await store.alerts.record(await claim(store, 1), { told: ['device:d1'], dueAt: null, attempts: 1, now: after(1) });
    await store.alerts.end(org, after(2), after(2));
    const over = await claim(store, 3);
    await see(store, 60);
    await store.alerts.record(over, { told: [], dueAt: null, attempts: 1, now: after(61) });
    await store.alerts.drop(over);
    expect(await store.alerts.list(org, 10)).toMatchObject([
      { since: after(60), endedAt: null, told: [], dueAt: after(60), attempts: 0 },
    ]);
  });

  test('the chat of alerts is stored with an audit entry for each change, which has the chat before', async () => {
    const store = await freshStore(engine);
    expect(await store.alerts.channel(org)).toBeNull();
    const seen: (string | null)[] = [];
    const audit = (before: string | null) => {
      seen.push(before);
      return newAudit('settings.updated', 'alerts');
    };
    for (const channel of ['ops', 'talk', 'talk', null]) await store.alerts.setChannel(org, channel, audit);
    expect(await store.alerts.channel(org)).toBeNull();
    expect(seen).toEqual([null, 'ops', 'talk']);
    expect(await store.audit.list(org, {}, { limit: 5, before: null })).toHaveLength(3);
  });
});
