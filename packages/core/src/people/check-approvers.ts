import type { Approver } from '@gateway/contract';
import { Refusal } from '../refusal.js';
import type { Store } from '../store.js';
import type { NamedApprovers } from './people-store.js';

/** Refuses approvers that name people or groups that do not exist. Returns what exists of them. */
export async function checkApproversExist(
  store: Pick<Store, 'people'>,
  organizationId: string,
  approvers: readonly Approver[],
  field: string,
): Promise<NamedApprovers> {
  const persons = approvers.flatMap((entry) => ('person' in entry ? [entry.person] : []));
  const groups = approvers.flatMap((entry) => ('group' in entry ? [entry.group] : []));
  if (persons.length + groups.length === 0) return { groups: [], people: [] };
  const found = await store.people.named(organizationId, { persons, groups, identities: [] });
  const known = new Set(found.people.map(({ personId }) => personId));
  const person = persons.find((id) => !known.has(id));
  if (person !== undefined)
    throw new Refusal(
      'invalid',
      `${field}: there is no person "${person}"; add them with POST /v1/people/new first.`,
      field,
    );
  const group = groups.find((id) => !found.groups.includes(id));
  if (group !== undefined)
    throw new Refusal(
      'invalid',
      `${field}: there is no group "${group}"; add it with POST /v1/groups/new first.`,
      field,
    );
  return found;
}
