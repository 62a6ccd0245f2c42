import type { Approver } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { candidatesOf, listsOf, namesOf } from '../../src/answers/candidates.js';
import { requireApprovers } from '../../src/answers/check-approvers.js';
import { voterOfPerson, voterOfUser } from '../../src/answers/voter.js';
import type { KnownPerson } from '../../src/ports/people/people-store.js';
import { channelOf, policyOf, promptOf } from '../rows.js';
import { ada, adaInChat, bob, group, person, unknown, user } from './persons.js';

const here = channelOf('releases');

describe('the candidates of a prompt', () => {
  const found = (people: KnownPerson[], groups: string[] = []) => ({ people, groups });

  it('are not looked up where anybody may answer', () => {
    expect(namesOf(listsOf(promptOf(), [here]))).toBeNull();
  });

  it('are looked up by every person, group and user of all lists', () => {
    const asked = promptOf({}, { approvers: [person('ada'), user('1999')] });
    const first = channelOf('releases', { approvers: [group('managers')] });
    expect(namesOf(listsOf(asked, [first]))).toEqual({
      persons: ['ada'],
      groups: ['managers'],
      identities: [{ platform: 'chat-a', userId: '1999' }],
    });
  });

  it('are looked up on each platform in which a user of the prompt can be', () => {
    const channels = [here, channelOf('second', { platform: 'chat-b' })];
    const names = namesOf(listsOf(promptOf({}, { approvers: [user('x1')] }), channels));
    expect(names?.identities.map(({ platform }) => platform)).toEqual(['chat-a', 'chat-b']);
  });

  it('have a person once whose account and name are both on the list', () => {
    const lists = listsOf(promptOf({}, { approvers: [person('ada'), user('1001')] }), [here]);
    expect(candidatesOf(lists, found([ada])).map(({ key }) => key)).toEqual(['person:ada']);
  });

  it('have a user once who is on two lists', () => {
    const first = channelOf('releases', { approvers: [user('1999')] });
    const lists = listsOf(promptOf({}, { approvers: [user('1999')] }), [first]);
    expect(candidatesOf(lists, found([])).map(({ key }) => key)).toEqual(['user:chat-a:1999']);
  });

  it('have the people whom the steps so far have added', () => {
    const policy = policyOf({ steps: [{ after_sec: 60, channels: ['x'], approvers: [user('1999')] }] });
    const keysAfter = (stepsDone: number) =>
      candidatesOf(listsOf(promptOf({ stepsDone }, { approvers: [person('ada')], policy }), [here]), found([ada])).map(
        ({ key }) => key,
      );
    expect([keysAfter(0), keysAfter(1)]).toEqual([['person:ada'], ['person:ada', 'user:chat-a:1999']]);
  });

  it('are the same voters as those who press', () => {
    expect(voterOfPerson(ada).key).toBe(adaInChat.key);
    expect(voterOfUser({ platform: 'chat-a', userId: '1999' }).key).toBe(unknown.key);
  });
});

describe('a list that an agent or operator gives', () => {
  const refused = (list: Approver[], people: KnownPerson[], groups: string[]) => () =>
    requireApprovers(list, { people, groups }, 'approvers');

  it('is refused with the name of a person who does not exist', () => {
    expect(refused([person('ada'), person('eve')], [ada], [])).toThrow('there is no person "eve"');
  });

  it('is refused with the name of a group that does not exist', () => {
    expect(refused([group('managers'), group('board')], [], ['managers'])).toThrow('there is no group "board"');
  });

  it('is refused at the field that has it', () => {
    expect(refused([group('board')], [], [])).toThrow(expect.objectContaining({ kind: 'invalid', field: 'approvers' }));
  });

  it.each([
    ['only names users, who need not be people', [user('1999')]],
    ['names people and groups that exist', [person('ada'), group('managers'), person('bob')]],
    ['is empty', []],
  ])('is taken when it %s', (_, list) => {
    expect(refused(list, [ada, bob], ['managers'])).not.toThrow();
  });
});
