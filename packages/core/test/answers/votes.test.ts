import { describe, expect, it } from 'vitest';
import { voteRow } from '../../src/answers/cast-vote.js';
import { countedVotes } from '../../src/answers/counted-votes.js';
import { accountAs, isDecider, isVoteOf, operatorAs } from '../../src/answers/voter.js';
import type { GivenAnswer } from '../../src/answers/given-answer.js';
import type { KnownPerson } from '../../src/ports/people/people-store.js';
import type { VotersNow } from '../../src/ports/questions/vote-store.js';
import type { AnswerDetail, VoteRow } from '../../src/index.js';
import { isDecided, progress } from '../../src/questions/tally.js';
import { voteRecords } from '../../src/questions/vote-records.js';
import { after, at, channelOf, policyOf, promptOf, termsOf, voteOf } from '../rows.js';

const deciding = termsOf({ decisions: ['approve', 'reject'], policy: policyOf({ approvals: 2, rejections: 1 }) });
const choosing = termsOf({ policy: policyOf({ approvals: 3, rejections: 1 }) });

describe('the number of votes that answers a prompt', () => {
  it.each([
    ['is one without a policy', termsOf(), ['Red'], 'Red', true],
    ['is not reached by one of two approvals', deciding, ['approve'], 'approve', false],
    ['is reached by two approvals', deciding, ['approve', 'approve'], 'approve', true],
    ['is reached by more approvals than it takes', deciding, ['approve', 'approve', 'approve'], 'approve', true],
    ['is reached by one rejection where one suffices', deciding, ['approve', 'reject'], 'reject', true],
    ['is not reached by a rejection and an approval together', deciding, ['approve', 'reject'], 'approve', false],
    ['is not reached without votes', deciding, [], 'approve', false],
    ['is that of approvals for an option', choosing, ['Red', 'Red'], 'Red', false],
    ['is reached by equal options', choosing, ['Red', 'Red', 'Red'], 'Red', true],
    ['is not reached by different options', choosing, ['Red', 'Blue', 'Green'], 'Red', false],
    ['is that of approvals for an option with the name of a decision', choosing, ['reject'], 'reject', false],
    [
      'is that of rejections where these are more',
      termsOf({ decisions: ['approve', 'reject'], policy: policyOf({ rejections: 2 }) }),
      ['reject'],
      'reject',
      false,
    ],
    ['counts options with another case as others', choosing, ['Red', 'red', 'RED'], 'Red', false],
  ] as const)('%s', (_, terms, choices, choice, decided) => {
    const votes = choices.map((each, index) => voteOf(`P${index}`, each));
    expect(isDecided(terms, votes, choice)).toBe(decided);
  });
});

describe('the progress of a vote in the chat', () => {
  it.each([
    ['names who has approved', deciding, [voteOf('Ada', 'approve')], 'approve', '1 of 2: Ada'],
    [
      'names all in the order of their votes',
      deciding,
      [voteOf('Bob', 'approve'), voteOf('Ada', 'approve')],
      'approve',
      '2 of 2: Bob, Ada',
    ],
    [
      'leaves out votes for another choice',
      deciding,
      [voteOf('Bob', 'reject'), voteOf('Ada', 'approve')],
      'approve',
      '1 of 2: Ada',
    ],
    [
      'begins with the label of a rejection',
      termsOf({ decisions: ['approve', 'reject'], policy: policyOf({ rejections: 2 }) }),
      [voteOf('Bob', 'reject')],
      'reject',
      'Reject 1 of 2: Bob',
    ],
    [
      'has the label that the agent gave',
      { ...deciding, labels: { reject: 'Stop it' } },
      [voteOf('Bob', 'reject')],
      'reject',
      'Stop it 1 of 1: Bob',
    ],
    ['begins with the option', choosing, [voteOf('Ada', 'Red')], 'Red', 'Red 1 of 3: Ada'],
    [
      'begins with an option that is called as a decision',
      choosing,
      [voteOf('Ada', 'approve')],
      'approve',
      'approve 1 of 3: Ada',
    ],
  ] as const)('%s', (_, terms, votes, choice, text) => {
    expect(progress(terms, votes, choice)).toBe(text);
  });
});

