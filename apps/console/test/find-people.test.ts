import type { PersonRecord } from '@gateway/contract';
import { expect, it } from 'vitest';
import { namesake, withoutPerson } from '../src/features/people/operators.js';
import { findPeople } from '../src/lib/records/find-people.js';

const person = (person_id: string, name: string, change: Partial<PersonRecord> = {}): PersonRecord => ({
  person_id,
  name,
  identities: [],
  operator_id: null,
  groups: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...change,
});
const people = [
  person('zoe', 'Zoe', { identities: [{ platform: 'telegram', user_id: '123456' }] }),
  person('e.noether', 'Émmy Noether', { operator_id: 'o1' }),
  person('ada-10', 'Ada 10'),
  person('ada-9', 'Ada 9'),
];
const found = (q: string) => findPeople(people, q).map(({ person_id }) => person_id);

it('finds people by name, id and account, without regard to case and accents, in the order of names', () => {
  expect(found('')).toEqual(['ada-9', 'ada-10', 'e.noether', 'zoe']);
  expect(found(' EMMY ')).toEqual(['e.noether']);
  expect(found('émmy')).toEqual(['e.noether']);
  expect(found('e.n')).toEqual(['e.noether']);
  expect(found('345')).toEqual(['zoe']);
  expect(found('telegram')).toEqual([]);
});

it('offers an operator without a person the only person of the same name', () => {
  const operators = [
    { id: 'o1', name: 'Emmy' },
    { id: 'o2', name: 'Zoe' },
  ];
  const [zoe] = withoutPerson(operators, people);
  expect(withoutPerson(operators, people)).toEqual([{ id: 'o2', name: 'Zoe' }]);
  expect(namesake(people, zoe!)?.person_id).toBe('zoe');
  expect(namesake([...people, person('zoe-2', 'Zoe')], zoe!)).toBeUndefined();
  expect(namesake(people, { id: 'o3', name: 'Ada' })).toBeUndefined();
});
