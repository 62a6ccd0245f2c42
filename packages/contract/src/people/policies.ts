import { z } from 'zod';
import { approvers } from './approvers.js';
import { changeWarnings } from '../channels/change-warnings.js';
import { recordRoutes } from '../routes/record-routes.js';
import {
  channelId,
  characters,
  dateTime,
  displayName,
  fixedField,
  limits,
  managedBy,
  recordId,
  withoutRepeats,
} from '../vocabulary.js';

const count = (what: string) =>
  z
    .int()
    .min(1)
    .max(limits.approvals)
    .meta({ description: `How many different people it takes to ${what}.` });

const step = z
  .strictObject({
    after_sec: z.int().min(1).max(limits.ttlSecMax).meta({ description: 'Seconds since the question was asked.' }),
    remind: z.literal(true).optional().meta({ description: 'Say the question again, as a reply to it.' }),
    channels: withoutRepeats(z.array(channelId).min(1).max(limits.stepChannels), 'a channel')
      .optional()
      .meta({ description: 'Also ask in these PROMPT channels.' }),
    approvers: approvers.optional().meta({ description: 'From this step on, these may answer as well.' }),
  })
  .refine(({ remind, channels }) => (remind === undefined) !== (channels === undefined), {
    error: 'must have either "remind": true or "channels"',
  })
  .refine(({ approvers: named, channels }) => named === undefined || channels !== undefined, {
    path: ['approvers'],
    error: 'can only stand together with channels',
  })
  .meta({ id: 'PolicyStep' });

const onTimeout = z
  .union(
    [
      z.strictObject({ decision: z.enum(['approve', 'reject']) }),
      z.strictObject({ option: characters(limits.optionLabel, 1) }),
    ],
    { error: 'must be null, {"decision": "approve"}, {"decision": "reject"} or {"option": label}' },
  )
  .meta({ id: 'PolicyTimeout' });

/** The rules of a policy, as a prompt carries them. */
const rules = {
  approvals: count('approve, or to press the same option'),
  rejections: count('reject. Does not apply to options'),
  requester_may_answer: z
    .boolean()
    .meta({ description: 'False: whom `requested_by` of the prompt names may not answer.' }),
  steps: z
    .array(step)
    .max(limits.policySteps)
    .refine((steps) => steps.every((each, at) => at === 0 || each.after_sec > (steps[at - 1]?.after_sec ?? 0)), {
      error: 'must be in the order of their after_sec, each later than the one before',
    })
    .meta({ description: 'What happens while the prompt is undecided.' }),
  pause_steps_while_taken_sec: z.int().min(0).max(limits.pauseStepsSecMax).meta({
    description:
      'For how long the steps wait while somebody has said that they look after the prompt. A step is at most this late. 0: they do not wait.',
  }),
  on_timeout: onTimeout
    .nullable()
    .meta({ description: 'What counts when the time of the prompt is over. Null: the prompt expires.' }),
};

export const policyRecord = z
  .object({
    policy_id: z.string(),
    name: z.string(),
    ...rules,
    managed_by: managedBy,
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'Policy' });
export type PolicyRecord = z.output<typeof policyRecord>;

/** A policy as it applies to a prompt. */
export type Policy = Omit<PolicyRecord, 'created_at' | 'updated_at' | 'managed_by' | 'pause_steps_while_taken_sec'> &
  Partial<Pick<PolicyRecord, 'pause_steps_while_taken_sec'>>;

/** How many people must decide, who may, and what happens meanwhile. */
export type PolicyRules = Omit<Policy, 'policy_id' | 'name'>;
export type PolicyStep = PolicyRules['steps'][number];

const orElse = <Rule extends z.ZodType>(rule: Rule, otherwise: z.output<Rule>) =>
  rule.nullish().transform((given) => given ?? otherwise);

export const newPolicy = z
  .strictObject({
    policy_id: recordId,
    name: displayName,
    approvals: orElse(rules.approvals, 1).meta({ default: 1 }),
    rejections: orElse(rules.rejections, 1).meta({ default: 1 }),
    requester_may_answer: orElse(rules.requester_may_answer, true).meta({ default: true }),
    steps: orElse(rules.steps, []),
    pause_steps_while_taken_sec: orElse(rules.pause_steps_while_taken_sec, 0).meta({ default: 0 }),
    on_timeout: orElse(rules.on_timeout, null),
  })
  .meta({ id: 'NewPolicy' });
export type NewPolicy = z.output<typeof newPolicy>;

export const policyPatch = z
  .strictObject({
    policy_id: fixedField('cannot be changed; create another policy with the id that you need'),
    name: displayName,
    ...rules,
  })
  .partial()
  .meta({ id: 'PolicyPatch' });
export type PolicyPatch = z.output<typeof policyPatch>;

const changedPolicy = policyRecord.extend({ warnings: changeWarnings }).meta({ id: 'ChangedPolicy' });

/** The routes of policies. */
export const policyRoutes = recordRoutes({
  name: 'Policy',
  plural: 'Policies',
  path: '/v1/policies',
  tag: 'Policies',
  read: 'policies:read',
  write: 'policies:write',
  record: policyRecord,
  input: newPolicy,
  patch: policyPatch,
  created: policyRecord,
  changed: changedPolicy,
  removed: policyRecord,
  descriptions: {
    create:
      'Prompts name it in `policy`, and channels can prescribe it. Steps with `approvers` need `people:write` as well.',
    update: 'Prompts that were asked before keep the policy as it was.',
    remove: 'A policy that a channel names cannot be deleted. Prompts that were asked before keep it.',
  },
});
export const listPolicies = policyRoutes.list;
export const getPolicy = policyRoutes.get;
export const createPolicy = policyRoutes.create;
export const updatePolicy = policyRoutes.update;
export const deletePolicy = policyRoutes.remove;
