import type { PersonRecord } from '@gateway/contract';
import { managedReason } from '../../components/managed.js';
import { findPeople } from '../../lib/records/find-people.js';

export interface NamedOperator {
  readonly id: string;
  readonly name: string;
}

/** The operators who belong to no person. */
export function withoutPerson<Operator extends NamedOperator>(
  operators: readonly Operator[],
  people: readonly PersonRecord[],
): Operator[] {
  const linked = new Set(people.map(({ operator_id }) => operator_id));
  return operators.filter(({ id }) => !linked.has(id));
}

/** The people to whom an operator can be linked here. */
export const linkable = (people: readonly PersonRecord[]): PersonRecord[] =>
  people.filter((person) => person.operator_id === null && managedReason(person) === null);

/** The only one of the people with the name of the operator; undefined: there is none, or there are several. */
export function namesake(people: readonly PersonRecord[], { name }: NamedOperator): PersonRecord | undefined {
  const found = findPeople(people, name).filter((person) => person.name.trim() === name.trim());
  return found.length === 1 ? found[0] : undefined;
}
