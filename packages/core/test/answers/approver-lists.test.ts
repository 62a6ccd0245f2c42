import { describe, expect, it } from 'vitest';
import { mayAnswer } from '../../src/answers/may-answer.js';
import { operatorAs, unproven, type Voter } from '../../src/answers/voter.js';
import type { ChannelRow, PromptTerms, RequestedBy } from '../../src/index.js';
import { channelOf, policyOf, promptOf } from '../rows.js';
import {
  account,
  adaInChat,
  adaInConsole,
  adaInOtherChat,
  bob,
  bobInChat,
  group,
  person,
  unknown,
  user,
} from './persons.js';

const here = channelOf('releases');
const why = (
  terms: Partial<PromptTerms> | null,
  voter: Voter,
  channels: readonly ChannelRow[] = [here],
  stepsDone = 0,
) => mayAnswer(promptOf({ stepsDone }, terms), channels, voter);

describe('the approvers of a prompt', () => {
  it.each([
    ['lets anybody answer a prompt without terms', null, unknown],
    ['lets anybody answer a prompt without a list', {}, unknown],
    ['lets a named person answer from their account', { approvers: [person('ada')] }, adaInChat],
    ['lets a named person answer from an account on another platform', { approvers: [person('ada')] }, adaInOtherChat],
    ['lets a named person answer in the console', { approvers: [person('ada')] }, adaInConsole],
    ['lets a member of a named group answer', { approvers: [group('managers')] }, adaInChat],
    ['lets a member of a named group answer in the console', { approvers: [group('managers')] }, adaInConsole],
    ['lets a named user answer who is no person', { approvers: [user('1999')] }, unknown],
    ['lets a named user answer who is a person', { approvers: [user('1001')] }, adaInChat],
    ['lets a person answer in the console whose account is named', { approvers: [user('1001')] }, adaInConsole],
    ['lets the second one of a list answer', { approvers: [person('bob'), person('ada')] }, adaInChat],
    [
      'lets a user answer by an alias of their account',
      { approvers: [user('u-77')] },
      account('7', null, 'chat-a', ['u-77']),
    ],
  ] as const)('%s', (_, terms, voter) => {
    expect(why(terms, voter)).toBeNull();
  });

  it.each([
    ['refuses a person who is not on the list', { approvers: [person('ada')] }, bobInChat],
    ['refuses an unknown account where a person is named', { approvers: [person('ada')] }, unknown],
    ['refuses a person who is not in the named group', { approvers: [group('managers')] }, bobInChat],
    ['refuses every person where the list is empty', { approvers: [] }, adaInChat],
    ['takes the id of a user for no person', { approvers: [user('ada')] }, adaInChat],
    ['takes the id of a person for no group', { approvers: [group('ada')] }, adaInChat],
    ['takes the id of a group for no person', { approvers: [person('managers')] }, adaInChat],
    ['refuses an account whose name is the id of a person', { approvers: [person('ada')] }, account('ada')],
    ['refuses a user id in other letters', { approvers: [user('ABC')] }, account('abc')],
    ['refuses a user id with a space', { approvers: [user('1001')] }, account('1001 ')],
    ['refuses a user id of which the named one is a beginning', { approvers: [user('1001')] }, account('10012')],
    [
      'refuses an operator whom no person names',
      { approvers: [person('ada')] },
      operatorAs({ id: 'ada', name: 'Ada' }, null),
    ],
    [
      'refuses an operator whose id is that of a named user',
      { approvers: [user('1001')] },
      operatorAs({ id: '1001', name: null }, null),
    ],
  ] as const)('%s', (_, terms, voter) => {
    expect(why(terms, voter)).toBe('not_an_approver');
  });

  it('refuses a user with the named id on a platform in which the prompt was not asked', () => {
    expect(why({ approvers: [user('1001')] }, account('1001', null, 'chat-b'))).toBe('not_an_approver');
  });

  it('lets the named user answer on each platform in which the prompt was asked', () => {
    const channels = [here, channelOf('other', { platform: 'chat-b' })];
    const terms = { approvers: [user('1001')], channelIds: ['releases', 'other'] };
    for (const platform of ['chat-a', 'chat-b'])
      expect(why(terms, account('1001', null, platform), channels)).toBeNull();
  });
});

