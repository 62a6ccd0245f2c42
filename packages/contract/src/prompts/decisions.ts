import { z } from 'zod';
import { labelWords } from './action-voices.js';
import { buttonLabel, foldedLabel } from './labels.js';
import { characters, limits } from '../vocabulary.js';

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

/** Any JSON object. Not a `z.record`, which leaves out the name `__proto__`. */
export const jsonObject = z
  .unknown()
  .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: ({ input }) =>
      `must be an object, not ${Array.isArray(input) ? 'a list' : JSON.stringify(input)?.slice(0, 40)}`,
    abort: true,
  })
  .meta({ type: 'object', additionalProperties: true }) as z.ZodType<Record<string, unknown>, Record<string, unknown>>;

/** The arguments of an action. */
export const actionArgs = jsonObject.refine(
  (args) => new TextEncoder().encode(JSON.stringify(args)).length <= limits.actionArgs,
  { error: `must be at most ${limits.actionArgs} bytes as JSON (64 kB)` },
);
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
          'The arguments, as a JSON object. A name that is given twice is refused, and so is a number that a double would change: send it as a text.',
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

/** The digest of an action. */
export const actionDigest = z.string().regex(/^sha256:[0-9a-f]{64}$/, {
  error: 'must be sha256: and 64 lower-case hexadecimal digits',
});

/** The action, without what is said about it. */
export const exactAction = action.pick({ name: true, args: true }).meta({ id: 'ExactAction' });

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

/** In answers to a question with an `action`. */
export const usedDigest = actionDigest.nullable().optional().meta({
  description:
    'The digest of the action with the arguments to use. Null: there are none to use. Absent: the prompt has no `action`.',
});

/** A person's decision. */
export const decision = z
  .object({
    type: z.literal('decision'),
    value: decisionValue,
    reason: z.string().nullable().meta({ description: 'The words that the person gave with it. Null: none (yet).' }),
    args: jsonObject.nullable().meta({
      description: 'The arguments to use: as asked after `approve`, as changed after `edit`. Null otherwise.',
    }),
    text: z.string().nullable().meta({ description: 'What was said after `respond`. Null otherwise.' }),
    action_digest: usedDigest,
  })
  .meta({ id: 'Decision' });
export type Decision = z.output<typeof decision>;

/** The part of a new prompt that asks for a decision. */
export const newPromptDecision = {
  action: action
    .nullish()
    .transform((given) => given ?? null)
    .meta({ description: 'What the agent is about to do. It is shown with the question.' }),
  approving_options: z
    .array(buttonLabel)
    .min(1)
    .max(limits.options)
    .nullish()
    .transform((labels) => labels ?? null)
    .meta({
      description:
        'With `action` and `options`: those that let the action run, some but not all of them. Default: none does.',
      examples: [['Ship it']],
    }),
  consume_within_sec: z
    .int()
    .min(1)
    .max(limits.consumeWithinSecMax)
    .nullish()
    .transform((seconds) => seconds ?? null)
    .meta({
      description:
        'With `action`: seconds after the answer in which `POST /v1/prompts/{id}/consume` takes the approval. Default: no limit.',
    }),
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
  readonly approving_options: readonly string[] | null;
  readonly consume_within_sec: number | null;
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
  checkApproval(prompt, refuse);
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
  const shown = labelsOf(decisions, given).map((label) => foldedLabel(prompt.action ? labelWords(label) : label));
  const isDefaultOfOther = (value: DecisionValue, place: number) =>
    decisionValues.some((other) => other !== value && foldedLabel(defaultLabels[other]) === shown[place]);
  if (new Set(shown).size !== shown.length || decisions.some(isDefaultOfOther))
    refuse('labels', 'must all be different, also from the default labels of other decisions, as people read them');
}

/** The rules of what lets the action run. */
function checkApproval(
  { action, labels: given, options, approving_options: approving, consume_within_sec: within }: DecisionFields,
  refuse: (field: string, error: string) => void,
): void {
  if (action) checkOwnLabels(given, options, refuse);
  const words = options.map((label) => foldedLabel(labelWords(label)));
  if (action && new Set(words).size !== words.length)
    refuse('options', 'must all be different without the signs that they begin with: the gateway draws its own');
  if (within !== null && !action) refuse('consume_within_sec', 'needs an action: it is what the approval is for');
  if (!approving) return;
  const unknown = approving.find((label) => !options.includes(label));
  if (!action) refuse('approving_options', 'needs an action: it is what the options let run');
  else if (unknown !== undefined)
    refuse('approving_options', `must be some of the options: ${JSON.stringify(unknown)} is none of them`);
  else if (new Set(approving).size === options.length)
    refuse('approving_options', 'must not be all of the options: one must be left that does not let the action run');
}

/** Buttons of the gateway at a question with an action. */
const ownButtons = new Set(['i have it', 'stop', 'take back', 'show all', 'use these', 'discard']);

/** Refuses labels that people would take for a button of the gateway. */
function checkOwnLabels(
  given: Labels | null,
  options: readonly string[],
  refuse: (field: string, error: string) => void,
): void {
  const isOwn = (label: string) => {
    const words = foldedLabel(labelWords(label));
    return ownButtons.has(words) || /^approve for\b/.test(words);
  };
  const error = 'must not be the name of a button of the gateway, such as Take back, Show all or Approve for 1 h';
  if (Object.values(given ?? {}).some(isOwn)) refuse('labels', error);
  if (options.some(isOwn)) refuse('options', error);
}

/** The labels of the buttons, in the order of the decisions. */
export function labelsOf(decisions: readonly DecisionValue[], given: Labels | null): string[] {
  return decisions.map((value) => given?.[value] ?? defaultLabels[value]);
}
