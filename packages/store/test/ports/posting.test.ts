import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newAnswer, newPrompt, now, org, pendingPrompt, outcomeOf } from './fixture.js';

const posted = (messageId: string) => ({ messageId, messageIds: [messageId], ref: { at: messageId } });
const minute = { now: after(60), until: after(120) };

onEveryEngine((engine) => {
  test('records both messages of one prompt without opening it again', async () => {
    const { prompts } = await freshStore(engine);
    await prompts.open(newPrompt());
    await prompts.repost(org, 1, after(60));
    await prompts.posted(org, 1, posted('late'));
    expect(await prompts.posted(org, 1, posted('again'))).toMatchObject({ state: 'pending', messageId: 'late' });
    expect(await prompts.get(org, 1)).toMatchObject({
      messageId: 'late',
      messageRef: { at: 'late' },
      otherMessages: [{ messageId: 'again', ref: { at: 'again' } }],
      closeDueAt: null,
    });
    expect((await prompts.byMessage(org, ['ops'], 'again'))?.num).toBe(1);
    await prompts.posted(org, 1, posted('late'));
    expect((await prompts.get(org, 1))?.otherMessages).toHaveLength(1);
  });

  test('makes a message that becomes known after the answer due for closing', async () => {
    const { prompts } = await freshStore(engine);
    const prompt = await prompts.open(newPrompt());
    await prompts.answer(newAnswer(prompt, { pressedMessageId: 'pressed' }));
    expect(await prompts.get(org, 1)).toMatchObject({
      state: 'answered',
      messageId: null,
      otherMessages: [{ messageId: 'pressed', ref: null }],
    });
    for (const messageId of ['pressed', 'again']) {
      for (const closing of await prompts.claimClosings(minute.now, minute.until, 10, ['pigeon']))
        await prompts.endClosings([{ closing: closing, retryAt: null, messageClosedAt: null }]);
      expect(await prompts.nextClosing(['pigeon'])).toBeNull();
      await prompts.posted(org, 1, posted(messageId));
      expect(await prompts.get(org, 1)).toMatchObject({ closeAttempts: 0, closeDueAt: after(1) });
    }
    expect(await prompts.get(org, 1)).toMatchObject({
      messageId: 'pressed',
      messageRef: { at: 'pressed' },
      otherMessages: [{ messageId: 'again', ref: { at: 'again' } }],
    });
  });

  test('records at most 20 messages from presses, each once', async () => {
    const { prompts } = await freshStore(engine);
    await pendingPrompt({ prompts });
    for (let message = 0; message < 30; message += 1)
      for (let times = 0; times < 2; times += 1) await prompts.noteMessage(org, 1, `other-${message}`);
    await prompts.noteMessage(org, 1, 'm1');
    await prompts.noteMessage(org, 2, 'm2');
    expect((await prompts.get(org, 1))?.otherMessages).toHaveLength(20);
    expect(await prompts.nextClosing(['pigeon'])).toBeNull();
  });

  test('does not discard a prompt that a repeated request is posting', async () => {
    const { prompts } = await freshStore(engine);
    const first = await prompts.open(newPrompt());
    const again = await prompts.repost(org, 1, after(60));
    expect(await prompts.discard(first)).toBe(false);
    expect(again && (await prompts.discard(again))).toBe(true);
    expect(await prompts.repost(org, 1, null)).toBeNull();
  });

  test('orphans prompts of a crashed instance by age unless their key can continue them, and removes them later', async () => {
    const { prompts, idempotency } = await freshStore(engine);
    const key = { organizationId: org, caller: 'k', key: 'order-7', holder: 'h' };
    const fingerprint = { current: 'f', former: 'g' };
    await idempotency.begin({ ...key, fingerprint }, { now, until: after(60), forgetAt: after(3600) });
    await prompts.open(newPrompt({ createdAt: after(-90) }), key);
    await prompts.open(newPrompt({ createdAt: after(-90) }));
    await prompts.open(newPrompt({ createdAt: after(-10) }));
    await pendingPrompt({ prompts }, { createdAt: after(-90) });
    const sweep = (seconds: number) =>
      prompts.orphanAbandoned({ before: after(-60), now: after(seconds), removeBefore: after(seconds - 1000) });
    const states = async () => await Promise.all([1, 2, 3, 4].map(async (num) => (await prompts.get(org, num))?.state));
    await sweep(0);
    expect(await states()).toEqual(['posting', 'orphaned', 'posting', 'pending']);
    expect((await prompts.list(org, { now }, { limit: 10, before: null })).map(({ num }) => num)).toEqual([4]);
    expect(await outcomeOf(prompts.answer(newAnswer(await pendingPrompt({ prompts }), { num: 2 })))).toBe('closed');
    await sweep(999);
    expect(await states()).toEqual(['posting', undefined, 'posting', 'pending']);
    await sweep(3600);
    expect(await states()).toEqual([undefined, undefined, 'posting', 'pending']);
  });

  test('makes an orphaned prompt with a known message due for closing and keeps it until then', async () => {
    const { prompts } = await freshStore(engine);
    await prompts.open(newPrompt({ createdAt: after(-90) }));
    await prompts.noteMessage(org, 1, 'pressed');
    const times = { before: after(-60), now, removeBefore: now };
    await prompts.orphanAbandoned(times);
    const [closing] = await prompts.claimClosings(minute.now, minute.until, 10, ['pigeon']);
    expect(closing?.prompt).toMatchObject({ num: 1, state: 'orphaned' });
    await prompts.orphanAbandoned(times);
    expect(await prompts.get(org, 1)).not.toBeNull();
    await prompts.endClosings([{ closing: closing!, retryAt: null, messageClosedAt: null }]);
    await prompts.orphanAbandoned(times);
    expect(await prompts.get(org, 1)).toBeNull();
  });
});