describe('several lists of approvers', () => {
  const ofManagers = channelOf('releases', { approvers: [group('managers')] });

  it.each([
    ['lets a person answer who is on the list of the channel', {}, [ofManagers], adaInChat, null],
    ['refuses a person who is not on the list of the channel', {}, [ofManagers], bobInChat, 'not_an_approver'],
    [
      'refuses a person on the list of a prompt without terms of its own',
      null,
      [ofManagers],
      bobInChat,
      'not_an_approver',
    ],
    [
      'refuses a person whom the agent names and the channel does not',
      { approvers: [person('bob')] },
      [ofManagers],
      bobInChat,
      'not_an_approver',
    ],
    [
      'refuses a person whom the channel names and the prompt does not',
      { approvers: [person('bob')] },
      [ofManagers],
      adaInChat,
      'not_an_approver',
    ],
    ['lets a person answer whom both lists name', { approvers: [person('ada')] }, [ofManagers], adaInChat, null],
    [
      'refuses a person whom the rule does not name',
      { rule: { approvers: [person('ada')] } },
      [here],
      bobInChat,
      'not_an_approver',
    ],
    [
      'refuses a person whom the rule names and the channel does not',
      { rule: { approvers: [person('bob')] } },
      [ofManagers],
      bobInChat,
      'not_an_approver',
    ],
    ['lets anybody answer where the rule has no list', { rule: { approvers: null } }, [here], unknown, null],
    [
      'lets a person answer whom the rule, the channel and the prompt name',
      { approvers: [user('1001')], rule: { approvers: [person('ada')] } },
      [ofManagers],
      adaInChat,
      null,
    ],
  ] as const)('%s', (_, terms, channels, voter, result) => {
    expect(why(terms as Partial<PromptTerms> | null, voter, channels)).toBe(result);
  });

  it('refuses a person whom only one of two channels names, in both of them', () => {
    const both = { channelIds: ['releases', 'second'] };
    const channels = [ofManagers, channelOf('second', { approvers: [person('bob')] })];
    expect([why(both, adaInChat, channels), why(both, bobInChat, channels)]).toEqual([
      'not_an_approver',
      'not_an_approver',
    ]);
  });

  it('counts a user id on the list of a channel on the platform of this channel only', () => {
    const channels = [channelOf('releases', { approvers: [user('x1')] }), channelOf('second', { platform: 'chat-b' })];
    const both = { channelIds: ['releases', 'second'] };
    expect(why(both, account('x1', null, 'chat-a'), channels)).toBeNull();
    expect(why(both, account('x1', null, 'chat-b'), channels)).toBe('not_an_approver');
  });
});

describe('the approvers of a step', () => {
  const policy = policyOf({
    steps: [
      { after_sec: 60, channels: ['on-call'], approvers: [person('bob')] },
      { after_sec: 120, channels: ['board'], approvers: [user('1999')] },
    ],
  });
  const terms = { approvers: [person('ada')], policy };

  it.each([
    ['refuses an approver of a step that is not due yet', bobInChat, 0, 'not_an_approver'],
    ['lets an approver of a step answer once it was made', bobInChat, 1, null],
    ['refuses an approver of the second step after the first one', unknown, 1, 'not_an_approver'],
    ['lets an approver of the second step answer after it', unknown, 2, null],
    ['lets an approver of the first step answer after the second one', bobInChat, 2, null],
    ['lets the first approvers answer after all steps', adaInChat, 2, null],
    ['refuses all others after all steps', account('1003'), 2, 'not_an_approver'],
  ] as const)('%s', (_, voter, stepsDone, result) => {
    expect(why(terms, voter, [here], stepsDone)).toBe(result);
  });

  it('lets an approver of a step answer although the list of the first channel has other names', () => {
    const first = channelOf('releases', { approvers: [person('ada')] });
    expect(why({ policy }, bobInChat, [first], 1)).toBeNull();
  });

  it('refuses an approver of a step in a later chat that has a list of its own without them', () => {
    const later = channelOf('on-call', { approvers: [person('ada')] });
    expect(why(terms, bobInChat, [here, later], 1)).toBe('not_an_approver');
    expect(why(terms, adaInChat, [here, later], 1)).toBeNull();
  });

  it('lets no more people answer by a step that only reminds', () => {
    const reminding = policyOf({ steps: [{ after_sec: 60, remind: true }] });
    expect(why({ approvers: [person('ada')], policy: reminding }, bobInChat, [here], 1)).toBe('not_an_approver');
  });
});