const ada: KnownPerson = {
  personId: 'ada',
  name: 'Ada',
  operatorId: 'op-ada',
  groups: ['managers'],
  identities: [
    { platform: 'chat-a', userId: 'ada' },
    { platform: 'chat-b', userId: 'ada@b' },
  ],
};
const bob: KnownPerson = {
  ...ada,
  personId: 'bob',
  name: 'Bob',
  operatorId: null,
  identities: [{ platform: 'chat-a', userId: 'bob' }],
};
const fromConsole = (id: string): Partial<VoteRow> => ({
  voter: `operator:${id}`,
  operatorId: id,
  platform: null,
  userId: null,
});

describe('the votes that count at the deciding one', () => {
  const open = promptOf({}, { decisions: ['approve', 'reject'] });
  const listed = promptOf({}, { decisions: ['approve', 'reject'], approvers: [{ group: 'managers' }] });
  const now = (fields: Partial<VotersNow> = {}): VotersNow => ({
    people: [ada, bob],
    operators: [],
    channels: [channelOf('releases')],
    ...fields,
  });
  const namesOfCounted = (prompt: typeof open, votes: VoteRow[], voters: VotersNow) =>
    countedVotes(prompt, votes, voters).map(({ name }) => name);
  const both = [voteOf('Ada', 'approve'), voteOf('Bob', 'approve')];

  it('are those of all who are still approvers', () => {
    expect(namesOfCounted(listed, both, now())).toEqual(['Ada', 'Bob']);
  });

  it('have no vote of somebody who has left the group', () => {
    expect(namesOfCounted(listed, both, now({ people: [{ ...ada, groups: [] }, bob] }))).toEqual(['Bob']);
  });

  it('have no vote of somebody who has lost the account', () => {
    expect(namesOfCounted(listed, both, now({ people: [{ ...ada, identities: [] }, bob] }))).toEqual(['Bob']);
  });

  it('have no vote of somebody who is no person any more', () => {
    expect(namesOfCounted(listed, both, now({ people: [bob] }))).toEqual(['Bob']);
  });

  it('have the votes of unknown accounts where anybody may answer', () => {
    expect(namesOfCounted(open, [voteOf('Eve', 'approve'), voteOf('Mallory', 'approve')], now())).toEqual([
      'Eve',
      'Mallory',
    ]);
  });

  it('have one vote, the later one, of accounts that were joined to one person', () => {
    const second = voteOf('Ada', 'reject', {
      platform: 'chat-b',
      userId: 'ada@b',
      voter: 'user:chat-b:ada@b',
      at: after(5),
    });
    const counted = countedVotes(open, [voteOf('Ada', 'approve'), second], now());
    expect(counted.map(({ choice }) => choice)).toEqual(['reject']);
  });

  it('have one vote of a person who pressed in a chat and in the console', () => {
    const votes = [voteOf('Ada', 'approve'), voteOf('Ada', 'approve', fromConsole('op-ada'))];
    expect(countedVotes(open, votes, now({ operators: [{ id: 'op-ada', role: 'operator' }] }))).toEqual([votes[1]]);
  });

  it('recognise a voter by an alias of the account', () => {
    const vote = voteOf('Ada', 'approve', { userId: 'u-77', aliases: ['ada'] });
    expect(namesOfCounted(listed, [vote], now())).toEqual(['Ada']);
  });

  it.each([
    ['count that of an owner', [{ id: 'op-ada', role: 'owner' }], 1],
    ['count that of an operator', [{ id: 'op-ada', role: 'operator' }], 1],
    ['leave out that of an operator who may only read now', [{ id: 'op-ada', role: 'viewer' }], 0],
    ['leave out that of an operator who was deleted', [], 0],
    ['leave out that of an operator of whom only another one is left', [{ id: 'op-bob', role: 'owner' }], 0],
  ] as const)('%s', (_, operators, count) => {
    expect(countedVotes(listed, [voteOf('Ada', 'approve', fromConsole('op-ada'))], now({ operators }))).toHaveLength(
      count,
    );
  });

  it('judge a vote in a later chat by the list of this chat', () => {
    const later = channelOf('on-call', { approvers: [{ person: 'bob' }] });
    const votes = both.map((vote) => ({ ...vote, channelId: 'on-call' }));
    expect(namesOfCounted(open, votes, now({ channels: [channelOf('releases'), later] }))).toEqual(['Bob']);
  });

  it('have no vote of the requester whose account was joined to them after the vote', () => {
    const requestedBy = { personId: 'ada', platform: null, userId: null, name: 'Ada', verified: true };
    const terms = { policy: policyOf({ requester_may_answer: false }), requestedBy };
    expect(namesOfCounted(promptOf({}, terms), both, now())).toEqual(['Bob']);
  });
});

