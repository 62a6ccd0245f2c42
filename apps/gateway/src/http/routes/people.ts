import {
  createGroup,
  createPerson,
  deleteGroup,
  deletePerson,
  getGroup,
  getPerson,
  limits,
  listGroups,
  listPeople,
  updateGroup,
  updatePerson,
  type GroupRecord,
  type PersonRecord,
} from '@gateway/contract';
import type { Gateway, GroupRow, PersonRow } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, withNext } from '../paging.js';
import { personInput, personUpdate } from '../records/inputs.js';

/** The people who may answer, and their groups. */
export function peopleRoutes({ people, groups }: Gateway): Endpoint[] {
  return [
    endpoint(createPerson, async ({ principal, body }) =>
      personRecord(await people.create(principal, personInput(body))),
    ),
    endpoint(listPeople, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor, operator_id } = query;
      const filter = operator_id === undefined ? {} : { operatorId: operator_id };
      const rows = await people.list(principal, filter, listPage(limit, cursor));
      return withNext(rows.map(personRecord), { target, limit, last: rows.at(-1)?.seq });
    }),
    endpoint(getPerson, async ({ principal, params }) => personRecord(await people.get(principal, params.id))),
    endpoint(updatePerson, async ({ principal, params, body }) =>
      personRecord(await people.update(principal, params.id, personUpdate(body))),
    ),
    endpoint(deletePerson, async ({ principal, params }) => personRecord(await people.delete(principal, params.id))),
    endpoint(createGroup, async ({ principal, body: { group_id, name, members } }) =>
      groupRecord(await groups.create(principal, { groupId: group_id, name, members })),
    ),
    endpoint(listGroups, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor } = query;
      const rows = await groups.list(principal, listPage(limit, cursor));
      return withNext(rows.map(groupRecord), { target, limit, last: rows.at(-1)?.seq });
    }),
    endpoint(getGroup, async ({ principal, params }) => groupRecord(await groups.get(principal, params.id))),
    endpoint(updateGroup, async ({ principal, params, body: { name, members } }) =>
      groupRecord(await groups.update(principal, params.id, { name, members })),
    ),
    endpoint(deleteGroup, async ({ principal, params }) => groupRecord(await groups.delete(principal, params.id))),
  ];
}

function personRecord(person: PersonRow): PersonRecord {
  return {
    person_id: person.personId,
    name: person.name,
    identities: person.identities.map(({ platform, userId }) => ({ platform, user_id: userId })),
    operator_id: person.operatorId,
    groups: [...person.groups],
    created_at: person.createdAt.toISOString(),
    updated_at: person.updatedAt.toISOString(),
  };
}

function groupRecord(group: GroupRow): GroupRecord {
  return {
    group_id: group.groupId,
    name: group.name,
    members: [...group.members],
    created_at: group.createdAt.toISOString(),
    updated_at: group.updatedAt.toISOString(),
  };
}
