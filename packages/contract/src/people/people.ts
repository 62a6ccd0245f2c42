import { z } from 'zod';
import { changeWarnings } from '../channels/change-warnings.js';
import { recordRoutes } from '../routes/record-routes.js';
import {
  characters,
  dateTime,
  displayName,
  fixedField,
  limits,
  managedBy,
  platformId,
  recordId,
  withoutRepeats,
} from '../vocabulary.js';

const identity = z
  .strictObject({
    platform: platformId,
    user_id: characters(limits.userId, 1).meta({ description: 'The id of the user on the platform.' }),
  })
  .meta({ id: 'Identity', examples: [{ platform: 'example', user_id: '123456789' }] });

const operatorId = characters(128, 1)
  .nullable()
  .meta({ description: 'The operator of the console who is this person. An operator is one person at most.' });

/** A person who may answer. */
export const personRecord = z
  .object({
    person_id: z.string(),
    name: z.string(),
    identities: z.array(identity).meta({ description: 'The accounts of the person on the platforms.' }),
    operator_id: operatorId,
    groups: z.array(z.string()).meta({ description: 'Ids of the groups that the person is a member of.' }),
    managed_by: managedBy,
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'Person' });
export type PersonRecord = z.output<typeof personRecord>;

const identities = withoutRepeats(z.array(identity).max(limits.identities), 'an identity');
const groups = withoutRepeats(z.array(recordId).max(limits.groupsOfPerson), 'a group');

export const newPerson = z
  .strictObject({
    person_id: recordId.refine((id) => id !== 'recent-accounts', {
      error: 'is the address of the recent accounts: use another id',
    }),
    name: displayName,
    identities: identities
      .nullish()
      .transform((given) => given ?? [])
      .meta({ description: 'An identity belongs to one person.' }),
    operator_id: operatorId.optional().transform((id) => id ?? null),
    groups: groups
      .nullish()
      .transform((given) => given ?? [])
      .meta({ description: 'Groups that exist.' }),
  })
  .meta({ id: 'NewPerson' });
export type NewPerson = z.output<typeof newPerson>;

export const personPatch = z
  .strictObject({
    person_id: fixedField('cannot be changed; create another person with the id that you need'),
    name: displayName.optional(),
    identities: identities.optional().meta({ description: 'Replaces all identities.' }),
    operator_id: operatorId.optional(),
    groups: groups.optional().meta({ description: 'Replaces all memberships.' }),
  })
  .meta({ id: 'PersonPatch' });
export type PersonPatch = z.output<typeof personPatch>;

const changedPerson = personRecord.extend({ warnings: changeWarnings }).meta({ id: 'ChangedPerson' });

/** The routes of people. */
export const personRoutes = recordRoutes({
  name: 'Person',
  plural: 'People',
  path: '/v1/people',
  tag: 'People',
  read: 'people:read',
  write: 'people:write',
  record: personRecord,
  input: newPerson,
  patch: personPatch,
  filter: {
    operator_id: characters(128, 1).optional().meta({ description: 'The operator of the console who is the person.' }),
  },
  created: personRecord,
  changed: changedPerson,
  removed: changedPerson,
  descriptions: {
    update: 'A change applies to the next answer, also for prompts that are pending.',
    remove:
      'A person whom a channel, a policy, a pending prompt or a valid API key names cannot be deleted. To end their rights at once, remove ' +
      'their identities and groups.',
  },
});
export const listPeople = personRoutes.list;
export const getPerson = personRoutes.get;
export const createPerson = personRoutes.create;
export const updatePerson = personRoutes.update;
export const deletePerson = personRoutes.remove;
