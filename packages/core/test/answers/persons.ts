import type { Approver } from '@gateway/contract';
import { accountAs, operatorAs } from '../../src/answers/voter.js';
import type { KnownPerson } from '../../src/ports/people/people-store.js';

/** Two people and the ways in which they answer, and an account of no person. */

export const ada: KnownPerson = {
  personId: 'ada',
  name: 'Ada',
  operatorId: 'op-ada',
  groups: ['managers'],
  identities: [
    { platform: 'chat-a', userId: '1001' },
    { platform: 'chat-b', userId: 'ada@b' },
  ],
};
export const bob: KnownPerson = {
  personId: 'bob',
  name: 'Bob',
  operatorId: null,
  groups: [],
  identities: [{ platform: 'chat-a', userId: '1002' }],
};

export const account = (
  userId: string,
  person: KnownPerson | null = null,
  platform = 'chat-a',
  aliases: string[] = [],
) => accountAs({ platform, userId, aliases, name: userId }, person);
export const adaInChat = account('1001', ada);
export const adaInOtherChat = account('ada@b', ada, 'chat-b');
export const adaInConsole = operatorAs({ id: 'op-ada', name: 'Ada L.' }, ada);
export const bobInChat = account('1002', bob);
export const unknown = account('1999');

export const person = (id: string): Approver => ({ person: id });
export const group = (id: string): Approver => ({ group: id });
export const user = (id: string): Approver => ({ user_id: id });
