import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerersOf } from '../../src/answers/answerers.js';
import { candidatesOf, listsOf, namesOf } from '../../src/answers/candidates.js';
import { refusalOfVoter } from '../../src/answers/check-voter.js';
import { countedVotes } from '../../src/answers/counted-votes.js';
import { mayAnswer } from '../../src/answers/may-answer.js';
import { mayAnswerSomewhere } from '../../src/answers/places.js';
import { operatorVoter, ownerOf, unproven, voterOfPerson, voterOfSender, type Voter } from '../../src/answers/voter.js';
import type { ChannelCache } from '../../src/channels/channel-cache.js';
import type { PeopleStore } from '../../src/ports/people/people-store.js';
import type { ChannelRow, PromptRow, VoteRow } from '../../src/ports/rows.js';
import { accounts, Directory, world, type World } from './directory.js';

const RUNS = { numRuns: 400 };

/** All who can answer through a door, with the channel of the door: from each account in each chat, and in the console. */
async function doorsOf({ people, channels, later }: World): Promise<{ voter: Voter; channel: ChannelRow }[]> {
  const store = new Directory(people) as unknown as PeopleStore;
  const [first] = channels;
  const pressed = [...channels, ...later].flatMap((channel) =>
    accounts
      .filter(({ platform }) => platform === channel.platform)
      .map(async ({ platform, userId }) => {
        const sender = { id: userId, username: null, name: null };
        return { voter: await voterOfSender(store, { organizationId: 'org', platform, sender }), channel };
      }),
  );
  const signedIn = ['operator-of-p1', 'operator-of-p2', 'operator-of-p3'].map(async (id) => ({
    voter: await operatorVoter({ people: store }, 'org', { id, name: null }),
    channel: first as ChannelRow,
  }));
  return await Promise.all([...pressed, ...signedIn]);
}

const placesOf = ({ channels, later }: World) => ({ first: channels, later });
const shownOf = (prompt: PromptRow) => ({ prompt, votes: [], posts: [], notes: [] });

/** The channels by which an answer through this door is judged. */
const judgedBy = ({ channels }: World, channel: ChannelRow) => [...new Set([...channels, channel])];

async function candidatesIn(all: World): Promise<Voter[] | null> {
  const lists = listsOf(all.prompt, all.channels, all.later);
  const names = namesOf(lists);
  return names && candidatesOf(lists, await new Directory(all.people).named('org', names));
}

