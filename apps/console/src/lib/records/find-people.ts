import type { GroupRecord, PersonRecord } from '@gateway/contract';
import { compareValues } from '../../components/ui/list/data-table/sorting.js';

/** Without case and accents: "emile" finds "Émile". */
const folded = (value: string): string => value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function finder(q: string): (values: readonly string[]) => boolean {
  const wanted = folded(q.trim());
  return (values) => values.some((value) => folded(value).includes(wanted));
}

/** The people whose name, id or account contains `q`, in the order of their names. */
export function findPeople(people: readonly PersonRecord[], q: string): PersonRecord[] {
  const isFound = finder(q);
  return people
    .filter(({ name, person_id, identities }) =>
      isFound([name, person_id, ...identities.map(({ user_id }) => user_id)]),
    )
    .toSorted((a, b) => compareValues(a.name, b.name));
}

/** The groups whose name or id contains `q`, in the order of their names. */
export function findGroups(groups: readonly GroupRecord[], q: string): GroupRecord[] {
  const isFound = finder(q);
  return groups
    .filter(({ name, group_id }) => isFound([name, group_id]))
    .toSorted((a, b) => compareValues(a.name, b.name));
}
