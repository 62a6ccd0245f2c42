import type { PostReport, PromptRow, Store, WaitingReport } from '@gateway/core';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { recorded } from '../recorded.js';
import { copy, terms } from './post-fixture.js';
import {
  after,
  claim,
  freshStore,
  newAnswer,
  newDelivery,
  newMessage,
  newPrompt,
  org,
  pendingPrompt,
  twoStores,
} from './fixture.js';

const deliveryOf = ({ num, notifyOnExpiry }: PromptRow) =>
  notifyOnExpiry ? newDelivery({ promptNum: num, eventType: 'prompt.expired' }) : null;

const about = (messageId: string, state: PostReport['state'], channelId = 'ops'): PostReport => ({
  channelId,
  messageId,
  state,
  problem: state === 'failed' ? 'Not on WhatsApp.' : null,
});

const apply = (store: Store, ...reports: PostReport[]) =>
  store.deliveryReports.apply(org, reports, after(5), deliveryOf);

const sentMessage = (store: Store, id: string) =>
  store.messages.insert(newMessage(id, { direction: 'outbound', channelId: 'ops', platformMessageId: id }));

const eventsOf = async (store: Store) =>
  (await store.streamEvents.page(org, 0, 1e6, 1000)).map(({ type, resourceId }) => `${type} ${resourceId}`);