describe('a policy that excludes the requester', () => {
  const fourEyes = policyOf({ requester_may_answer: false });
  const asAda: RequestedBy = { personId: 'ada', platform: null, userId: null, name: 'Ada', verified: false };
  const asUser: RequestedBy = { personId: null, platform: 'chat-a', userId: '1999', name: null, verified: false };
  const before: RequestedBy = {
    ...asAda,
    accounts: [{ platform: 'chat-a', userId: 'old-account' }],
    operatorId: 'op-old',
  };

  it.each([
    ['refuses the requester with their account', asAda, adaInChat],
    ['refuses the requester with an account on another platform', asAda, adaInOtherChat],
    ['refuses the requester in the console', asAda, adaInConsole],
    ['refuses the requester as a user who is no person', asUser, unknown],
    ['refuses the requester with an account that they had when it was asked', before, account('old-account')],
    [
      'refuses the requester with an account of then that is of another person now',
      before,
      account('old-account', bob),
    ],
    [
      'may not answer as the operator that they were when it was asked',
      before,
      operatorAs({ id: 'op-old', name: null }, null),
    ],
    ['refuses the requester by an alias of the account', asUser, account('7', null, 'chat-a', ['1999'])],
  ] as const)('%s', (_, requestedBy, voter) => {
    expect(why({ policy: fourEyes, requestedBy }, voter)).toBe('requester');
  });

  it.each([
    ['lets another person answer', { policy: fourEyes, requestedBy: asAda }, bobInChat],
    [
      'lets the same user id on another platform answer',
      { policy: fourEyes, requestedBy: asUser },
      account('1999', null, 'chat-b'),
    ],
    ['lets the requester answer where it does not exclude them', { policy: policyOf(), requestedBy: asAda }, adaInChat],
    ['lets the requester answer without a policy', { requestedBy: asAda }, adaInChat],
    ['lets every person answer where no requester is named', { policy: fourEyes, requestedBy: null }, adaInChat],
  ] as const)('%s', (_, terms, voter) => {
    expect(why(terms, voter)).toBeNull();
  });

  it('refuses the requester as an approver of a step, too', () => {
    const policy = policyOf({
      requester_may_answer: false,
      steps: [{ after_sec: 60, channels: ['on-call'], approvers: [person('ada')] }],
    });
    expect(why({ policy, approvers: [person('bob')], requestedBy: asAda }, adaInChat, [here], 1)).toBe('requester');
  });

  it('refuses the requester as no approver where the list does not name them', () => {
    expect(why({ policy: fourEyes, approvers: [person('bob')], requestedBy: asAda }, adaInChat)).toBe(
      'not_an_approver',
    );
  });
});

describe('a sender whom the chat does not prove', () => {
  it.each([
    ['a named person', { approvers: [person('ada')] }, adaInChat],
    ['a member of a named group', { approvers: [group('managers')] }, adaInChat],
    ['an unknown account where all may answer', {}, unknown],
  ] as const)('is refused as %s', (_, terms, voter) => {
    expect(why(terms, unproven(voter))).toBe('not_proven');
  });

  it('owns no vote under any key of the person', () => {
    const { key, earlierKeys, identities } = unproven(adaInChat);
    expect([adaInChat.key, ...adaInChat.earlierKeys]).not.toContain(key);
    expect([earlierKeys, identities]).toEqual([[], []]);
  });
});
