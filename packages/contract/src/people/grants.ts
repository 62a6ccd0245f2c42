import { z } from 'zod';
import { jsonObject } from '../prompts/decisions.js';
import { promptId } from '../prompts/prompts.js';
import { matchedRule } from '../prompts/prompt-terms.js';
import { readRoutes } from '../routes/record-routes.js';
import { route } from '../routes/route.js';
import { dateTime } from '../vocabulary.js';
import { voter } from '../prompts/votes.js';

export const grantStates = ['active', 'ended'] as const;

/** Why a standing approval has ended. */
export const grantEnds = ['stopped', 'expired', 'used_up', 'rule_changed', 'not_an_approver', 'taken_back'] as const;
export type GrantEnd = (typeof grantEnds)[number];

export const grantRecord = z
  .object({
    grant_id: z.string(),
    given_by: z.array(voter).meta({ description: 'Who gave it: more than one where the policy wants several.' }),
    given_at: dateTime,
    prompt_id: promptId.meta({ description: 'The prompt with which it was given.' }),
    channel_id: z.string().meta({ description: 'The channel of that prompt.' }),
    rule: matchedRule.meta({ description: 'The rule that offered it, as it was then.' }),
    key_id: z
      .string()
      .nullable()
      .meta({ description: 'The API key whose questions it answers. Null: authentication was off.' }),
    action: z
      .object({
        name: z.string(),
        same: jsonObject.nullable().meta({
          description: 'The arguments that must be equal, by path. Null: retention has deleted them.',
          examples: [{ service: 'api', env: 'staging' }],
        }),
      })
      .meta({ description: 'What it covers. All other arguments of the same names may differ.' }),
    covers: z
      .string()
      .nullable()
      .meta({
        description: 'What it covers, as people read it. Null: retention has deleted the arguments.',
        examples: ['deploy, with service = api and env = staging; version may differ; at most 50 times'],
      }),
    until: dateTime,
    uses: z.int(),
    max_uses: z.int(),
    last_used_at: dateTime.nullable(),
    ended_at: dateTime.nullable().meta({ description: 'Null: it is active.' }),
    ended_by: z
      .object({
        kind: z.enum(['person', 'operator', 'key', 'open']),
        id: z.string().nullable(),
        name: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          'Who ended it: somebody in the chat, an operator or an API key. Null: its time or its uses did, or a change.',
      }),
    ended_reason: z
      .enum(grantEnds)
      .nullable()
      .meta({
        description:
          '`stopped`: somebody ended it. `expired`, `used_up`. `rule_changed`: the rule was changed or deleted. `not_an_approver`: one of those ' +
          'who gave it may no longer answer. `taken_back`: the approval with which it was given was taken back.',
      }),
  })
  .meta({ id: 'Grant' });
export type GrantRecord = z.output<typeof grantRecord>;

const readGrants = readRoutes({
  name: 'Grant',
  plural: 'Grants',
  path: '/v1/grants',
  tag: 'Rules',
  read: 'policies:read',
  record: grantRecord,
  filter: { state: z.enum(grantStates).nullish().meta({ description: 'Default: both.' }) },
});
export const listGrants = readGrants.list;
export const getGrant = readGrants.get;

export const endGrant = route({
  id: 'endGrant',
  method: 'DELETE',
  path: '/v1/grants/{id}',
  scopes: ['policies:write'],
  tag: 'Rules',
  summary: 'End a standing approval',
  description:
    'It answers no further prompt, and approvals that it gave and that were not used end. The record stays. One that has ended stays as it is; ' +
    'of one that is used up, the approvals that were not used end.',
  params: z.object({ id: z.string() }),
  status: 200,
  reply: grantRecord,
  errors: [400, 404],
});