onEveryEngine((engine) => {
  test('advances the delivery state of prompts and messages, and never takes it back', async () => {
    const store = await freshStore(engine);
    const prompt = await pendingPrompt(store, { deliveryState: 'accepted' });
    await sentMessage(store, 'w1');
    const states = async () => [
      (await store.prompts.get(org, prompt.num))?.deliveryState,
      (await store.messages.get(org, 'w1'))?.deliveryState,
    ];
    expect(await states()).toEqual(['accepted', null]);
    for (const [state, shown] of [
      ['delivered', 'delivered'],
      ['read', 'read'],
      ['delivered', 'read'],
      ['failed', 'read'],
    ] as const) {
      const { known } = await apply(store, about('m1', state), about('w1', state));
      expect(known).toHaveLength(2);
      expect(await states()).toEqual([shown, shown]);
    }
    expect(await store.prompts.get(org, prompt.num)).toMatchObject({ state: 'pending', closedReason: null });
  });

  test('keeps a question open that is in another chat, until it has failed in all of them', async () => {
    const store = await freshStore(engine);
    const { num } = await store.prompts.open(newPrompt({ deliveryState: 'accepted', terms }), null, [copy()]);
    await store.prompts.posted(org, num, { messageId: 'm1', messageIds: ['m1'], ref: null });
    const [post] = await store.posts.take(org, num, after(60));
    await store.posts.posted(post!, { messageId: 'c1', messageIds: ['c1'], ref: null });
    await apply(store, about('m1', 'failed'));
    expect(await store.prompts.get(org, num)).toMatchObject({ state: 'pending', deliveryState: 'failed' });
    await apply(store, about('c1', 'failed', 'oncall'));
    expect(await store.posts.of(org, [num])).toMatchObject([{ failed: 'Not on WhatsApp.' }]);
    expect(await store.prompts.get(org, num)).toMatchObject({ state: 'expired', closedReason: 'undeliverable' });
  });

  test('keeps a question open whose copy or note did not arrive', async () => {
    const store = await freshStore(engine);
    const { num } = await store.prompts.open(newPrompt({ terms }), null, [copy()]);
    await store.prompts.posted(org, num, { messageId: 'm1', messageIds: ['m1'], ref: null });
    const [post] = await store.posts.take(org, num, after(60));
    await store.posts.posted(post!, { messageId: 'c1', messageIds: ['c1'], ref: null });
    await store.prompts.linkMessages({ organizationId: org, num, channelId: 'ops' }, ['n1']);
    await apply(store, about('c1', 'failed', 'oncall'), about('n1', 'failed'));
    expect(await store.prompts.get(org, num)).toMatchObject({ state: 'pending' });
  });

  test('closes an undeliverable prompt with its event and its delivery, once', async () => {
    const store = await freshStore(engine);
    const prompt = await pendingPrompt(store, { deliveryState: 'accepted' });
    const silent = await pendingPrompt(store, { notifyOnExpiry: false });
    const { prompts } = await apply(store, about('m1', 'failed'), about('m2', 'failed'));
    expect(new Set(prompts.map(({ num }) => num))).toEqual(new Set([1, 2]));
    expect(await store.prompts.get(org, prompt.num)).toMatchObject({
      state: 'expired',
      closedReason: 'undeliverable',
      closedDetail: 'Not on WhatsApp.',
      deliveryState: 'failed',
      closeDueAt: null,
    });
    expect(await store.prompts.get(org, silent.num)).toMatchObject({ closedReason: 'undeliverable' });
    expect((await claim(store, { now: after(9) })).map(({ promptNum }) => promptNum)).toEqual([1]);
    expect((await apply(store, about('m1', 'failed'), about('m1', 'delivered'))).prompts).toEqual([]);
    expect((await eventsOf(store)).filter((event) => event.startsWith('prompt.expired'))).toHaveLength(2);
    expect(await store.prompts.answer(newAnswer(prompt))).toMatchObject({ outcome: 'closed' });
  });

  test('closes a question when any of its messages failed, and updates the one with the buttons', async () => {
    const store = await freshStore(engine);
    const { num } = await store.prompts.open(newPrompt());
    await store.prompts.posted(org, num, { messageId: 'last', messageIds: ['first', 'last'], ref: null });
    await apply(store, about('last', 'delivered'));
    await apply(store, about('first', 'failed'));
    expect(await store.prompts.get(org, num)).toMatchObject({ closedReason: 'undeliverable', closeDueAt: after(5) });
  });

  test('leaves answered, cancelled and overdue prompts as they are', async () => {
    const store = await freshStore(engine);
    const [answered, cancelled] = [await pendingPrompt(store), await pendingPrompt(store)];
    await pendingPrompt(store, { expiresAt: after(1) });
    await store.prompts.answer(newAnswer(answered));
    await store.prompts.cancel(org, cancelled.num, after(1), null);
    const { prompts } = await apply(store, about('m1', 'failed'), about('m2', 'failed'), about('m3', 'failed'));
    expect(prompts).toEqual([]);
    expect(await store.prompts.get(org, 1)).toMatchObject({
      state: 'answered',
      closedReason: null,
      deliveryState: null,
    });
    expect(await store.prompts.get(org, 2)).toMatchObject({ closedReason: 'cancelled', closedDetail: null });
    expect(await store.prompts.get(org, 3)).toMatchObject({ state: 'pending' });
  });

  test('marks a failed message with the reason and appends message.failed once', async () => {
    const store = await freshStore(engine);
    await sentMessage(store, 'w1');
    const { messages } = await apply(store, about('w1', 'failed'));
    expect(messages).toMatchObject([{ id: 'w1', deliveryState: 'failed', failure: 'Not on WhatsApp.' }]);
    expect((await apply(store, about('w1', 'failed'), about('w1', 'read'))).messages).toEqual([]);
    expect((await eventsOf(store)).filter((event) => event.startsWith('message.failed'))).toEqual([
      'message.failed w1',
    ]);
  });

  test('closes each prompt once when answers and reports of failures are concurrent', async () => {
    const [one, other] = await twoStores(engine);
    const all = await Promise.all(Array.from({ length: 40 }, () => pendingPrompt(one)));
    const [answers, ...reports] = await Promise.all([
      Promise.all(all.map((prompt) => other.prompts.answer(newAnswer(prompt)))),
      ...all.map(({ num }) => apply(num % 2 ? one : other, about(`m${num}`, 'failed'))),
    ]);
    const failed = reports.flatMap(({ prompts }) => prompts.map(({ num }) => num));
    const won = all.filter((_prompt, index) => answers[index]?.outcome === 'answered').map(({ num }) => num);
    expect([...won, ...failed].toSorted((a, b) => a - b)).toEqual(all.map(({ num }) => num).toSorted((a, b) => a - b));
  });

  test('finds reports about unknown posts with one statement that writes nothing', async () => {
    const { database, statements } = await recorded(await engine.empty());
    const store = await createStore(database);
    onTestFinished(() => store.close());
    statements.length = 0;
    const reports = Array.from({ length: 500 }, (_, index) => about(`unknown ${index}`, 'failed'));
    expect(await apply(store, ...reports)).toEqual({ known: [], prompts: [], messages: [] });
    expect(statements.map(([text]) => text.trim().slice(0, 6))).toEqual(['SELECT']);
  });

  test('keeps waiting reports until they are removed, and not those that were replaced', async () => {
    const store = await freshStore(engine);
    const waiting = (messageId: string, seconds: number): WaitingReport => ({
      ...about(messageId, 'failed'),
      organizationId: org,
      sentUntil: messageId === '' ? after(seconds) : null,
      receivedAt: after(seconds),
      tries: 1,
      dueAt: after(seconds),
    });
    const [early, late, until] = [waiting('w1', 1), waiting('w2', 9), waiting('', 2)];
    await store.deliveryReports.wait([late, early, until]);
    expect(await store.deliveryReports.waiting(after(0), 10)).toEqual([]);
    expect(await store.deliveryReports.waiting(after(5), 10)).toEqual([early, until]);
    const again = { ...early, receivedAt: after(3), tries: 2 };
    await store.deliveryReports.wait([again]);
    await store.deliveryReports.removeWaiting([early, until]);
    expect(await store.deliveryReports.waiting(after(9), 10)).toEqual([again, late]);
    await store.deliveryReports.removeWaiting([again, late]);
    expect(await store.deliveryReports.waiting(after(9), 10)).toEqual([]);
  });

  test('returns the recent posts of a channel that were sent until a time and not read', async () => {
    const store = await freshStore(engine);
    await pendingPrompt(store, { deliveryState: 'accepted' });
    await pendingPrompt(store, { deliveryState: 'accepted', createdAt: after(60) });
    await pendingPrompt(store, { deliveryState: 'accepted', channelId: 'other' });
    await pendingPrompt(store);
    await store.messages.insert(
      newMessage('w1', { direction: 'outbound', channelId: 'ops', platformMessageId: 'w1', deliveryState: 'accepted' }),
    );
    expect((await store.deliveryReports.unreadUntil(org, 'ops', after(1))).toSorted()).toEqual(['m1', 'w1']);
    await apply(store, about('m1', 'read'));
    expect(await store.deliveryReports.unreadUntil(org, 'ops', after(1))).toEqual(['w1']);
  });
});
