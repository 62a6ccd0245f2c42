import type { NewVote, PromptRow, PromptTerms, Store, Tally, VoteRow } from '@gateway/core';
import net, { type AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { StorageUnavailable } from '../../src/index.js';
import { onEveryEngine, onPostgres } from '../engines.js';
import {
  after,
  claim,
  freshStore,
  newAnswer,
  newDelivery,
  org,
  outcomeOf,
  pendingPrompt,
  storeOn,
  twoStores,
} from './fixture.js';
import { copy } from './post-fixture.js';

const APPROVALS = 10;
const terms: PromptTerms = {
  action: null,
  decisions: ['approve', 'reject'],
  labels: null,
  askReason: 'always',
  reasonWaitSec: 120,
  approvers: null,
  requestedBy: null,
  policy: null,
  channelIds: ['ops'],
};

const newVote = (num: number, voter: string, change: Partial<NewVote> = {}): NewVote => ({
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
  event: { account: 'bot-1', eventId: `${num}-${voter}` },
  sameAs: [],
  ...change,
});

/** The answer when there are enough votes; its callback has them. */
const tally =
  (approvals: number) =>
  async (prompt: PromptRow, votes: readonly VoteRow[]): Promise<Tally> => ({
    votes,
    notes: [],
    answer:
      votes.length < approvals
        ? null
        : newAnswer(prompt, {
            event: null,
            at: after(1),
            delivery: newDelivery({ promptNum: prompt.num, body: JSON.stringify(votes.map(({ voter }) => voter)) }),
          }),
  });

/** A prompt whose answer waits two minutes for the words of Ada. */
async function waitingForWords(store: Store): Promise<PromptRow> {
  const prompt = await pendingPrompt(store, { terms });
  const detail = { reason: null, args: null, text: null, personId: null, platform: 'pigeon' };
  await store.prompts.answer(
    newAnswer(prompt, {
      type: 'decision',
      value: 'reject',
      detail,
      reasonUntil: after(120),
      delivery: newDelivery({ promptNum: prompt.num, body: '{"reason":null}', runAt: after(120) }),
    }),
  );
  return prompt;
}

const words = ({ num }: PromptRow, eventId: string) => ({
  organizationId: org,
  num,
  by: { voter: 'ada', platform: null, userId: null, operatorId: null, sameAs: [] },
  isDecider: true,
  words: 'too risky',
  at: after(119),
  event: { account: 'bot-1', eventId },
});
const withWords = () => '{"reason":"too risky"}';

onEveryEngine((engine) => {
  for (const { count, tags } of [
    { count: 100, tags: [] },
    { count: 1000, tags: ['slow'] },
  ])
    test(
      `${count} people vote at the same time, and the prompt has one answer and ${APPROVALS} votes`,
      { tags },
      async () => {
        const stores = await twoStores(engine);
        const [store] = stores;
        const { num } = await pendingPrompt(store, { terms });
        const cast = await Promise.all(
          Array.from({ length: count }, (_, index) =>
            stores[index % 2 === 0 ? 0 : 1].votes.cast(newVote(num, `user-${index}`), tally(APPROVALS)),
          ),
        );
        const times = (outcome: string) => cast.filter((vote) => vote.outcome === outcome).length;
        expect([times('voted'), times('answered'), times('closed')]).toEqual([APPROVALS - 1, 1, count - APPROVALS]);
        const votes = await store.votes.of(org, [num]);
        expect(votes).toHaveLength(APPROVALS);
        const [delivery, ...more] = await claim(store, { now: after(2), until: after(9) });
        expect(more).toEqual([]);
        expect(JSON.parse(delivery?.body ?? '[]').toSorted()).toEqual(votes.map(({ voter }) => voter).toSorted());
      },
    );

  test('a deciding vote and the end of the time of a prompt give it one outcome and one delivery', async () => {
    const stores = await twoStores(engine);
    const prompts = await Promise.all(
      Array.from({ length: 40 }, () =>
        pendingPrompt(stores[0], { terms, timeoutAnswer: 'reject', expiresAt: after(5) }),
      ),
    );
    const expiry = stores[1].prompts.expireDue(after(5), 100, ({ num }) => newDelivery({ promptNum: num }));
    const cast = await Promise.all(
      prompts.map(({ num }) => stores[0].votes.cast(newVote(num, 'ada', { at: after(4) }), tally(1))),
    );
    await expiry;
    await stores[1].prompts.expireDue(after(5), 100, ({ num }) => newDelivery({ promptNum: num }));
    for (const [index, { num }] of prompts.entries()) {
      const isAnswered = cast[index]?.outcome === 'answered';
      const prompt = await stores[0].prompts.get(org, num);
      expect(prompt?.state).toBe('answered');
      expect(prompt?.answeredById === null).toBe(!isAnswered);
      expect(await stores[0].votes.of(org, [num])).toHaveLength(isAnswered ? 1 : 0);
    }
    const sent = await claim(stores[0], { now: after(9), until: after(19), limit: 100, perDestination: 100 });
    expect(sent).toHaveLength(prompts.length);
    expect(new Set(sent.map(({ promptNum }) => promptNum))).toEqual(new Set(prompts.map(({ num }) => num)));
  });

  test('words are in the callback that waits for them, and are too late once it is being sent', async () => {
    const store = await freshStore(engine);
    const inTime = await waitingForWords(store);
    expect(await store.votes.giveReason(words(inTime, 'e1'), withWords)).toMatchObject({ outcome: 'recorded' });
    const [first] = await claim(store, { now: after(119), until: after(129) });
    expect(first).toMatchObject({ promptNum: inTime.num, body: '{"reason":"too risky"}' });

    const late = await waitingForWords(store);
    const [second] = await claim(store, { now: after(120), until: after(130) });
    expect(second).toMatchObject({ promptNum: late.num, body: '{"reason":null}' });
    expect(await store.votes.giveReason(words(late, 'e2'), withWords)).toMatchObject({ outcome: 'late' });
    expect((await store.prompts.get(org, late.num))?.answerDetail).toMatchObject({ reason: null });
    expect(await claim(store, { now: after(121), until: after(131) })).toEqual([]);
  });
});

onEveryEngine((engine) => {
  test('the note about a vote is inserted as claimed, and due again when the claim expires', async () => {
    const [store, other] = await twoStores(engine);
    const { num } = await pendingPrompt(store, { terms });
    const note = copy({ kind: 'note', text: '1 of 2', postAttempts: 1, postDueAt: after(70) });
    const cast = await store.votes.cast(newVote(num, 'ada'), async (_, votes) => ({
      votes,
      notes: [note],
      answer: null,
    }));
    expect(cast.note).toMatchObject({ promptNum: num, kind: 'note', text: '1 of 2', postAttempts: 1 });
    const claimNotes = (at: Date) => other.posts.claim(at, after(200), 10, ['owl']);
    expect(await claimNotes(after(69))).toEqual([]);
    expect(await claimNotes(after(70))).toMatchObject([{ seq: cast.note?.seq, postAttempts: 2 }]);
  });

  test('a deciding vote answers with the claims of its callback and of the update of the message', async () => {
    const store = await freshStore(engine);
    const { num } = await pendingPrompt(store, { terms });
    const claimed = { holder: 'one', until: after(30) };
    const cast = await store.votes.cast(newVote(num, 'ada'), async (prompt, votes) => {
      const delivery = { ...newDelivery({ promptNum: num }), claim: claimed };
      return { votes, notes: [], answer: newAnswer(prompt, { event: null, delivery, closeUntil: after(20) }) };
    });
    expect(cast).toMatchObject({ outcome: 'answered', delivery: { claimedBy: 'one', attempts: 1 } });
    expect(cast.prompt).toMatchObject({ state: 'answered', closeDueAt: after(20), closeAttempts: 1 });
    expect(await claim(store, { now: after(2), until: after(9) })).toEqual([]);
  });

  test('a vote that is not counted is not stored with the answer, and leaves no earlier one of its person', async () => {
    const store = await freshStore(engine);
    const { num } = await pendingPrompt(store, { terms });
    const undecided = async (_: PromptRow, votes: readonly VoteRow[]) => ({ votes, notes: [], answer: null });
    for (const voter of ['ada', 'bob', 'grace']) await store.votes.cast(newVote(num, voter), undecided);
    const again = newVote(num, 'ada', { event: null });
    await store.votes.cast(again, async (prompt, votes) => ({
      votes: votes.filter(({ voter }) => voter === 'bob'),
      notes: [],
      answer: newAnswer(prompt, { event: null }),
    }));
    expect((await store.votes.of(org, [num])).map(({ voter }) => voter)).toEqual(['bob']);
  });
});

onPostgres((engine) => {
  test('a vote whose prompt was changed after it was read is decided again under the lock', async () => {
    const [one, other] = await twoStores(engine);
    const { num } = await pendingPrompt(one, { terms });
    const seen: string[][] = [];
    const cast = await one.votes.cast(newVote(num, 'ada'), async (prompt, votes) => {
      seen.push(votes.map(({ voter }) => voter));
      if (seen.length === 1) await other.votes.cast(newVote(num, 'bob'), tally(2));
      return await tally(2)(prompt, votes);
    });
    expect(seen).toEqual([['ada'], ['ada', 'bob']]);
    expect(cast).toMatchObject({ outcome: 'answered' });
    expect(await one.votes.of(org, [num])).toHaveLength(2);
  });

  test('a vote reads the question once, however many votes there are', async () => {
    const options = await engine.empty();
    const { store: direct } = await storeOn(options);
    const { num } = await pendingPrompt(direct, { terms, text: 'x'.repeat(50_000) });
    for (let index = 0; index < 50; index += 1)
      await direct.votes.cast(newVote(num, `user-${index}`), tally(APPROVALS * 10));
    const { url, received } = await relayTo(options.url ?? '');
    const { store } = await storeOn({ ...options, url });
    const before = received();
    await store.votes.cast(newVote(num, 'ada'), tally(APPROVALS * 10));
    // The question as it was read, and as it is returned after the change.
    expect(received() - before).toBeLessThan(4 * 50_000);
  });

  /** The address of a server that passes everything on to PostgreSQL. `received`: the bytes that came back so far. */
  async function relayTo(address: string): Promise<{ readonly url: string; readonly received: () => number }> {
    const target = new URL(address);
    let bytes = 0;
    const sockets = new Set<net.Socket>();
    const relay = net.createServer((socket) => {
      const server = net.connect(Number(target.port || 5432), target.hostname);
      for (const each of [socket, server]) sockets.add(each.on('error', () => {}));
      server.on('data', (chunk: Buffer) => (bytes += chunk.length));
      socket.pipe(server).pipe(socket);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    });
    const url = new URL(target);
    url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
    return { url: url.href, received: () => bytes };
  }

  /** A store, and a prompt whose row another transaction has locked until `unlock`. */
  async function lockedPrompt() {
    const options = await engine.empty();
    const { store } = await storeOn(options);
    const { num } = await pendingPrompt(store, { terms });
    const other = new pg.Client({ connectionString: options.url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM prompt WHERE num = $1 FOR UPDATE', [num]);
    return { store, num, unlock: () => other.query('ROLLBACK') };
  }

  test('other prompts are answered while 500 votes on one prompt wait for each other', async () => {
    const { store, num, unlock } = await lockedPrompt();
    const cast = Promise.all(
      Array.from({ length: 500 }, (_, index) => store.votes.cast(newVote(num, `user-${index}`), tally(APPROVALS))),
    );
    const other = await pendingPrompt(store, { terms });
    expect(await outcomeOf(store.votes.cast(newVote(other.num, 'ada'), tally(1)))).toBe('answered');
    expect(await outcomeOf(store.prompts.answer(newAnswer(await pendingPrompt(store))))).toBe('answered');
    await unlock();
    expect((await cast).filter(({ outcome }) => outcome === 'answered')).toHaveLength(1);
    expect(await store.votes.of(org, [num])).toHaveLength(APPROVALS);
  });

  test('a vote is refused as retryable, and not stored, while 1000 votes on its prompt wait', async () => {
    const { store, num, unlock } = await lockedPrompt();
    const ada = newVote(num, 'ada');
    // The first one has its turn, the others wait. The repeated event ends at once.
    const cast = Array.from({ length: 1001 }, () => outcomeOf(store.votes.cast(ada, tally(APPROVALS))));
    const late = newVote(num, 'grace');
    await expect(store.votes.cast(late, tally(APPROVALS))).rejects.toThrow(StorageUnavailable);
    await unlock();
    expect((await Promise.all(cast)).filter((outcome) => outcome === 'voted')).toHaveLength(1);
    expect((await store.votes.of(org, [num])).map(({ voter }) => voter)).toEqual(['ada']);
    expect(await outcomeOf(store.votes.cast(late, tally(APPROVALS)))).toBe('voted');
  });
});
