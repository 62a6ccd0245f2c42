import type { Approver } from '@gateway/contract';
import { Refusal } from '../base/refusal.js';
import type { Store } from '../ports/store.js';
import type { NamedApprovers } from '../ports/people/people-store.js';

/** Refuses approvers that name people or groups that do not exist. */
export async function checkApproversExist(
  store: Pick<Store, 'people'>,
  organizationId: string,
  approvers: readonly Approver[],
  field: string,
): Promise<void> {
  const { persons, groups } = idsIn(approvers);
  if (persons.length + groups.length === 0) return;
  requireApprovers(approvers, await store.people.named(organizationId, { persons, groups, identities: [] }), field);
}

/** Refuses approvers that name people or groups that are not among those that were found. */
export function requireApprovers(approvers: readonly Approver[], found: NamedApprovers, field: string): void {
  const { persons, groups } = idsIn(approvers);
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
}

function idsIn(approvers: readonly Approver[]) {
  return {
    persons: approvers.flatMap((entry) => ('person' in entry ? [entry.person] : [])),
    groups: approvers.flatMap((entry) => ('group' in entry ? [entry.group] : [])),
  };
}
