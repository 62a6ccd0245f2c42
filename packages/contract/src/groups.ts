import { z } from 'zod';
import { changeWarnings } from './change-warnings.js';
import { route } from './route.js';
import {
  cursor,
  dateTime,
  displayName,
  fixedField,
  limits,
  listLimit,
  managedBy,
  recordId,
  withoutRepeats,
} from './vocabulary.js';

/** A group of people who may answer. */
export const groupRecord = z
  .object({
    group_id: z.string(),
    name: z.string(),
    members: z.array(z.string()).meta({ description: 'Ids of people.' }),
    managed_by: managedBy,
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'Group' });
export type GroupRecord = z.output<typeof groupRecord>;

const members = withoutRepeats(z.array(recordId).max(limits.groupMembers), 'a person');

export const newGroup = z
  .strictObject({
    group_id: recordId,
    name: displayName,
    members: members
      .nullish()
      .transform((given) => given ?? [])
      .meta({ description: 'Ids of people who exist.' }),
  })
  .meta({ id: 'NewGroup' });
export type NewGroup = z.output<typeof newGroup>;

export const groupPatch = z
  .strictObject({
    group_id: fixedField('cannot be changed; create another group with the id that you need'),
    name: displayName.optional(),
    members: members.optional().meta({ description: 'Replaces all members.' }),
  })
  .meta({ id: 'GroupPatch' });
export type GroupPatch = z.output<typeof groupPatch>;

const tag = 'People';
const changedGroup = groupRecord.extend({ warnings: changeWarnings }).meta({ id: 'ChangedGroup' });
const byId = z.object({ id: z.string() });

export const listGroups = route({
  id: 'listGroups',
  method: 'GET',
  path: '/v1/groups',
  scopes: ['people:read'],
  tag,
  summary: 'List groups, newest first',
  query: z.strictObject({ limit: listLimit, cursor }),
  status: 200,
  reply: z.array(groupRecord),
  errors: [400],
});

export const getGroup = route({
  id: 'getGroup',
  method: 'GET',
  path: '/v1/groups/{id}',
  scopes: ['people:read'],
  tag,
  summary: 'Get one group',
  params: byId,
  status: 200,
  reply: groupRecord,
  errors: [400, 404],
});

export const createGroup = route({
  id: 'createGroup',
  method: 'POST',
  path: '/v1/groups/new',
  scopes: ['people:write'],
  tag,
  summary: 'Add a group',
  body: newGroup,
  status: 201,
  reply: groupRecord,
  errors: [400, 409, 413, 415],
});

export const updateGroup = route({
  id: 'updateGroup',
  method: 'PATCH',
  path: '/v1/groups/{id}',
  scopes: ['people:write'],
  tag,
  summary: 'Change a group',
  description: 'A change applies to the next answer, also for prompts that are pending.',
  params: byId,
  body: groupPatch,
  status: 200,
  reply: changedGroup,
  errors: [400, 404, 409, 413, 415],
});

export const deleteGroup = route({
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/v1/groups/{id}',
  scopes: ['people:write'],
  tag,
  summary: 'Delete a group',
  description: 'A group that a channel, a policy or a pending prompt names cannot be deleted. Its members are kept.',
  params: byId,
  status: 200,
  reply: groupRecord,
  errors: [400, 404, 409],
});
