import { z } from 'zod';
import { buttonLabel, foldedLabel } from './labels.js';
import { characters, limits } from './vocabulary.js';

export const decisionValues = ['approve', 'reject', 'edit', 'respond'] as const;
/** What a person can decide about an action. */
export type DecisionValue = (typeof decisionValues)[number];

/** The labels of the buttons where the agent gives none. */
export const defaultLabels: Readonly<Record<DecisionValue, string>> = {
  approve: 'Approve',
  reject: 'Reject',
  edit: 'Edit',
  respond: 'Respond',
};

/** The arguments of an action: any JSON object. */
export const actionArgs = z
  .record(z.string(), z.unknown())
  .refine((args) => new TextEncoder().encode(JSON.stringify(args)).length <= limits.actionArgs, {
    error: `must be at most ${limits.actionArgs} bytes as JSON (64 kB)`,
  });
export type ActionArgs = z.output<typeof actionArgs>;

/** What an agent is about to do. */
export const action = z
  .strictObject({
    name: characters(limits.actionName, 1).meta({ examples: ['deploy'] }),
    args: actionArgs
      .nullish()
      .transform((args) => args ?? null)
      .meta({
        description:
          'The arguments, as a JSON object. A number that a double would change is refused: send it as a text.',
        examples: [{ service: 'api', version: '1.4.2' }],
      }),
    summary: characters(limits.actionSummary)
      .nullish()
      .transform((summary) => summary ?? null)
      .meta({ description: 'One or two sentences for people.' }),
    risk: z
      .enum(['low', 'medium', 'high'])
      .nullish()
      .transform((risk) => risk ?? null),
  })
  .meta({ id: 'Action' });
export type Action = z.output<typeof action>;

export const decisionValue = z.enum(decisionValues);

export const labels = z
  .strictObject({
    approve: buttonLabel.optional(),
    reject: buttonLabel.optional(),
    edit: buttonLabel.optional(),
    respond: buttonLabel.optional(),
  })
  .meta({
    description:
      'The label of each button, by decision. Labels that differ only in case, spaces or compatible characters are equal.',
    examples: [{ approve: 'Ship it' }],
  });
export type Labels = z.output<typeof labels>;

export const askReason = z.enum(['never', 'on_reject', 'always']);
export type AskReason = z.output<typeof askReason>;

/** A person's decision. */
export const decision = z
  .object({
    type: z.literal('decision'),
    value: decisionValue,
    reason: z.string().nullable().meta({ description: 'The words that the person gave with it. Null: none (yet).' }),
    args: z.record(z.string(), z.unknown()).nullable().meta({
      description: 'The arguments to use: as asked after `approve`, as changed after `edit`. Null otherwise.',
    }),
    text: z.string().nullable().meta({ description: 'What was said after `respond`. Null otherwise.' }),
  })
  .meta({ id: 'Decision' });
export type Decision = z.output<typeof decision>;

/** The part of a new prompt that asks for a decision. */
export const newPromptDecision = {
  action: action
    .nullish()
    .transform((given) => given ?? null)
    .meta({ description: 'What the agent is about to do. It is shown with the question.' }),
  decisions: z
    .array(decisionValue, {
      error: ({ code }) =>
        code === 'invalid_type' ? 'must be a list of decisions, such as ["approve","reject"]' : undefined,
    })
    .min(1, { error: `must name at least one of ${decisionValues.join(', ')}` })
    .refine((values) => new Set(values).size === values.length, { error: 'must not repeat a decision' })
    .nullish()
    .transform((values) => values ?? null)
    .meta({
      description: 'Asks for a decision, with a button for each. Cannot be combined with `options` or `allow_text`.',
      examples: [['approve', 'reject']],
    }),
  labels: labels.nullish().transform((given) => given ?? null),
  ask_reason: askReason.nullish().meta({
    description:
      'Whether the person is asked for words after the deciding press. The decision is final at the press. `always` concerns `approve` and `reject`. Default: `never`.',
  }),
  reason_wait_sec: z
    .int()
    .min(0)
    .max(limits.reasonWaitSecMax)
    .nullish()
    .meta({
      description: `Seconds that the callback waits for the words. Default: ${limits.reasonWaitSecDefault}.`,
    }),
};

interface DecisionFields {
  readonly action: Action | null;
  readonly decisions: readonly DecisionValue[] | null;
  readonly labels: Labels | null;
  readonly ask_reason?: AskReason | null | undefined;
  readonly reason_wait_sec?: number | null | undefined;
  readonly options: readonly string[];
  readonly allow_text: boolean;
}

/** The rules between the fields of a new prompt that asks for a decision. */
export function checkDecisionFields(prompt: DecisionFields, refuse: (field: string, error: string) => void): void {
  const { decisions, labels: given, options } = prompt;
  if (!decisions) {
    if (given) refuse('labels', 'needs decisions: they are the labels of its buttons');
    if ((prompt.ask_reason ?? 'never') !== 'never')
      refuse('ask_reason', 'needs decisions, such as ["approve","reject"]');
    if ((prompt.reason_wait_sec ?? null) !== null) refuse('reason_wait_sec', 'needs decisions and ask_reason');
    return;
  }
  if (options.length > 0) refuse('decisions', 'cannot be combined with options: give one of the two');
  if (prompt.allow_text)
    refuse('decisions', 'cannot be combined with allow_text: use the decision respond to ask for a text');
  if (decisions.includes('edit') && Object.keys(prompt.action?.args ?? {}).length === 0)
    refuse('decisions', 'edit needs action.args with at least one argument to change');
  const unknown = decisionValues.filter((value) => given?.[value] !== undefined && !decisions.includes(value));
  if (unknown.length > 0) refuse('labels', `names ${unknown.join(', ')}, which decisions does not ask for`);
  const shown = labelsOf(decisions, given).map(foldedLabel);
  const isDefaultOfOther = (value: DecisionValue, place: number) =>
    decisionValues.some((other) => other !== value && foldedLabel(defaultLabels[other]) === shown[place]);
  if (new Set(shown).size !== shown.length || decisions.some(isDefaultOfOther))
    refuse('labels', 'must all be different, also from the default labels of other decisions, as people read them');
}

/** The labels of the buttons, in the order of the decisions. */
export function labelsOf(decisions: readonly DecisionValue[], given: Labels | null): string[] {
  return decisions.map((value) => given?.[value] ?? defaultLabels[value]);
}
