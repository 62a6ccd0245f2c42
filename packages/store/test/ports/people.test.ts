import type { Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newAudit, org } from './fixture.js';
import { newGroup, newPerson } from './people-fixture.js';

const telegram = (userId: string) => ({ platform: 'telegram', userId });
const slack = (userId: string) => ({ platform: 'slack', userId });
const audit = newAudit('person.created', 'x');

/** Ada in both groups, Grace in one, Alan in none; the third group has no members. */
async function withPeople(store: Store): Promise<void> {
  for (const groupId of ['ops', 'dev', 'empty']) await store.groups.insert(newGroup(groupId), audit);
  const ada = { name: 'Ada', identities: [telegram('1'), slack('U1')], groups: ['ops', 'dev'] };
  await store.people.insert(newPerson('ada', ada), audit);
  await store.people.insert(newPerson('grace', { name: 'Grace', identities: [slack('U2')], groups: ['ops'] }), audit);
  await store.people.insert(newPerson('alan', { name: 'Alan' }), audit);
}

onEveryEngine((engine) => {
  test('finds a person by any of their identities, with all their groups', async () => {
    const store = await freshStore(engine);
    await withPeople(store);
    const { people } = store;
    const identities = [telegram('1'), slack('U1')];
    const ada = { personId: 'ada', name: 'Ada', operatorId: null, groups: ['ops', 'dev'], identities };
    expect(await people.whoIs(org, { identities: [telegram('1')] })).toEqual(ada);
    expect(await people.whoIs(org, { identities: [slack('U9'), slack('U1')] })).toEqual(ada);
    expect(await people.whoIs(org, { identities: [telegram('1'), slack('U2')] })).toEqual(ada);
    expect(await people.whoIs(org, { personId: 'ada' })).toEqual(ada);
    expect(await people.whoIs(org, { personId: 'lost' })).toBeNull();
    expect(await people.whoIs(org, { identities: [slack('1')] })).toBeNull();
    expect(await people.whoIs(org, { identities: [] })).toBeNull();
    expect(await people.whoIs('elsewhere', { identities: [telegram('1')] })).toBeNull();
    expect(await people.whoIs(org, { operatorId: 'o1' })).toBeNull();
    await store.people.update(org, 'ada', { groups: [] }, () => audit);
    expect(await people.whoIs(org, { identities: [telegram('1')] })).toEqual({ ...ada, groups: [] });
  });

  test('finds the named people, the members of the named groups and the owners of identities', async () => {
    const store = await freshStore(engine);
    await withPeople(store);
    const { people } = store;
    const ada = { personId: 'ada', name: 'Ada', operatorId: null, identities: [telegram('1'), slack('U1')] };
    const grace = { personId: 'grace', name: 'Grace', operatorId: null, identities: [slack('U2')] };
    const alan = { personId: 'alan', name: 'Alan', operatorId: null, identities: [], groups: [] };
    const found = await people.named(org, {
      persons: ['alan', 'ada', 'missing'],
      groups: ['ops', 'empty', 'nowhere'],
      identities: [],
    });
    expect(found.groups.toSorted()).toEqual(['empty', 'ops']);
    expect(found.people.toSorted((one, other) => one.personId.localeCompare(other.personId))).toEqual([
      { ...ada, groups: ['ops'] },
      alan,
      { ...grace, groups: ['ops'] },
    ]);
    const owners = await people.named(org, { persons: [], groups: [], identities: [slack('U1'), slack('U9')] });
    expect(owners).toEqual({ groups: [], people: [{ ...ada, groups: [] }] });
    const names = { persons: ['alan', 'missing'], groups: ['ops', 'nowhere'], identities: [slack('U1'), slack('U9')] };
    expect(await people.namesOf(org, names)).toEqual({
      persons: new Map([['alan', 'Alan']]),
      groups: new Map([['ops', 'G']]),
      users: new Map([['U1', 'Ada']]),
    });
  });

  test('a change of a person is stored as a whole or not at all', async () => {
    const store = await freshStore(engine);
    await withPeople(store);
    const before = await store.people.get(org, 'grace');
    const change = { name: 'Rear Admiral', identities: [telegram('1')], groups: [] };
    expect(await store.people.update(org, 'grace', change, () => ({ ...audit, at: after(9) }))).toEqual({
      refused: 'identity_taken',
      identity: telegram('1'),
      personId: 'ada',
    });
    expect(await store.people.get(org, 'grace')).toEqual(before);
    expect(await store.people.update(org, 'missing', { name: 'x' }, () => audit)).toEqual({ refused: 'missing' });
  });
});
