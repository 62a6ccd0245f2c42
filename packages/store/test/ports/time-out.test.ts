import type { NewDelivery, NewPost, NewPrompt, PromptRow, PromptTerms, VoteRow } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import {
  after,
  claim,
  freshStore,
  newAnswer,
  newDelivery,
  newPrompt,
  now,
  org,
  outcomeOf,
  pendingPrompt,
  twoStores,
} from './fixture.js';
import { copy as copyOf } from './post-fixture.js';

const terms: PromptTerms = {
  action: null,
  decisions: ['approve', 'reject'],
  labels: null,
  askReason: 'never',
  reasonWaitSec: 120,
  approvers: null,
  requestedBy: null,
  policy: null,
  channelIds: ['ops'],
};

const vote = (num: number, voter: string): VoteRow => ({
  organizationId: org,
  promptNum: num,
  voter,
  personId: null,
  operatorId: null,
  platform: 'pigeon',
  userId: voter,
  name: voter,
  choice: 'approve',
  reason: null,
  reasonUntil: null,
  at: after(1),
  channelId: 'ops',
});

const delivered = ({ num, state }: PromptRow, votes: readonly VoteRow[]): NewDelivery =>
  newDelivery({ promptNum: num, eventType: `prompt.${state}`, body: JSON.stringify(votes.map(({ voter }) => voter)) });

