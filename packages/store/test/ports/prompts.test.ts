import type { PromptFilter, PromptPage, PromptRow } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  freshStore,
  freshStores,
  newAnswer,
  newPrompt,
  now,
  org,
  pendingPrompt,
  twoStores,
  outcomeOf,
} from './fixture.js';

const all = { limit: 50, before: null };

onEveryEngine((engine) => {
  test('numbers concurrent prompts per organization from 1 without gaps', async () => {
    const { stores, database } = await freshStores(engine);
    await database.sql.run('INSERT INTO organization (id, created_at) VALUES (?, ?)', ['elsewhere', now]);
    const opened = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        stores[index % 2 ? 1 : 0].prompts.open(newPrompt({ organizationId: index % 4 ? org : 'elsewhere' })),
      ),
    );
    const numbers = (organization: string) =>
      opened.flatMap((prompt) => (prompt.organizationId === organization ? [prompt.num] : [])).sort((a, b) => a - b);
    expect(numbers(org)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(numbers('elsewhere')).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
  });

  test('returns a prompt as it was created', async () => {
    const { prompts } = await freshStore(engine);
    const asked = newPrompt({ options: ['Ja, "sofort"', '✅'], correlationId: 'c-1', apiKeyId: 'key', mediaUrl: 'm' });
    const row = await prompts.open(asked);
    expect(row).toEqual({
      ...asked,
      num: 1,
      state: 'posting',
      closedReason: null,
      closedDetail: null,
      deliveryState: null,
      deliveryRemark: null,
      messageId: null,
      messageRef: null,
      otherMessages: null,
      showAfter: null,
      postAttempts: 1,
      answeredAt: null,
      answeredById: null,
      answeredByUsername: null,
      answeredByName: null,
      answerType: null,
      answer: null,
      terms: null,
      allowAttachments: false,
      answerFiles: null,
      answerDetail: null,
      reasonUntil: null,
      decidedBy: null,
      timeoutAnswer: null,
      trace: null,
      consoleUrl: null,
      stepDueAt: null,
      stepsDone: 0,
      messageClosedAt: null,
      undeliverableAt: null,
      closeDueAt: null,
      closeAttempts: 0,
      confirmTo: null,
      confirmTarget: null,
      confirmThread: null,
      answerTakenAt: null,
      noteCount: 0,
      notedAt: null,
      consumedAt: null,
      consumedBy: null,
      takenBy: null,
      takenAt: null,
      withdrawnAt: null,
      uninspectable: false,
      collapseDigest: null,
    });
    expect(await prompts.get(org, 1)).toEqual(row);
  });

  test('returns null for an unknown prompt number of any size', async () => {
    const { prompts } = await freshStore(engine);
    await pendingPrompt({ prompts });
    for (const num of [0, 2, 2 ** 31, Number.MAX_SAFE_INTEGER]) expect(await prompts.get(org, num)).toBeNull();
    expect(await prompts.get('elsewhere', 1)).toBeNull();
    expect(await prompts.list(org, { now }, { limit: 5, before: Number.MAX_SAFE_INTEGER })).toHaveLength(1);
  });

  test('finds a prompt by each of its messages in the given channels', async () => {
    const { prompts } = await freshStore(engine);
    await prompts.open(newPrompt());
    await prompts.posted(org, 1, {
      messageId: 'b',
      messageIds: ['a', 'b', 'c'],
      ref: { chat: 5, topic: null, thread: 'ä' },
    });
    expect(await prompts.get(org, 1)).toMatchObject({
      state: 'pending',
      messageId: 'b',
      messageRef: { chat: 5, topic: null, thread: 'ä' },
    });
    for (const id of ['a', 'b', 'c']) expect((await prompts.byMessage(org, ['x', 'ops'], id))?.num).toBe(1);
    expect(await prompts.byMessage(org, ['x'], 'a')).toBeNull();
    expect(await prompts.byMessage(org, [], 'a')).toBeNull();
    expect(await prompts.byMessage(org, ['ops'], 'd')).toBeNull();
    expect(await prompts.byMessage('elsewhere', ['ops'], 'a')).toBeNull();
  });

  test("keeps an answer that precedes the post's confirmation and records the message", async () => {
    const { prompts } = await freshStore(engine);
    const prompt = await prompts.open(newPrompt());
    expect(await outcomeOf(prompts.answer(newAnswer(prompt)))).toBe('answered');
    await prompts.posted(org, prompt.num, { messageId: 'm', messageIds: [], ref: null });
    expect(await prompts.get(org, prompt.num)).toMatchObject({ state: 'answered', answer: 'Yes', messageId: 'm' });
    expect((await prompts.byMessage(org, ['ops'], 'm'))?.num).toBe(prompt.num);
  });

  test('discards only a prompt that is still being posted', async () => {
    const { prompts } = await freshStore(engine);
    const posting = await prompts.open(newPrompt());
    const pending = await pendingPrompt({ prompts });
    expect(await prompts.discard(posting)).toBe(true);
    expect(await prompts.discard(pending)).toBe(false);
    expect(await prompts.get(org, 1)).toBeNull();
    expect((await prompts.get(org, 2))?.state).toBe('pending');
    expect(await prompts.posted(org, 1, { messageId: 'm', messageIds: [], ref: null })).toBeNull();
    expect(await prompts.get(org, 1)).toBeNull();
    expect((await prompts.open(newPrompt())).num).toBe(3);
  });

  test('lists prompts by the state that a reader sees, newest first', async () => {
    const store = await freshStore(engine);
    await pendingPrompt(store, { text: 'overdue', expiresAt: after(-1) }); // 1
    await pendingPrompt(store, { text: 'endless', expiresAt: null }); // 2
    const answered = await pendingPrompt(store, { text: 'answered' }); // 3
    await store.prompts.answer(newAnswer(answered));
    await store.prompts.open(newPrompt({ text: 'posting' })); // 4
    await pendingPrompt(store, { text: 'expired', expiresAt: after(-30) }); // 5
    await store.prompts.expireDue(after(-20), 10, () => null);
    await pendingPrompt(store, { text: 'due just now', expiresAt: now }); // 6
    await pendingPrompt(store, { text: 'pending' }); // 7

    const listed = async (filter: Partial<PromptFilter>, page = all) =>
      (await store.prompts.list(org, { now, ...filter }, page)).map(({ num }) => num);
    expect(await listed({})).toEqual([7, 6, 5, 3, 2, 1]);
    expect(await listed({ state: 'pending' })).toEqual([7, 2]);
    expect(await listed({ state: 'answered' })).toEqual([3]);
    expect(await listed({ state: 'expired' })).toEqual([6, 5, 1]);
    expect(await listed({ state: 'expired', now: after(-5) })).toEqual([5]);
    expect(await store.prompts.list('elsewhere', { now, state: 'expired' }, all)).toEqual([]);
  });

  test.each(['expired', 'pending', undefined] as const)('pages of %s prompts join without gaps', async (state) => {
    const store = await freshStore(engine);
    for (let num = 1; num <= 9; num += 1) {
      await pendingPrompt(store, { expiresAt: after(state === 'expired' ? -10 + (num % 3) : 60) });
    }
    if (state === 'expired') await store.prompts.expireDue(after(-9), 9, () => null);
    const pages = async (pageAfter: (position: number | null) => PromptPage) => {
      const seen: number[] = [];
      let position: number | null = null;
      do {
        const page: PromptRow[] = await store.prompts.list(org, { now, ...(state && { state }) }, pageAfter(position));
        seen.push(...page.map(({ num }) => num));
        position = page.at(-1)?.num ?? null;
      } while (position !== null);
      return seen;
    };
    expect(await pages((before) => ({ limit: 4, before }))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await pages((after) => ({ limit: 4, before: null, after }))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('combines filters with every state', async () => {
    const store = await freshStore(engine);
    for (const expiresAt of [after(60), after(-60)]) {
      await pendingPrompt(store, { expiresAt, channelId: 'ops', correlationId: 'order-1', text: 'Refund 100% of it?' });
      await pendingPrompt(store, { expiresAt, channelId: 'sales', correlationId: 'order-2', text: 'Ship_it?' });
      await pendingPrompt(store, { expiresAt, channelId: 'sales', correlationId: null, text: String.raw`C:\new?` });
    }
    const listed = async (filter: Partial<PromptFilter>) =>
      (await store.prompts.list(org, { now, ...filter }, all)).map(({ num }) => num);
    for (const [state, first] of [
      ['pending', 1],
      ['expired', 4],
    ] as const) {
      expect(await listed({ state, channelId: 'sales' })).toEqual([first + 2, first + 1]);
      expect(await listed({ state, correlationIds: ['order-1', 'order-9'] })).toEqual([first]);
      expect(await listed({ state, q: 'REFUND' })).toEqual([first]);
      expect(await listed({ state, q: '0%' })).toEqual([first]);
      expect(await listed({ state, q: 'ship_' })).toEqual([first + 1]);
      expect(await listed({ state, q: '_' })).toEqual([first + 1]);
      expect(await listed({ state, q: String.raw`:\n` })).toEqual([first + 2]);
      expect(await listed({ state, q: 'it?', channelId: 'ops' })).toEqual([first]);
    }
    expect(await listed({ channelId: 'ops', correlationIds: ['order-1'] })).toEqual([4, 1]);
  });

  test('shows a prompt to another instance once it is acknowledged', async () => {
    const [one, other] = await twoStores(engine);
    const { num } = await pendingPrompt(one);
    expect((await other.prompts.get(org, num))?.state).toBe('pending');
  });
});
