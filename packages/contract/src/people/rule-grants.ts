import { z } from 'zod';
import { argumentPath } from './rule-drawing.js';
import { withoutRepeats } from '../vocabulary.js';

/** Limits of standing approvals. */
export const grantLimits = {
  /** Seconds. */
  secMin: 60,
  secMax: 28_800,
  paths: 20,
  usesMax: 1000,
  usesDefault: 50,
} as const;

export const grantsMeaning =
  'Whether who approves can approve the next actions like this one, too: in the chat by a button such as `Approve for 1 h`. Null: no.';

const fields = {
  max_sec: z
    .int()
    .min(grantLimits.secMin)
    .max(grantLimits.secMax)
    .meta({ description: 'The longest time of a standing approval in seconds.' }),
  same: withoutRepeats(
    z.array(argumentPath).min(1, { error: 'must name at least one argument' }).max(grantLimits.paths),
    'a path',
  ).meta({
    description:
      'The arguments that must be equal to those that were approved: names joined by dots. All others may differ, but their names may not.',
    examples: [['service', 'env']],
  }),
};

/** What a rule says about standing approvals. */
export const ruleGrants = z
  .strictObject({ ...fields, max_uses: z.int().min(1).max(grantLimits.usesMax) })
  .meta({ id: 'RuleGrants' });
export type RuleGrants = z.output<typeof ruleGrants>;

export const newRuleGrants = z
  .strictObject({
    ...fields,
    max_uses: z
      .int()
      .min(1)
      .max(grantLimits.usesMax)
      .nullish()
      .transform((uses) => uses ?? grantLimits.usesDefault)
      .meta({ description: `How many actions it approves. Default: \`${grantLimits.usesDefault}\`.` }),
  })
  .meta({ id: 'NewRuleGrants' });