onEveryEngine((engine) => {
  test('the policy answers a prompt whose time is over, and its delivery has the votes', async () => {
    const { prompts, votes, deliveries, streamEvents, ...rest } = await freshStore(engine);
    const store = { prompts, votes, deliveries, streamEvents, ...rest };
    const decision = await pendingPrompt(store, {
      terms,
      timeoutAnswer: 'reject',
      stepDueAt: after(99),
      expiresAt: after(5),
    });
    const option = await pendingPrompt(store, {
      terms: { ...terms, decisions: null },
      timeoutAnswer: 'No',
      expiresAt: after(5),
    });
    const plain = await pendingPrompt(store, { expiresAt: after(5) });
    for (const voter of ['ada', 'grace'])
      await votes.cast({ ...vote(decision.num, voter), event: null, sameAs: [] }, async () => ({
        votes: [],
        answer: null,
        notes: [],
      }));

    expect(await prompts.expireDue(after(6), 10, delivered)).toHaveLength(3);
    const common = {
      answeredAt: after(6),
      decidedBy: 'policy',
      closedReason: null,
      stepDueAt: null,
      closeDueAt: after(6),
    };
    expect(await prompts.get(org, decision.num)).toMatchObject({
      ...common,
      state: 'answered',
      answerType: 'decision',
      answer: 'reject',
      answeredById: null,
      answerDetail: { reason: null, args: null, text: null, personId: null, platform: null },
    });
    expect(await prompts.get(org, option.num)).toMatchObject({ ...common, answerType: 'option', answer: 'No' });
    expect(await prompts.get(org, plain.num)).toMatchObject({
      state: 'expired',
      closedReason: 'ttl',
      answer: null,
      answerType: null,
      answerDetail: null,
      answeredAt: null,
      decidedBy: null,
    });
    const owed = await claim({ deliveries } as typeof store, { now: after(7) });
    const rows = owed.map(({ promptNum, eventType, body }) => [promptNum, eventType, body] as const);
    expect(rows.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [decision.num, 'prompt.answered', '["ada","grace"]'],
      [option.num, 'prompt.answered', '[]'],
      [plain.num, 'prompt.expired', '[]'],
    ]);
    const events = await streamEvents.page(org, 0, 1000, 1000);
    expect(
      events
        .flatMap(({ type, resourceId }) => (/answered|expired/.test(type) ? [`${resourceId} ${type}`] : []))
        .toSorted(),
    ).toEqual([`${decision.num} prompt.answered`, `${option.num} prompt.answered`, `${plain.num} prompt.expired`]);
  });

  test('the policy approves at the end of the time only what a chat could show whole', async () => {
    const store = await freshStore(engine);
    const { prompts, posts } = store;
    const action = { name: 'deploy', args: null, summary: null, risk: null };
    const options = { ...terms, action, decisions: null, approvingOptions: ['Go'] };
    const asked = async (timeoutAnswer: string, change: Partial<NewPrompt>, copy?: Partial<NewPost>) => {
      const opened = await prompts.open(
        newPrompt({ terms: { ...terms, action }, timeoutAnswer, expiresAt: after(5), uninspectable: true, ...change }),
        null,
        copy ? [copyOf(copy)] : [],
      );
      const posted = (id: string) => ({ messageId: id, messageIds: [id], ref: null });
      await prompts.posted(org, opened.num, posted(`m${opened.num}`));
      const [post] = await posts.of(org, [opened.num]);
      if (post && copy?.failed === undefined) await posts.posted(post, posted(`copy-${opened.num}`));
      return opened.num;
    };
    const unseen = [
      await asked('approve', {}),
      await asked('Go', { terms: options }),
      await asked('approve', {}, { uninspectable: true }),
      await asked('approve', {}, { failed: 'The platform refused it.' }),
    ];
    const decided = [
      await asked('approve', { uninspectable: false }),
      await asked('approve', {}, { uninspectable: false }),
      await asked('reject', {}),
      await asked('Wait', { terms: options }),
    ];
    const shownLater = await asked('approve', {});
    await posts.shownWhole({ organizationId: org, num: shownLater }, null, true);
    const [late] = await posts.of(org, [unseen[2] ?? 0]);
    await posts.shownWhole({ organizationId: org, num: unseen[2] ?? 0 }, late?.seq ?? 0, false);

    const ended = await prompts.expireDue(after(6), 20, delivered);
    const numsOf = (state: string) =>
      ended
        .filter((prompt) => prompt.state === state)
        .map(({ num }) => num)
        .toSorted((a, b) => a - b);
    expect(numsOf('expired')).toEqual(unseen);
    expect(numsOf('answered')).toEqual([...decided, shownLater]);
    expect(await prompts.get(org, unseen[0] ?? 0)).toMatchObject({ answer: null, answerType: null, decidedBy: null });
  });

  test('a prompt that waits for the decision of its policy is listed as pending and takes no answer', async () => {
    const { prompts, votes, serviceStatus, ...rest } = await freshStore(engine);
    const store = { prompts, votes, serviceStatus, ...rest };
    const prompt = await pendingPrompt(store, { terms, timeoutAnswer: 'reject', expiresAt: after(5) });
    const page = { limit: 10, before: null };
    const listed = async (state: 'pending' | 'answered' | 'expired') =>
      (await prompts.list(org, { state, now: after(6) }, page)).map(({ num }) => num);
    expect([await listed('pending'), await listed('expired')]).toEqual([[prompt.num], []]);
    expect(await prompts.closedAmong(org, [prompt.num], after(6))).toEqual([]);
    expect((await serviceStatus.counts(org, { now: after(6), answeredSince: now })).pendingPrompts).toBe(1);
    expect(await outcomeOf(prompts.answer(newAnswer(prompt, { at: after(5) })))).toBe('closed');
    expect(await outcomeOf(prompts.cancel(org, prompt.num, after(5), null))).toBe('closed');
    const late = { ...vote(prompt.num, 'ada'), at: after(5), event: null, sameAs: [] };
    expect((await votes.cast(late, async () => ({ votes: [], answer: null, notes: [] }))).outcome).toBe('closed');

    await prompts.expireDue(after(6), 10, delivered);
    expect([await listed('pending'), await listed('answered')]).toEqual([[], [prompt.num]]);
    expect(await prompts.closedAmong(org, [prompt.num], after(6))).toHaveLength(1);
  });

  test('one outcome counts when people answer while the policies decide on two instances', async () => {
    const stores = await twoStores(engine);
    const prompts = await Promise.all(
      Array.from({ length: 60 }, () =>
        pendingPrompt(stores[0], { terms, timeoutAnswer: 'reject', expiresAt: after(10) }),
      ),
    );
    const answering: Promise<string>[] = [];
    const ending: Promise<PromptRow[]>[] = [];
    for (const [index, prompt] of prompts.entries()) {
      const [one, other] = index % 2 ? stores : ([stores[1], stores[0]] as const);
      if (index % 6 === 0) ending.push(one.prompts.expireDue(after(10), 7, delivered));
      answering.push(outcomeOf(other.prompts.answer(newAnswer(prompt, { at: after(9) }))));
    }
    const wins = (await Promise.all(answering)).filter((outcome) => outcome === 'answered').length;
    const decided = [
      ...(await Promise.all(ending)).flat(),
      ...(await stores[0].prompts.expireDue(after(10), 99, delivered)),
    ];
    expect(wins + decided.length).toBe(60);
    const rows = await Promise.all(prompts.map(({ num }) => stores[1].prompts.get(org, num)));
    expect(rows.filter((row) => row?.decidedBy === 'policy')).toHaveLength(decided.length);
    expect(await claim(stores[0], { now: after(60), limit: 1000, perDestination: 1000 })).toHaveLength(60);
  });
});