const adaInChat = accountAs({ platform: 'chat-a', userId: 'ada', aliases: [], name: 'Ada' }, ada);
const adaInConsole = operatorAs({ id: 'op-ada', name: 'Ada' }, ada);
const eve = accountAs({ platform: 'chat-a', userId: 'eve', aliases: [], name: 'Eve' }, null);

describe('a vote of a person', () => {
  it.each([
    ['is theirs under the key of the person', { voter: 'person:ada' }, adaInChat, true],
    ['is theirs under the account from before they were a person', { voter: 'user:chat-a:ada' }, adaInChat, true],
    ['is theirs in the console when they voted in a chat', { voter: 'user:chat-b:ada@b' }, adaInConsole, true],
    ['is theirs in a chat when they voted in the console', fromConsole('op-ada'), adaInChat, true],
    ['is not that of another account', { voter: 'user:chat-a:eve', userId: 'eve' }, adaInChat, false],
    [
      'is not that of the same user id on another platform',
      { voter: 'user:chat-b:eve', platform: 'chat-b', userId: 'eve' },
      eve,
      false,
    ],
    ['is not that of another operator', fromConsole('op-bob'), adaInConsole, false],
    ['is not that of an operator with the id of an account', fromConsole('eve'), eve, false],
  ] as const)('%s', (_, fields, voter, owns) => {
    expect(isVoteOf(voteOf('Name', 'approve', fields), voter)).toBe(owns);
  });
});

describe('the person who decided', () => {
  const detail = (fields: Partial<AnswerDetail>): AnswerDetail => ({
    reason: null,
    args: null,
    text: null,
    personId: null,
    platform: null,
    ...fields,
  });
  it.each([
    [
      'is recognised with another account of the same person',
      { answeredById: 'ada@b', answerDetail: detail({ personId: 'ada', platform: 'chat-b' }) },
      adaInChat,
      true,
    ],
    [
      'is recognised by the account alone',
      { answeredById: 'eve', answerDetail: detail({ platform: 'chat-a' }) },
      eve,
      true,
    ],
    ['is recognised as an operator', { answeredById: 'operator:op-ada', answerDetail: detail({}) }, adaInConsole, true],
    [
      'is not the same user id on another platform',
      { answeredById: 'eve', answerDetail: detail({ platform: 'chat-b' }) },
      eve,
      false,
    ],
    [
      'is no account with the id of the operator who decided',
      { answeredById: 'operator:eve', answerDetail: detail({}) },
      eve,
      false,
    ],
    ['is unknown as long as the prompt is open', { answeredById: null, answerDetail: null }, adaInChat, false],
  ] as const)('%s', (_, answer, voter, decided) => {
    expect(isDecider(promptOf(answer), voter)).toBe(decided);
  });
});

describe('a vote as agents read it', () => {
  const given = { value: 'approve', detail: { reason: 'It is tested.' } } as GivenAnswer & { detail: AnswerDetail };
  const stored = voteRow(promptOf(), { voter: adaInChat, given, at, channelId: 'releases' });

  it('has the person, the account, the reason and the time', () => {
    expect(voteRecords(deciding, [stored])).toEqual([
      {
        by: { person_id: 'ada', operator_id: null, platform: 'chat-a', user_id: 'ada', name: 'Ada' },
        decision: 'approve',
        reason: 'It is tested.',
        at: '2026-01-05T09:00:00.000Z',
        channel_id: 'releases',
      },
    ]);
  });

  it('has an option in place of a decision where options were asked for', () => {
    const [record] = voteRecords(choosing, [voteOf('Ada', 'Red')]);
    expect([record?.option, record && 'decision' in record]).toEqual(['Red', false]);
  });

  it('has the time of a standing approval that was given with it', () => {
    expect(voteRecords(deciding, [voteOf('Ada', 'approve', { grantSec: 3600 })])[0]?.grant_sec).toBe(3600);
    expect(voteRecords(deciding, [voteOf('Ada', 'approve', { grantSec: null })])[0]).not.toHaveProperty('grant_sec');
  });

  it('has no platform and user when it was given in the console', () => {
    const vote = voteRow(promptOf(), { voter: adaInConsole, given, at, channelId: 'releases' });
    expect(voteRecords(deciding, [vote])[0]?.by).toEqual({
      person_id: 'ada',
      operator_id: 'op-ada',
      platform: null,
      user_id: null,
      name: 'Ada',
    });
  });
});
