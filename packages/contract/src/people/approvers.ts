import { z } from 'zod';
import { characters, limits, recordId, withoutRepeats } from '../vocabulary.js';

/** Who may answer: a person, the members of a group, or a user of the channel's platform. */
const approver = z
  .union(
    [
      z.strictObject({ person: recordId }),
      z.strictObject({ group: recordId }),
      z.strictObject({ user_id: characters(limits.userId, 1) }),
    ],
    { error: 'must be {"person": id}, {"group": id} or {"user_id": id on the platform of the channel}' },
  )
  .meta({ id: 'Approver' });
export type Approver = z.output<typeof approver>;

export const approvers = withoutRepeats(
  z
    .array(approver)
    .min(1, { error: 'must name at least one; null lets anybody in the chat answer' })
    .max(limits.approvers),
  'an entry',
).meta({ examples: [[{ group: 'release-managers' }, { person: 'ada' }]] });
