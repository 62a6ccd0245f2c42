import { z } from 'zod';
import { action } from '../prompts/decisions.js';
import { promptWarning } from '../prompts/prompt-warnings.js';
import { route } from '../routes/route.js';
import { drawnAction, ruleLimits } from './rule-drawing.js';
import { newRule, verdicts } from './rules.js';
import { channelId } from '../vocabulary.js';

/** A rule that is not stored (yet), to try it. It takes the place of the stored one with its id. */
const draft = newRule.nullish().meta({
  description:
    'A rule as it would be, in place of the stored one with the same id. Without `position` it has the place of that one, or comes last.',
});

export const triedRule = z
  .object({
    rule: z
      .object({ rule_id: z.string(), version: z.int().nullable().meta({ description: 'Null: it is the draft.' }) })
      .nullable()
      .meta({ description: 'The rule that decides. Null: none matches, and people are asked as without rules.' }),
    verdict: z.enum(verdicts),
    reason: z.string().nullable(),
    question: z
      .object({
        text: z.string().meta({ description: 'What the gateway draws in the chat, as text.' }),
        drawn: drawnAction.nullable().meta({ description: 'Null: no rule matches.' }),
        grant: z
          .string()
          .nullable()
          .meta({ description: 'What a standing approval of this action covers. Null: none is offered.' }),
      })
      .meta({ description: 'The gateway’s part of the question. The words of the agent stand above it.' }),
    warnings: z.array(promptWarning).meta({ description: '`rule_error`: the condition failed.' }),
  })
  .meta({ id: 'TriedRule' });
export type TriedRule = z.output<typeof triedRule>;

export const tryRules = route({
  id: 'tryRules',
  method: 'POST',
  path: '/v1/rules/try',
  scopes: ['policies:read'],
  tag: 'Rules',
  summary: 'See what the rules say about an action',
  description: 'Nothing is asked or stored.',
  body: z
    .strictObject({
      action,
      key_id: z
        .string()
        .max(64)
        .nullish()
        .meta({ description: 'The API key that would ask. Default: none, as with authentication off.' }),
      channel_id: channelId.nullish().meta({ description: 'The channel that the prompt would name. Default: none.' }),
      rule: draft,
    })
    .meta({ id: 'NewRuleTry' }),
  exactJson: ['action'],
  status: 200,
  reply: triedRule,
  errors: [400, 413, 415],
});

const verdictCounts = z.object({ asked: z.int(), allowed: z.int(), denied: z.int() }).meta({ id: 'VerdictCounts' });

export const replayedRules = z
  .object({
    actions: z.int().meta({ description: 'How many actions were compared.' }),
    is_complete: z.boolean().meta({
      description: `False: the newest were compared. There were more than ${ruleLimits.pastActions}, or their conditions needed too much work.`,
    }),
    then: verdictCounts.meta({ description: 'What happened with them.' }),
    now: verdictCounts.meta({ description: 'What the rules say now.' }),
    changed: z
      .array(z.object({ name: z.string(), then: z.enum(verdicts), now: z.enum(verdicts), count: z.int() }))
      .meta({ description: 'The names of actions of which the verdict differs, the most frequent first; at most 20.' }),
  })
  .meta({ id: 'ReplayedRules' });
export type ReplayedRules = z.output<typeof replayedRules>;

export const replayRules = route({
  id: 'replayRules',
  method: 'POST',
  path: '/v1/rules/replay',
  scopes: ['policies:read'],
  tag: 'Rules',
  summary: 'Compare the rules with past actions',
  description: `The rules as they are, or with a draft, over the actions of prompts of the last days; at most the newest ${ruleLimits.pastActions}.`,
  body: z
    .strictObject({
      days: z
        .int()
        .min(1)
        .max(ruleLimits.pastDays)
        .nullish()
        .transform((days) => days ?? 30)
        .meta({ description: 'Default: `30`.' }),
      rule: draft,
    })
    .meta({ id: 'NewRuleReplay' }),
  status: 200,
  reply: replayedRules,
  errors: [400, 413, 415],
});
