import { z } from 'zod';
import { approvers } from './approvers.js';
import { changeWarnings } from '../channels/change-warnings.js';
import { recordRoutes } from '../routes/record-routes.js';
import { route } from '../routes/route.js';
import { grantsMeaning, newRuleGrants, ruleGrants } from './rule-grants.js';
import { ruleDrawing, ruleLimits } from './rule-drawing.js';
import {
  channelId,
  characters,
  dateTime,
  fixedField,
  limits,
  managedBy,
  recordId,
  withoutRepeats,
} from '../vocabulary.js';

/** What a rule says about an action. */
export const verdicts = ['ask', 'allow', 'deny'] as const;
export type Verdict = (typeof verdicts)[number];

const notYet = (what: string) => z.null({ error: `must be null: ${what} are not available in this version` });

const verdictMeaning =
  '`ask`: people decide. `allow` and `deny`: the prompt is answered at once, without a message. `allow` gives `approve`, or the only one of ' +
  '`approving_options`; where there is neither, people are asked.';
const labelsMeaning = 'Whether a prompt that the rule asks about may have `labels` or `options` of its own.';

/** What happens with an action that matches. */
const then = {
  verdict: z.enum(verdicts).meta({ description: verdictMeaning }),
  channels: withoutRepeats(z.array(channelId).min(1).max(limits.promptChannels), 'a channel').nullable().meta({
    description:
      'A prompt that names no channel is asked in these; those that a prompt names must be among them. Their credentials must be proven.',
  }),
  policy: recordId.nullable().meta({ description: 'The policy by which people decide.' }),
  approvers: approvers.nullable().meta({ description: 'Who may answer, besides the lists of prompt and channel.' }),
  ttl_sec: z
    .int()
    .min(1)
    .max(limits.ttlSecMax)
    .nullable()
    .meta({ description: 'A prompt expires after this many seconds, if it does not sooner.' }),
  consume_within_sec: z
    .int()
    .min(1)
    .max(limits.consumeWithinSecMax)
    .nullable()
    .meta({ description: 'An approval can be used for this many seconds, if not for fewer.' }),
  min_assurance: notYet('levels of assurance').meta({ description: 'Reserved.' }),
  ...ruleDrawing,
  labels: z.boolean().meta({ description: labelsMeaning }),
  grants: ruleGrants.nullable().meta({ description: grantsMeaning }),
  reason: characters(ruleLimits.reason, 1).nullable().meta({ description: 'The reason of `deny`.' }),
};

const ruleThen = z
  .object({
    ...then,
    channels: z
      .array(channelId)
      .nullable()
      .meta({
        description:
          'A prompt that names no channel is asked in these; those that a prompt names must be among them. A key that is limited to channels ' +
          'sees its own only; empty: the rule has others.',
      }),
  })
  .meta({ id: 'RuleThen' });
export type RuleThen = z.output<typeof ruleThen>;

/** Which actions match. */
const match = {
  actions: withoutRepeats(z.array(characters(limits.actionName, 1)).min(1).max(ruleLimits.actions), 'a pattern').meta({
    description:
      'Names of actions. `*` stands for any characters, dots included; nothing else is special. The whole name matches, without regard to ' +
      'case and compatible characters.',
    examples: [['deploy', 'claude-code.*']],
  }),
  when: characters(ruleLimits.when, 1)
    .nullable()
    .meta({
      description:
        'A condition in CEL, with `action.name`, `action.args`, `key` (`id`, `name`, `scopes`, `channels`, `acts_for`), `channel_id` (`""`: the ' +
        'prompt names none) and `now`. Null: always. A condition that fails counts as true, and then `allow` asks.',
      examples: ['action.args.amount > 100 && action.args.env == "prod"'],
    }),
};

const position = z
  .int()
  .min(0)
  .max(ruleLimits.positionMax)
  .meta({ description: 'The rules are tried in this order. No two have the same.' });

