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
import type { FileOf, Gateway, GroupRow, PersonRow } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, withNext } from '../paging.js';
import { personInput, personUpdate } from '../records/inputs.js';
import { changed } from '../records/changed.js';
import { managedBy } from '../records/managed.js';

/** The people who may answer, and their groups. */
export function peopleRoutes({ people, groups, managed, withWarnings }: Gateway): Endpoint[] {
  return [
    endpoint(createPerson, async ({ principal, body }) =>
      personRecord(await people.create(principal, personInput(body)), await managed.files(principal)),
    ),
    endpoint(listPeople, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor, operator_id } = query;
      const filter = operator_id === undefined ? {} : { operatorId: operator_id };
      const rows = await people.list(principal, filter, listPage(limit, cursor));
      const files = await managed.files(principal);
      return withNext(
        rows.map((row) => personRecord(row, files)),
        { target, limit, last: rows.at(-1)?.seq },
      );
    }),
    endpoint(getPerson, async ({ principal, params }) =>
      personRecord(await people.get(principal, params.id), await managed.files(principal)),
    ),
    endpoint(updatePerson, async ({ principal, params, body }) =>
      changed(
        await withWarnings(principal, () => people.update(principal, params.id, personUpdate(body))),
        personRecord,
        await managed.files(principal),
      ),
    ),
    endpoint(deletePerson, async ({ principal, params }) =>
      changed(
        await withWarnings(principal, () => people.delete(principal, params.id)),
        personRecord,
        await managed.files(principal),
      ),
    ),
    endpoint(createGroup, async ({ principal, body: { group_id, name, members } }) =>
      groupRecord(await groups.create(principal, { groupId: group_id, name, members }), await managed.files(principal)),
    ),
    endpoint(listGroups, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor } = query;
      const rows = await groups.list(principal, listPage(limit, cursor));
      const files = await managed.files(principal);
      return withNext(
        rows.map((row) => groupRecord(row, files)),
        { target, limit, last: rows.at(-1)?.seq },
      );
    }),
    endpoint(getGroup, async ({ principal, params }) =>
      groupRecord(await groups.get(principal, params.id), await managed.files(principal)),
    ),
    endpoint(updateGroup, async ({ principal, params, body: { name, members } }) =>
      changed(
        await withWarnings(principal, () => groups.update(principal, params.id, { name, members })),
        groupRecord,
        await managed.files(principal),
      ),
    ),
    endpoint(deleteGroup, async ({ principal, params }) =>
      groupRecord(await groups.delete(principal, params.id), await managed.files(principal)),
    ),
  ];
}

function personRecord(person: PersonRow, fileOf: FileOf): PersonRecord {
  return {
    person_id: person.personId,
    name: person.name,
    identities: person.identities.map(({ platform, userId }) => ({ platform, user_id: userId })),
    operator_id: person.operatorId,
    groups: [...person.groups],
    ...managedBy(fileOf, 'person', person.personId),
    created_at: person.createdAt.toISOString(),
    updated_at: person.updatedAt.toISOString(),
  };
}

function groupRecord(group: GroupRow, fileOf: FileOf): GroupRecord {
  return {
    group_id: group.groupId,
    name: group.name,
    members: [...group.members],
    ...managedBy(fileOf, 'group', group.groupId),
    created_at: group.createdAt.toISOString(),
    updated_at: group.updatedAt.toISOString(),
  };
}
