import type { NewPrompt, NewVote, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newAnswer, newAudit, newChannel, newMessage, org, pendingPrompt } from './fixture.js';
import { newPerson } from './people-fixture.js';

type By = ReturnType<typeof newAnswer>['by'];

const ada = { id: '7', username: 'ada', name: 'Ada' };

/** A prompt that was answered at a second. */
async function answered(store: Store, seconds: number, by: By, change: Partial<NewPrompt> = {}): Promise<void> {
  const prompt = await pendingPrompt(store, change);
  await store.prompts.answer(newAnswer(prompt, { at: after(seconds), by, delivery: null }));
}

const vote = (promptNum: number, userId: string, seconds: number): NewVote => ({
  organizationId: org,
  promptNum,
  voter: `user:pigeon:${userId}`,
  personId: null,
  operatorId: null,
  platform: 'pigeon',
  userId,
  name: `Voter ${userId}`,
  choice: 'approve',
  reason: null,
  reasonUntil: null,
  at: after(seconds),
  channelId: 'ops',
  event: { account: 'bot-1', eventId: `vote-${userId}` },
  sameAs: [],
});

const seen = (userId: string, name: string | null, username: string | null, seconds: number) => ({
  platform: 'pigeon',
  userId,
  name,
  username,
  lastSeenAt: after(seconds),
});

async function storeWithChannels(engine: Parameters<typeof freshStore>[0]): Promise<Store> {
  const store = await freshStore(engine);
  await store.channels.insert(newChannel('ops'));
  await store.channels.insert(newChannel('chat', { channelType: 'MESSAGE', account: 'bot-2' }));
  return store;
}

onEveryEngine((engine) => {
  test('lists accounts that answered, voted and wrote, each once with its latest name, the latest first', async () => {
    const store = await storeWithChannels(engine);
    await answered(store, 10, { ...ada, name: 'Ada before' });
    await answered(store, 20, ada);
    await answered(store, 25, { id: 'operator:o1', username: null, name: 'Of the console' });
    const voted = await pendingPrompt(store);
    await store.votes.cast(vote(voted.num, '8', 30), async (_, votes) => ({ votes, notes: [], answer: null }));
    await store.prompts.answer(
      newAnswer(voted, { at: after(40), by: { id: '9', username: 'nine', name: null }, delivery: null }),
    );
    await store.messages.insert(newMessage('in', { fromId: '10', fromUser: 'ten', createdAt: after(50) }));
    await store.messages.insert(newMessage('own', { fromId: '11', fromUser: '11', createdAt: after(45) }));
    await store.messages.insert(newMessage('out', { direction: 'outbound', fromId: null, createdAt: after(60) }));
    expect(await store.people.recentAccounts(org, after(-60))).toEqual([
      seen('10', 'ten', null, 50),
      seen('11', null, null, 45),
      seen('9', null, 'nine', 40),
      seen('8', 'Voter 8', null, 30),
      seen('7', 'Ada', 'ada', 20),
    ]);
    expect(await store.people.recentAccounts('elsewhere', after(-60))).toEqual([]);
    const latest = await store.people.recentAccounts(org, after(42));
    expect(latest.map(({ userId }) => userId)).toEqual(['10', '11']);
  });

  test('leaves out accounts of people, also of those who are added later', async () => {
    const store = await storeWithChannels(engine);
    await answered(store, 1, ada);
    await answered(store, 2, { id: '8', username: null, name: 'Grace' });
    const identities = [
      { platform: 'pigeon', userId: '7' },
      { platform: 'other', userId: '8' },
    ];
    await store.people.insert(newPerson('ada', { identities }), newAudit('person.created', 'ada'));
    expect(await store.people.recentAccounts(org, after(-60))).toEqual([seen('8', 'Grace', null, 2)]);
  });

  test('leaves out accounts of channels that are not proven or were deleted, because an agent can forge who wrote there', async () => {
    const store = await storeWithChannels(engine);
    await store.channels.insert(newChannel('of-agent', { credentialsProven: false, account: 'bot-3' }));
    await answered(store, 1, ada, { channelId: 'of-agent' });
    await answered(store, 2, { ...ada, id: '8' }, { channelId: 'deleted' });
    await store.messages.insert(newMessage('forged', { channelId: 'of-agent', fromId: '9', createdAt: after(3) }));
    expect(await store.people.recentAccounts(org, after(-60))).toEqual([]);
  });

  test('lists fifty accounts', async () => {
    const store = await storeWithChannels(engine);
    for (let user = 0; user < 60; user += 1)
      await store.messages.insert(newMessage(`m${user}`, { fromId: `u${user}`, createdAt: after(user) }));
    const found = await store.people.recentAccounts(org, after(-60));
    expect(found.map(({ userId }) => userId)).toEqual(Array.from({ length: 50 }, (_, index) => `u${59 - index}`));
  });
});