export const ruleRecord = z
  .object({
    rule_id: z.string(),
    position: z
      .int()
      .meta({ description: 'The rules are tried in this order. Those of a configuration file are negative.' }),
    actions: z.array(z.string()),
    when: z.string().nullable(),
    then: ruleThen,
    version: z
      .int()
      .meta({ description: 'Another one after each change of `actions`, `when` or `then`. It never repeats.' }),
    managed_by: managedBy,
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'Rule' });
export type RuleRecord = z.output<typeof ruleRecord>;

const orElse = <Schema extends z.ZodType>(schema: Schema, otherwise: z.output<Schema>) =>
  schema.nullish().transform((given) => given ?? otherwise);

/** What a new rule says about the actions that match. */
export const newRuleThen = z
  .strictObject({
    verdict: orElse(then.verdict, 'ask').meta({ description: `${verdictMeaning} Default: \`ask\`.` }),
    channels: orElse(then.channels, null),
    policy: orElse(then.policy, null),
    approvers: orElse(then.approvers, null),
    ttl_sec: orElse(then.ttl_sec, null),
    consume_within_sec: orElse(then.consume_within_sec, null),
    min_assurance: orElse(then.min_assurance, null),
    title: orElse(then.title, null),
    fields: orElse(then.fields, null),
    labels: orElse(then.labels, false).meta({ description: `${labelsMeaning} Default: \`false\`.` }),
    grants: newRuleGrants
      .nullish()
      .transform((given) => given ?? null)
      .meta({ description: grantsMeaning }),
    reason: orElse(then.reason, null),
  })
  .meta({ id: 'NewRuleThen' });

export const newRule = z
  .strictObject({
    rule_id: recordId,
    position: position.nullish().meta({ description: 'Default: after all others.' }),
    actions: match.actions,
    when: orElse(match.when, null),
    then: newRuleThen
      .nullish()
      .transform((given) => given ?? newRuleThen.parse({}))
      .meta({ description: 'Default: people are asked.' }),
  })
  .meta({ id: 'NewRule' });
export type NewRule = z.output<typeof newRule>;

export const rulePatch = z
  .strictObject({
    rule_id: fixedField('cannot be changed; create another rule with the id that you need'),
    position,
    ...match,
    then: z
      .strictObject({ ...then, grants: newRuleGrants.nullable().meta({ description: grantsMeaning }) })
      .partial()
      .meta({ id: 'RuleThenPatch', description: 'Fields that are left out stay.' }),
  })
  .partial()
  .meta({ id: 'RulePatch' });
export type RulePatch = z.output<typeof rulePatch>;

const changedRule = ruleRecord.extend({ warnings: changeWarnings }).meta({ id: 'ChangedRule' });

/** The routes of rules. */
export const ruleRoutes = recordRoutes({
  name: 'Rule',
  plural: 'Rules',
  path: '/v1/rules',
  tag: 'Rules',
  read: 'policies:read',
  write: 'policies:write',
  record: ruleRecord,
  input: newRule,
  patch: rulePatch,
  created: changedRule,
  changed: changedRule,
  removed: ruleRecord,
  order: 'in the order in which they are tried',
  descriptions: {
    create:
      'The first rule that matches the action of a prompt decides. `approvers` need `people:write` as well. Keys that are limited to channels ' +
      'cannot change rules.',
    update: 'Prompts that were asked before keep the rule as it was. An approval by the rule itself ends.',
    remove: 'Prompts that were asked before keep the rule as it was. An approval by the rule itself ends.',
  },
});
export const listRules = ruleRoutes.list;
export const getRule = ruleRoutes.get;
export const createRule = ruleRoutes.create;
export const updateRule = ruleRoutes.update;
export const deleteRule = ruleRoutes.remove;

export const orderRules = route({
  id: 'orderRules',
  method: 'POST',
  path: '/v1/rules/order',
  scopes: ['policies:write'],
  tag: 'Rules',
  summary: 'Put all rules in another order',
  description: 'Names every rule that no configuration file owns, once. The positions become 10, 20, 30 and so on.',
  body: z
    .strictObject({ rule_ids: withoutRepeats(z.array(recordId).max(limits.rules), 'a rule') })
    .meta({ id: 'RuleOrder' }),
  status: 200,
  reply: z.array(ruleRecord),
  errors: [400, 409, 413, 415],
});
