import type { ConversationFilter, ConversationPosition, ConversationRow, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine, type Engine } from '../engines.js';
import {
  after,
  freshStore,
  newAudit,
  newChannel,
  newDelivery,
  newLink,
  newMessage,
  newSession,
  org,
} from './fixture.js';
import { newActivity } from './traffic-fixture.js';

/** A database with MESSAGE channels a to e, created one second after the other. */
async function start(engine: Engine) {
  const store = await freshStore(engine);
  for (const [index, channelId] of ['a', 'b', 'c', 'd', 'e'].entries())
    await store.channels.insert(
      { ...newChannel(channelId), channelType: 'MESSAGE', createdAt: after(index) },
      newAudit('channel.created', channelId),
    );
  return store;
}

let count = 0;
async function receive({ messages }: Store, channelId: string, at: number, stored = true): Promise<string> {
  const id = `received ${(count += 1)}`;
  const event = { organizationId: org, account: 'bot-1', eventId: id, at: after(at) };
  const message = stored ? newMessage(id, { channelId, createdAt: after(at) }) : null;
  await messages.receive(event, message, newDelivery({ channelId, createdAt: after(at) }));
  return id;
}

const send = ({ messages }: Store, channelId: string, at: number) =>
  messages.insert(newMessage(`sent ${(count += 1)}`, { channelId, direction: 'outbound', createdAt: after(at) }));

const list = (
  { conversations }: Store,
  filter: ConversationFilter = {},
  { limit = 50, after: position = null as ConversationPosition | null, operatorId = null as string | null } = {},
) =>
  conversations.list(org, filter, { limit, after: position }, operatorId === null ? null : { operatorId, counted: 3 });
async function addOperator({ operators, oneTimeLinks }: Store, id: string, createdAt: Date): Promise<void> {
  const link = newLink(`link of ${id}`, { role: 'viewer' });
  await oneTimeLinks.insert(link);
  const operator = { organizationId: org, id, name: id, email: `${id}@example.com`, passwordHash: 'h' };
  await operators.createInvited(
    { ...operator, createdAt, updatedAt: createdAt, lastSeenAt: null },
    newSession(`s ${id}`, id),
    link.tokenHash,
    newAudit('operator.created', id),
  );
}

const ids = (rows: readonly ConversationRow[]) => rows.map(({ channel }) => channel.channelId);

onEveryEngine((engine) => {
  test('a conversation waits since the first message after the last reply, also when neither is stored', async () => {
    const store = await start(engine);
    const since = async () =>
      Object.fromEntries((await list(store)).map((row) => [row.channel.channelId, row.waitingSince]));
    const first = await receive(store, 'a', 10);
    await receive(store, 'a', 20);
    await receive(store, 'b', 15, false);
    expect(await since()).toEqual({ a: after(10), b: after(15), c: null, d: null, e: null });
    const [a] = await list(store, { channelId: 'a' });
    expect(a).toMatchObject({ lastMessage: { createdAt: after(20) }, unreadCount: null, firstUnreadId: null });
    expect(a?.lastMessage?.id).not.toBe(first);
    await send(store, 'a', 30);
    await store.messages.replied(org, 'b', newAudit('channel.message_sent', 'b'));
    expect(await since()).toMatchObject({ a: null, b: null });
    await receive(store, 'a', 40);
    expect(await since()).toMatchObject({ a: after(40) });
  });

  test('lists conversations that wait page by page, the one that waits longest first', async () => {
    const store = await start(engine);
    for (const [channelId, at] of [
      ['c', 10],
      ['a', 20],
      ['d', 20],
      ['e', 5],
    ] as const)
      await receive(store, channelId, at);
    await send(store, 'e', 30);
    const waiting = { waiting: true } as const;
    expect(ids(await list(store, waiting))).toEqual(['c', 'a', 'd']);
    expect(ids(await list(store, waiting, { limit: 2 }))).toEqual(['c', 'a']);
    expect(ids(await list(store, waiting, { after: { at: after(20), channelId: 'a' } }))).toEqual(['d']);
    expect(ids(await list(store, { ...waiting, channelIds: ['a', 'e'] }))).toEqual(['a']);
    await store.channels.update(org, 'a', 1, { isActive: false, updatedAt: after(40) });
    expect(ids(await list(store, waiting))).toEqual(['c', 'd']);
    expect(await list(store, { channelId: 'a' })).toMatchObject([{ waitingSince: null }]);
  });

  test('lists conversations by their activity page by page, without other channels and organizations', async () => {
    const store = await start(engine);
    await store.channels.insert(newChannel('prompts'), newAudit('channel.created', 'prompts'));
    await store.channels.touch(
      [newActivity('b', { inboundAt: after(60) }), newActivity('d', { inboundAt: after(50), outboundAt: after(70) })],
      [],
    );
    const rows = await list(store);
    expect(ids(rows)).toEqual(['d', 'b', 'e', 'c', 'a']);
    expect(rows.map(({ activeAt }) => activeAt)).toEqual([70, 60, 4, 2, 0].map(after));
    expect(ids(await list(store, {}, { limit: 2, after: { at: after(60), channelId: 'b' } }))).toEqual(['e', 'c']);
    expect(ids(await list(store, { channelIds: ['a', 'b'] }))).toEqual(['b', 'a']);
    expect(ids(await list(store, { q: 'D' }))).toEqual(['d']);
    expect(await store.conversations.list('elsewhere', {}, { limit: 5, after: null }, null)).toEqual([]);
  });

  test('counts what an operator has not read, of messages since the account was made, and moves only forwards', async () => {
    const store = await start(engine);
    const before = await receive(store, 'a', 10);
    await addOperator(store, 'grace', after(20));
    await addOperator(store, 'alan', after(5));
    const unread = async (operatorId: string) =>
      (await list(store, { channelIds: ['a', 'b'] }, { operatorId })).map((row) => [
        row.channel.channelId,
        row.unreadCount,
        row.firstUnreadId,
      ]);
    expect(await unread('grace')).toEqual([
      ['b', 0, null],
      ['a', 0, null],
    ]);
    expect(await unread('alan')).toEqual([
      ['b', 0, null],
      ['a', 1, before],
    ]);
    const first = await receive(store, 'a', 30);
    await send(store, 'a', 31);
    const second = await receive(store, 'a', 32);
    const other = await receive(store, 'b', 33);
    expect(await unread('grace')).toEqual([
      ['b', 1, other],
      ['a', 2, first],
    ]);
    expect(await unread('alan')).toEqual([
      ['b', 1, other],
      ['a', 3, before],
    ]);
    await receive(store, 'a', 34);
    expect(await unread('alan')).toEqual([
      ['b', 1, other],
      ['a', 3, before],
    ]);

    const grace = { organizationId: org, operatorId: 'grace' };
    await store.conversations.markRead(grace, first);
    expect(await unread('grace')).toEqual([
      ['b', 1, other],
      ['a', 2, second],
    ]);
    await store.conversations.markRead(grace, before);
    await store.conversations.markRead(grace, 'unknown');
    expect(await unread('grace')).toEqual([
      ['b', 1, other],
      ['a', 2, second],
    ]);
    await store.conversations.markRead({ ...grace, organizationId: 'elsewhere' }, second);
    expect(await unread('grace')).toEqual([
      ['b', 1, other],
      ['a', 2, second],
    ]);
    await store.operators.remove(org, 'grace', newAudit('operator.removed', 'grace'));
    await store.conversations.markRead(grace, second);
    // Nothing is left of what was read, and nothing is added.
    expect(await unread('grace')).toEqual([
      ['b', 1, other],
      ['a', 3, before],
    ]);
  });
});
