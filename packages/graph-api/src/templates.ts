import type { TemplateRef } from '@gateway/platform-kit';
import { z } from 'zod';
import { matching } from './webhook.js';

/** The fields of a template that `templateProblem` reads. */
export const TEMPLATE_FIELDS = 'name,language,status,category,components';

const listed = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string().optional(),
  category: z.string().optional(),
  components: z
    .array(
      z.object({
        type: z.string(),
        text: z.string().optional(),
        buttons: z.array(z.object({ type: z.string() })).optional(),
      }),
    )
    .optional(),
});

/** How templates of a platform are made. */
export interface TemplateKind {
  /** What has the templates, for the error message. */
  readonly owner: string;
  /** The type of the button whose press comes back with a payload. */
  readonly button: 'QUICK_REPLY' | 'POSTBACK';
}

/** Why a template cannot stand for a question, from the answer of an edge `message_templates`; null: it can. */
export function templateProblem(answer: object, { name, language }: TemplateRef, kind: TemplateKind): string | null {
  const { data } = z.object({ data: z.unknown() }).parse(answer);
  // The search by name also finds other templates.
  const versions = matching(listed, data).filter((template) => template.name === name);
  if (versions.length === 0)
    return `There is no template "${name}" in ${kind.owner}: create it with the text in the guide.`;
  const found = versions.find((template) => template.language === language);
  if (!found) {
    const languages = versions.map((template) => template.language).join(', ');
    return `The template "${name}" exists in ${languages}, not in ${language}: enter a language that it has.`;
  }
  const { status = 'APPROVED', category = 'UTILITY', components } = found;
  if (status !== 'APPROVED')
    return `The template "${name}" in ${language} cannot be sent, because its status is ${status}: wait for the approval, or create another one.`;
  if (category !== 'UTILITY')
    return `Meta has the template "${name}" in the category ${category}, which it limits and bills differently: create another one with the text in the guide.`;
  if (components && !isRight(components, kind))
    return `The template "${name}" must have one parameter in its text and one button of the type ${kind.button}: create another one with the text in the guide.`;
  return null;
}

function isRight(components: NonNullable<z.output<typeof listed>['components']>, { button }: TemplateKind): boolean {
  const parameters = components.flatMap(({ type, text = '' }) =>
    type === 'BUTTONS' ? [] : (text.match(/\{\{\s*\w+\s*\}\}/g) ?? []).map(() => type),
  );
  const buttons = components.flatMap((component) => component.buttons ?? []);
  return parameters.join() === 'BODY' && buttons.length === 1 && buttons[0]?.type === button;
}
