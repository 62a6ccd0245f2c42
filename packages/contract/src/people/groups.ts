import { z } from 'zod';
import { changeWarnings } from '../channels/change-warnings.js';
import { recordRoutes } from '../routes/record-routes.js';
import { dateTime, displayName, fixedField, limits, managedBy, recordId, withoutRepeats } from '../vocabulary.js';

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

const changedGroup = groupRecord.extend({ warnings: changeWarnings }).meta({ id: 'ChangedGroup' });

/** The routes of groups. */
export const groupRoutes = recordRoutes({
  name: 'Group',
  plural: 'Groups',
  path: '/v1/groups',
  tag: 'People',
  read: 'people:read',
  write: 'people:write',
  record: groupRecord,
  input: newGroup,
  patch: groupPatch,
  created: groupRecord,
  changed: changedGroup,
  removed: groupRecord,
  descriptions: {
    update: 'A change applies to the next answer, also for prompts that are pending.',
    remove: 'A group that a channel, a policy or a pending prompt names cannot be deleted. Its members are kept.',
  },
});
export const listGroups = groupRoutes.list;
export const getGroup = groupRoutes.get;
export const createGroup = groupRoutes.create;
export const updateGroup = groupRoutes.update;
export const deleteGroup = groupRoutes.remove;
