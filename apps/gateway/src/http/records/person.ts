import type {
  GroupRecord,
  NewPerson,
  PersonPatch,
  PersonRecord,
  RecentAccount as RecentAccountRecord,
} from '@gateway/contract';
import type { FileOf, GroupRow, PersonChange, PersonInput, PersonRow, RecentAccount } from '@gateway/core';
import { camel, snake } from './field-names.js';
import { managedBy } from './managed.js';

/** What a configuration file declares of a person. Memberships belong to the groups there. */
export const declaredPerson = (row: PersonRow) => ({
  ...snake(row, 'personId', 'name'),
  identities: row.identities.map((identity) => snake(identity, 'platform', 'userId')),
  ...snake(row, 'operatorId'),
});

export const personRecord = (row: PersonRow, fileOf: FileOf): PersonRecord => ({
  ...declaredPerson(row),
  ...snake(row, 'groups'),
  ...managedBy(fileOf, 'person', row.personId),
  ...snake(row, 'createdAt', 'updatedAt'),
});

export const personInput = (body: NewPerson): PersonInput => ({
  ...camel(body),
  identities: body.identities.map(camel),
});

export const personChange = ({ person_id: _fixed, ...change }: PersonPatch): PersonChange => ({
  ...camel(change),
  identities: change.identities?.map(camel),
});

export const recentAccount = (row: RecentAccount): RecentAccountRecord =>
  snake(row, 'platform', 'userId', 'name', 'username', 'lastSeenAt');

/** What a configuration file declares of a group. */
export const declaredGroup = (row: GroupRow) => snake(row, 'groupId', 'name', 'members');

export const groupRecord = (row: GroupRow, fileOf: FileOf): GroupRecord => ({
  ...declaredGroup(row),
  ...managedBy(fileOf, 'group', row.groupId),
  ...snake(row, 'createdAt', 'updatedAt'),
});
