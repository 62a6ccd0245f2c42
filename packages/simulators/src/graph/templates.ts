import type { GraphError } from './errors.js';

export interface TemplateOptions {
  name: string;
  /** Default: en. */
  language?: string;
  /** Default: APPROVED. */
  status?: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED';
  /** Default: UTILITY. */
  category?: 'UTILITY' | 'MARKETING';
  /** The text with its parameters `{{1}}`, `{{2}}`. */
  body?: string;
  /** The label of its only button. */
  button?: string;
}

export type Template = Required<TemplateOptions>;

/** The templates of an account, with the text of the guides unless another one is given. */
export function createTemplates(buttonType: 'QUICK_REPLY' | 'POSTBACK') {
  const templates: Template[] = [];
  return {
    add(options: TemplateOptions): void {
      templates.push({
        language: 'en',
        status: 'APPROVED',
        category: 'UTILITY',
        body: 'Request {{1}} is waiting for your decision. Press the button to read it.',
        button: 'Show the question',
        ...options,
      });
    },
    find: (name: string, language: string): Template | undefined =>
      templates.find((template) => template.name === name && template.language === language),
    /** The answer of the edge `message_templates`: those whose names contain the given one. */
    list: (name: string): object => ({
      data: templates
        .filter((template) => template.name.includes(name))
        .map(({ name: own, language, status, category, body, button }, index) => ({
          id: String(600_000_000_000_001 + index),
          name: own,
          language,
          status,
          category,
          components: [
            { type: 'BODY', text: body },
            { type: 'BUTTONS', buttons: [{ type: buttonType, text: button }] },
          ],
        })),
    }),
  };
}

export type Templates = ReturnType<typeof createTemplates>;

/** The text of a template with its parameters filled in; `mismatch` is thrown when their number differs. */
export function filledIn({ body }: Template, parameters: readonly string[], mismatch: GraphError): string {
  if ((body.match(/\{\{\d+\}\}/g) ?? []).length !== parameters.length) throw mismatch;
  return body.replace(/\{\{(\d+)\}\}/g, (_, place: string) => parameters[Number(place) - 1] ?? '');
}
