import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newAnswer, newDelivery, now, org, pendingPrompt, twoStores } from './fixture.js';

const question = { messageId: 'question', messageIds: ['part', 'question'], ref: { at: 'question' } };
const press = { account: 'bot-1', eventId: 'press', at: after(5) };
const claim = { now: after(1), until: after(60) };
const waiting = { showAfter: now, deliveryState: 'accepted' } as const;

onEveryEngine((engine) => {
  test('gives the posting of a waiting question to one of several instances, and again after its claim', async () => {
    const stores = await twoStores(engine);
    const [{ prompts }] = stores;
    await pendingPrompt({ prompts }, waiting);
    const begun = await Promise.all(
      [...stores, ...stores, ...stores].map((store) => store.prompts.beginShowing(org, 1, claim)),
    );
    expect(begun.filter((prompt) => prompt !== null)).toMatchObject([{ num: 1, showAfter: claim.until }]);
    expect(await prompts.beginShowing(org, 1, { now: after(59), until: after(119) })).toBeNull();
    expect(await prompts.beginShowing(org, 1, { now: after(60), until: after(120) })).not.toBeNull();
    // The first instance has lost its claim.
    await prompts.releaseShowing(org, 1, { now: after(61), until: claim.until });
    expect(await prompts.beginShowing(org, 1, { now: after(61), until: after(121) })).toBeNull();
    await prompts.releaseShowing(org, 1, { now: after(62), until: after(120) });
    expect(await prompts.beginShowing(org, 1, { now: after(62), until: after(122) })).not.toBeNull();
  });

  test('records the posted question with the event that asked for it', async () => {
    const store = await freshStore(engine);
    const { prompts } = store;
    await pendingPrompt(store, waiting);
    await prompts.beginShowing(org, 1, claim);
    expect(await prompts.shown(org, 1, question, press)).toMatchObject({
      state: 'pending',
      messageId: 'question',
      messageRef: { at: 'question' },
      showAfter: null,
      deliveryState: 'accepted',
      closeDueAt: null,
    });
    expect(await prompts.beginShowing(org, 1, { now: after(600), until: after(660) })).toBeNull();
    for (const id of ['m1', 'part', 'question']) expect((await prompts.byMessage(org, ['ops'], id))?.num).toBe(1);
    expect(await store.inboundEvents.first({ organizationId: org, ...press })).toBe(false);
    const events = await store.streamEvents.page(org, 0, 1000, 10);
    expect(events.map(({ type }) => type)).toEqual(['prompt.created', 'prompt.shown']);
  });

  test('keeps the second message when an instance with an expired claim posts the question, too', async () => {
    const { prompts } = await freshStore(engine);
    await pendingPrompt({ prompts }, waiting);
    await prompts.beginShowing(org, 1, claim);
    await prompts.shown(org, 1, question, press);
    const again = { messageId: 'again', messageIds: ['again'], ref: null };
    expect(await prompts.shown(org, 1, again, press)).toBeNull();
    expect(await prompts.get(org, 1)).toMatchObject({
      messageId: 'question',
      otherMessages: [{ messageId: 'again', ref: null }],
    });
  });

  test('makes the question due for closing when it was answered while it was posted', async () => {
    const { prompts } = await freshStore(engine);
    const prompt = await pendingPrompt({ prompts }, waiting);
    await prompts.beginShowing(org, 1, claim);
    await prompts.answer(newAnswer(prompt, { event: null }));
    for (const closing of await prompts.claimClosings(after(2), after(12), 10, ['pigeon']))
      await prompts.endClosings([{ closing, retryAt: null, messageClosedAt: null }]);
    await prompts.shown(org, 1, question, press);
    expect(await prompts.get(org, 1)).toMatchObject({ state: 'answered', closeDueAt: after(1), closeAttempts: 0 });
  });

  test('closes a pending prompt once whose question cannot be posted, with its delivery', async () => {
    const store = await freshStore(engine);
    await pendingPrompt(store, waiting);
    await store.prompts.beginShowing(org, 1, claim);
    const why = { detail: 'Locked.', at: after(5), delivery: newDelivery({ promptNum: 1 }) };
    expect(await store.prompts.notShown(org, 1, why)).toBe(true);
    expect(await store.prompts.get(org, 1)).toMatchObject({
      state: 'expired',
      closedReason: 'undeliverable',
      closedDetail: 'Locked.',
      deliveryState: 'failed',
    });
    expect(await store.prompts.notShown(org, 1, { ...why, delivery: newDelivery() })).toBe(false);
    expect((await store.deliveries.list(org, { promptNum: 1 }, { limit: 10, before: null })).rows).toHaveLength(1);
    expect(await store.prompts.beginShowing(org, 1, { now: after(600), until: after(660) })).toBeNull();
  });
});
