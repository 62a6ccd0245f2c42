import type { NewPrompt, PostRow, PromptRow, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { copy, terms } from './post-fixture.js';
import {
  after,
  freshStore,
  newAnswer,
  newPrompt,
  now,
  org,
  pendingPrompt,
  recordChanges,
  twoStores,
} from './fixture.js';

const platforms = ['pigeon', 'owl'];
const shown = (id: string) => ({ messageId: id, messageIds: [id], ref: { album: id } });

/** A prompt in the chats of `ops` and `oncall`, posted only in the first. */
async function twoChats(
  store: Store,
  change: Partial<NewPrompt> = {},
  copies = [copy()],
): Promise<{ prompt: PromptRow; posts: PostRow[] }> {
  const { organizationId, num } = await store.prompts.open(newPrompt({ terms, ...change }), null, copies);
  await store.prompts.posted(organizationId, num, { messageId: `m${num}`, messageIds: [`m${num}`], ref: null });
  const prompt = (await store.prompts.get(organizationId, num)) as PromptRow;
  return { prompt, posts: await store.posts.of(org, [num]) };
}

const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items;
  if (item === undefined) throw new Error('There is none.');
  return item;
};

onEveryEngine((engine) => {
  test('the request that asks takes the posts of its prompt once, and no instance claims them before the lease ends', async () => {
    const [one, other] = await twoStores(engine);
    const { prompt, posts } = await twoChats(one);
    expect(posts).toMatchObject([
      { ...copy(), promptNum: prompt.num, postAttempts: 0, messageId: null, closedAt: null },
    ]);
    const taken = await Promise.all([one, other].map(({ posts: port }) => port.take(org, prompt.num, after(70))));
    expect(taken.flat()).toMatchObject([{ seq: first(posts).seq, postAttempts: 1, postDueAt: after(70) }]);
    expect(await other.posts.claim(after(69), after(100), 10, platforms)).toEqual([]);
    expect(await other.posts.nextDue(platforms)).toEqual(after(70));
    const claimed = await Promise.all(
      [one, other].map(({ posts: port }) => port.claim(after(70), after(140), 10, platforms)),
    );
    expect(claimed.flat()).toMatchObject([{ seq: first(posts).seq, postAttempts: 2 }]);
  });

  test('a post of a prompt whose first message is not posted yet is not claimed', async () => {
    const { prompts, posts } = await freshStore(engine);
    const { num } = await prompts.open(newPrompt({ terms }), null, [copy({ postDueAt: now })]);
    expect(await posts.claim(after(1), after(9), 10, platforms)).toEqual([]);
    expect(await posts.nextDue(platforms)).toBeNull();
    await prompts.posted(org, num, shown('m1'));
    expect(await posts.nextDue(platforms)).toEqual(now);
    expect(await posts.claim(after(1), after(9), 10, ['pigeon'])).toEqual([]);
    expect(await posts.claim(after(1), after(9), 10, platforms)).toHaveLength(1);
  });

  test('a prompt that is discarded takes its posts with it', async () => {
    const { prompts, posts } = await freshStore(engine);
    const prompt = await prompts.open(newPrompt({ terms }), null, [copy()]);
    expect(await prompts.discard(prompt)).toBe(true);
    expect(await posts.of(org, [prompt.num])).toEqual([]);
  });

  test('a reply to a posted copy finds the prompt, and the record has the message', async () => {
    const store = await freshStore(engine);
    const { prompt, posts } = await twoChats(store);
    const changes = recordChanges(store);
    await store.posts.posted(first(posts), { messageId: 'c2', messageIds: ['c1', 'c2'], ref: { album: 'a' } });
    expect(changes).toEqual([{ kind: 'prompt', organizationId: org, num: prompt.num }]);
    expect(await store.posts.of(org, [prompt.num])).toMatchObject([
      { messageId: 'c2', messageRef: { album: 'a' }, failed: null, postDueAt: null },
    ]);
    for (const id of ['c1', 'c2']) expect((await store.prompts.byMessage(org, ['oncall'], id))?.num).toBe(prompt.num);
    expect(await store.prompts.byMessage(org, ['ops'], 'c2')).toBeNull();
    expect((await store.prompts.get(org, prompt.num))?.closeDueAt).toBeNull();
  });

  test('a copy that is recorded after the prompt was closed is due for closing', async () => {
    const store = await freshStore(engine);
    const { prompt, posts } = await twoChats(store);
    await store.prompts.answer(newAnswer(prompt));
    const claimed = await store.prompts.claimClosings(after(2), after(12), 1, ['pigeon']);
    await store.prompts.endClosings(claimed.map((closing) => ({ closing, retryAt: null, messageClosedAt: after(3) })));
    expect(await store.prompts.get(org, prompt.num)).toMatchObject({ closeDueAt: null, messageClosedAt: after(3) });
    expect(await store.posts.posted(first(posts), shown('c1'))).toMatchObject({ state: 'answered' });
    expect(await store.prompts.claimClosings(after(4), after(12), 1, ['pigeon'])).toMatchObject([
      { prompt: { num: prompt.num, closeAttempts: 1, messageClosedAt: after(3) } },
    ]);
    await store.posts.closed([first(posts).seq], after(5));
    expect(first(await store.posts.of(org, [prompt.num])).closedAt).toEqual(after(5));
  });

  test('every message of a copy is kept when two instances post it or a press shows it', async () => {
    const [one, other] = await twoStores(engine);
    const { prompt, posts } = await twoChats(one);
    const post = first(posts);
    await Promise.all([one.posts.posted(post, shown('c1')), other.posts.posted(post, shown('c2'))]);
    await one.posts.noteMessage(post, 'c3');
    await other.posts.noteMessage(post, 'c3');
    await other.posts.failed(post, 'too late', after(1));
    const rows = await one.posts.of(org, [prompt.num]);
    expect(rows.map(({ messageId, failed, postDueAt }) => [messageId, failed, postDueAt].join()).toSorted()).toEqual(
      ['c1', 'c2', 'c3'].map((id) => `${id},,`),
    );
  });

  test('a message that a press shows first keeps its data when the post is recorded', async () => {
    const store = await freshStore(engine);
    const { prompt, posts } = await twoChats(store);
    await store.posts.noteMessage(first(posts), 'c1');
    expect(await store.posts.of(org, [prompt.num])).toMatchObject([
      { messageId: 'c1', messageRef: null, postDueAt: null },
    ]);
    await store.posts.posted(first(posts), shown('c1'));
    expect(await store.posts.of(org, [prompt.num])).toMatchObject([{ messageId: 'c1', messageRef: { album: 'c1' } }]);
  });

  test('a failed post is due again at its time, and only its claim may end it', async () => {
    const { posts: port, ...rest } = await freshStore(engine);
    const store = { posts: port, ...rest } as Store;
    const { prompt } = await twoChats(store, {}, [
      copy({ postDueAt: now }),
      copy({ kind: 'note', text: 'hi', postDueAt: now }),
    ]);
    const [question, note] = await port.claim(now, after(10), 10, platforms);
    if (!question || !note) throw new Error('nothing was claimed');
    await port.failed(question, 'not now', after(20));
    await port.failed(note, 'not now', after(30));
    expect(await port.nextDue(platforms)).toEqual(after(20));
    const [again] = await port.claim(after(20), after(40), 10, platforms);
    await port.failed(question, 'never', null);
    expect(await port.of(org, [prompt.num])).toMatchObject([{ failed: 'not now', postDueAt: after(40) }]);
    await port.failed(again as PostRow, 'never', null);
    expect(await port.of(org, [prompt.num])).toMatchObject([{ failed: 'never', postDueAt: null }]);
    const [lastNote] = await port.claim(after(30), after(50), 10, platforms);
    expect(lastNote).toMatchObject({ kind: 'note', text: 'hi', promptNum: prompt.num });
    await port.failed(lastNote as PostRow, 'never', null);
    expect(await port.nextDue(platforms)).toBeNull();
  });

  test('a posted note is removed, and a reply to it finds the prompt', async () => {
    const store = await freshStore(engine);
    const { prompt } = await twoChats(store, {}, [copy({ kind: 'note', text: 'hi', postDueAt: now })]);
    const note = first(await store.posts.claim(now, after(10), 10, platforms));
    await store.posts.posted(note, shown('n1'));
    expect(await store.posts.nextDue(platforms)).toBeNull();
    expect((await store.prompts.byMessage(org, ['oncall'], 'n1'))?.num).toBe(prompt.num);
  });

  test('a report that a copy did not arrive leaves the prompt open for the other chats', async () => {
    const store = await freshStore(engine);
    const { prompt, posts } = await twoChats(store);
    await store.posts.posted(first(posts), shown('c1'));
    const report = { messageId: 'c1', state: 'failed', problem: 'blocked' } as const;
    await store.deliveryReports.apply(org, [{ ...report, channelId: 'oncall' }], after(1), () => null);
    expect(await store.prompts.get(org, prompt.num)).toMatchObject({ state: 'pending', deliveryState: null });
    const own = { ...report, channelId: 'ops', messageId: `m${prompt.num}` };
    await store.deliveryReports.apply(org, [own], after(2), () => null);
    expect(await store.prompts.get(org, prompt.num)).toMatchObject({ state: 'expired', closedReason: 'undeliverable' });
  });

  test('makes a step once when two instances make it at the same time, with its posts and events', async () => {
    const stores = await twoStores(engine);
    const prompts = await Promise.all(
      Array.from({ length: 20 }, () => pendingPrompt(stores[0], { stepDueAt: after(5) })),
    );
    expect(await stores[0].posts.dueSteps(after(4), 50)).toEqual([]);
    expect(await stores[0].posts.nextStep(now)).toEqual(after(5));
    const made = await Promise.all(
      stores.map(async ({ posts }) => {
        const due = await posts.dueSteps(after(5), 50);
        const steps = due.map((prompt) => ({
          prompt,
          nextAt: after(9),
          event: 'prompt.escalated' as const,
          posts: [copy({ postDueAt: after(5) })],
        }));
        return await posts.advance(steps, after(5));
      }),
    );
    const nums = made.flat().map(({ prompt }) => prompt.num);
    expect(nums.toSorted((a, b) => a - b)).toEqual(prompts.map(({ num }) => num).toSorted((a, b) => a - b));
    expect(await stores[0].posts.of(org, nums)).toHaveLength(20);
    expect(await stores[0].prompts.get(org, 1)).toMatchObject({ stepsDone: 1, stepDueAt: after(9) });
    expect(await stores[1].posts.nextStep(after(5))).toEqual(after(9));
    const events = await stores[0].streamEvents.page(org, 0, 1000, 1000);
    expect(events.filter(({ type }) => type === 'prompt.escalated')).toHaveLength(20);
  });

  test('makes no step of a prompt that was closed or whose time is over', async () => {
    const { posts, prompts } = await freshStore(engine);
    const pending = (change: Partial<NewPrompt>) => pendingPrompt({ prompts }, { stepDueAt: after(5), ...change });
    const answered = await pending({});
    const cancelled = await pending({});
    const overdue = await pending({ expiresAt: after(6) });
    const due = await posts.dueSteps(after(5), 50);
    expect(due.map(({ num }) => num).toSorted((a, b) => a - b)).toEqual([answered.num, cancelled.num, overdue.num]);
    await prompts.answer(newAnswer(answered));
    await prompts.cancel(org, cancelled.num, after(1), null);
    const steps = due.map((prompt) => ({ prompt, nextAt: null, event: 'prompt.reminded' as const, posts: [copy()] }));
    expect(await posts.advance(steps, after(6))).toEqual([]);
    expect(await posts.of(org, [1, 2, 3])).toEqual([]);
    expect(await posts.dueSteps(after(6), 50)).toEqual([]);
    await prompts.expireDue(after(6), 50, () => null);
    for (const { num } of [answered, cancelled, overdue]) expect((await prompts.get(org, num))?.stepDueAt).toBeNull();
    expect(await posts.nextStep(now)).toBeNull();
  });
});
