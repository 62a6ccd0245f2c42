import { z } from 'zod';
import { characters, limits } from '../vocabulary.js';

/** Limits of what a rule says. */
export const ruleLimits = {
  actions: 50,
  when: 2000,
  path: 255,
  title: 200,
  fields: 30,
  name: 128,
  names: 200,
  reason: 300,
  positionMax: 1_000_000,
  pastDays: 90,
  /** Past actions that a comparison reads. */
  pastActions: 10_000,
} as const;

/** Names joined by dots, such as `customer.id`. They walk objects only, not lists. */
export const argumentPath = characters(ruleLimits.path, 1)
  .refine((path) => path.split('.').every((name) => name !== ''), {
    error: 'must be names of arguments joined by dots, such as customer.id',
  })
  .meta({ examples: ['customer.id'] });

/** The placeholders of a title. */
export const titlePlaceholders = /\{\{([^{}]*)\}\}/g;

/** The path of an argument in a placeholder; null: it is not one of an argument. */
export function pathInPlaceholder(inner: string): string | null {
  const name = inner.trim();
  const path = name.startsWith('args.') ? name.slice('args.'.length) : '';
  return argumentPath.safeParse(path).success ? path : null;
}

const title = characters(ruleLimits.title, 1)
  .refine((text) => !/[\r\n]/.test(text), { error: 'must be one line' })
  .refine(
    (text) =>
      [...text.matchAll(titlePlaceholders)].every(([, inner = '']) => pathInPlaceholder(inner) !== null) &&
      !text.replaceAll(titlePlaceholders, '').includes('{{'),
    {
      error: 'may contain placeholders of arguments only, such as {{args.service}}',
    },
  )
  .meta({ examples: ['Deploy {{args.service}} to {{args.env}}'] });

/** How the value of an argument is drawn. */
export const fieldForms = ['text', 'code', 'diff', 'money', 'time', 'link'] as const;

/** How a rule draws one argument. */
export const ruleField = z
  .strictObject({
    path: argumentPath,
    label: characters(limits.optionLabel, 1).refine((label) => label.trim() !== '' && !/[\r\n]/.test(label), {
      error: 'must be one line that is not blank',
    }),
    as: z
      .enum(fieldForms)
      .nullish()
      .transform((form) => form ?? 'text')
      .meta({
        description:
          '`code` and `diff`: on lines of its own. `money`: with separators of thousands. `time`: as a date in UTC. `link`: the whole https address. Default: `text`.',
      }),
    names: z
      .record(z.string().max(ruleLimits.name), characters(ruleLimits.name, 1))
      .refine((names) => Object.keys(names).length <= ruleLimits.names, {
        error: `must have at most ${ruleLimits.names} entries`,
      })
      .nullish()
      .transform((names) => names ?? null)
      .meta({ description: 'Names beside values: `{"cus_123": "ACME"}` draws `cus_123 (ACME)`.' }),
  })
  .meta({ id: 'RuleField' });
export type RuleField = z.output<typeof ruleField>;

/** How the gateway draws the actions that match a rule. */
export const ruleDrawing = {
  title: title.nullable().meta({
    description: 'One line above the arguments. A value has at most 80 characters; a missing one is `(missing)`.',
  }),
  fields: z.array(ruleField).max(ruleLimits.fields).nullable().meta({
    description: 'The arguments to draw first, with labels. All other arguments follow under their own keys.',
  }),
};

/** An action as its rule draws it. */
export const drawnAction = z
  .object({
    title: z.string().nullable(),
    fields: z.array(
      z.object({
        path: z.string().meta({ description: 'The argument. What no field names follows under its own key.' }),
        label: z.string(),
        value: z.string().meta({ description: 'In visible form. `(missing)`: the action has no such argument.' }),
        as: z.enum(fieldForms),
      }),
    ),
  })
  .meta({ id: 'DrawnAction' });
export type DrawnAction = z.output<typeof drawnAction>;