describe('who may answer', () => {
  it('is the same for a press, a text and the console as for the sentence that refuses', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (all) => {
        const rows = [...all.channels, ...all.later];
        const deps = {
          store: { people: new Directory(all.people) as unknown as PeopleStore },
          channels: { find: async (_: string, id: string) => rows.find(({ channelId }) => channelId === id) ?? null },
        } as { store: { people: PeopleStore }; channels: ChannelCache };
        for (const { voter, channel } of await doorsOf(all)) {
          const why = mayAnswer(all.prompt, judgedBy(all, channel), voter);
          expect(await refusalOfVoter(deps, all.prompt, channel.channelId, voter)).toEqual(
            why === null ? null : expect.any(String),
          );
        }
      }),
      RUNS,
    );
  });

  it('lists every person as a candidate whom a door lets answer', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (all) => {
        const candidates = await candidatesIn(all);
        for (const { voter, channel } of await doorsOf(all)) {
          if (candidates === null || mayAnswer(all.prompt, judgedBy(all, channel), voter) !== null) continue;
          expect(candidates.map(({ key }) => key)).toContain(voter.key);
        }
      }),
      RUNS,
    );
  });

  it('waits for a candidate exactly if a door lets them answer', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (all) => {
        const doors = await doorsOf(all);
        for (const candidate of (await candidatesIn(all)) ?? []) {
          const own = doors.filter(({ voter }) => voter.key === candidate.key);
          // Who has no account here and does not sign in has no door, and is shown as unreachable.
          if (own.length === 0) continue;
          const isLetIn = own.some(
            ({ voter, channel }) => mayAnswer(all.prompt, judgedBy(all, channel), voter) === null,
          );
          if (isLetIn) expect(mayAnswerSomewhere(shownOf(all.prompt), placesOf(all), candidate)).toBe(true);
          else
            expect(own.some(({ channel }) => mayAnswer(all.prompt, judgedBy(all, channel), candidate) === null)).toBe(
              false,
            );
        }
      }),
      RUNS,
    );
  });

  it('waits for a member of a group that only the chat of a later step names', async () => {
    const account = { platform: 'chat-a', userId: 'u1' };
    const ada = { personId: 'p1', name: 'Ada', operatorId: null, groups: ['g1'], identities: [account] };
    const channel = (channelId: string, platform: string, approvers: ChannelRow['approvers']) =>
      ({ channelId, platform, approvers }) as ChannelRow;
    const terms = { approvers: null, requestedBy: null, channelIds: ['first'] };
    const policy = { requester_may_answer: true, steps: [{ after_sec: 60, approvers: [{ user_id: 'u1' }] }] };
    const all = {
      people: [ada],
      channels: [channel('first', 'chat-b', [{ user_id: 'u9' }])],
      later: [channel('later', 'chat-a', [{ group: 'g1' }])],
      prompt: { channelId: 'first', terms: { ...terms, policy }, stepsDone: 1 } as unknown as PromptRow,
    };
    const candidates = (await candidatesIn(all)) ?? [];
    const waitedFor = candidates.filter((voter) => mayAnswerSomewhere(shownOf(all.prompt), placesOf(all), voter));
    expect(waitedFor.map(({ key }) => key)).toContain('person:p1');
  });

  it('counts, when a prompt is asked, exactly those whom a press lets answer after all steps', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (all) => {
        const { terms } = all.prompt;
        if (!terms) return;
        const directory = new Directory(all.people);
        const [answerers] = await answerersOf({ people: directory as unknown as PeopleStore }, 'org', [
          { terms, channels: all.channels },
        ]);
        const prompt = { ...all.prompt, stepsDone: terms.policy?.steps.length ?? 0 };
        const lists = listsOf(prompt, all.channels);
        const names = namesOf(lists);
        const able = names
          ? candidatesOf(lists, await directory.named('org', names)).filter(
              (voter) => mayAnswer(prompt, all.channels, voter) === null,
            ).length
          : null;
        expect(answerers?.able).toBe(able);
        for (const { voter } of await doorsOf({ ...all, later: [] }))
          if (able === 0) expect(mayAnswer(prompt, all.channels, voter)).not.toBeNull();
      }),
      RUNS,
    );
  });

  it('counts the vote of an account exactly if a press of it would be let in now', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (all) => {
        const now = { people: all.people, operators: [], channels: [...all.channels, ...all.later] };
        for (const { voter, channel } of await doorsOf(all)) {
          if (voter.platform === null) continue;
          const vote = {
            ...ownerOf(voter),
            choice: 'Yes',
            name: voter.name,
            channelId: channel.channelId,
          } as unknown as VoteRow;
          const isCounted = countedVotes(all.prompt, [vote], now).length === 1;
          expect(isCounted).toBe(mayAnswer(all.prompt, judgedBy(all, channel), voter) === null);
        }
      }),
      RUNS,
    );
  });

  it('refuses each person whose chat does not prove who they are', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (all) => {
        for (const { voter, channel } of await doorsOf(all))
          expect(mayAnswer(all.prompt, judgedBy(all, channel), unproven(voter))).toBe('not_proven');
      }),
      RUNS,
    );
  });

  it('never lets the requester answer where the policy excludes them, through any account or the console', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (all) => {
        const { terms } = all.prompt;
        if (terms?.policy?.requester_may_answer !== false || !terms.requestedBy) return;
        const { personId } = terms.requestedBy;
        const requester = all.people.find((person) => person.personId === personId);
        for (const { voter, channel } of await doorsOf(all))
          if (voter.personId !== null && voter.personId === requester?.personId)
            expect(mayAnswer(all.prompt, judgedBy(all, channel), voter)).not.toBeNull();
        if (requester) expect(mayAnswer(all.prompt, all.channels, voterOfPerson(requester))).not.toBeNull();
      }),
      RUNS,
    );
  });
});
