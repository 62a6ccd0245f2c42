import { limits, type PromptRecord } from '@gateway/contract';
import type { NewQuestion } from '../questions.js';
import {
  cutTo,
  identityOf,
  isObject,
  stringIn,
  type Hook,
  type HookEvent,
  type HookOutput,
  type JsonObject,
} from './hook.js';

const DECLINE = 'Decline';
const ACCEPT = 'Accept';
const SKIP = 'Skip';

/** One value of the form that an MCP server wants. */
interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/**
 * Asks for the values of a form, one after the other. Null: not a form. A value that does not fit its schema decides nothing, so that
 * the host shows its own form.
 */
export function elicitationHook(event: HookEvent): Hook | null {
  const server = stringIn(event, 'mcp_server_name');
  const message = stringIn(event, 'message');
  if (server === null || message === null || (event['mode'] ?? 'form') !== 'form') return null;
  const schema = isObject(event['requested_schema']) ? event['requested_schema'] : {};
  const fields = fieldsOf(schema);
  return {
    ...identityOf(
      ['claude-code', event['session_id'], 'Elicitation', server, message, schema],
      event['elicitation_id'],
    ),
    questions: questionsFor(server, message, fields),
    decide: (prompts) => {
      if (prompts.at(-1)?.answer === DECLINE) return output('decline');
      if (prompts.length < Math.max(1, fields.length)) return null;
      const values = fields.map((field, index) => [field.name, valueOf(field, prompts[index])] as const);
      if (values.some(([, value]) => value === invalid)) return null;
      return output('accept', Object.fromEntries(values.filter(([, value]) => value !== undefined)));
    },
    deny: () => output('decline'),
    pass: {},
  };
}

function output(action: 'accept' | 'decline', content?: JsonObject): HookOutput {
  return { hookSpecificOutput: { hookEventName: 'Elicitation', action, ...(content && { content }) } };
}

function fieldsOf({ properties, required }: JsonObject): Field[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    schema: isObject(schema) ? schema : {},
    isRequired: names.includes(name),
  }));
}

function questionsFor(server: string, message: string, fields: readonly Field[]): NewQuestion[] {
  const intro = `The MCP server ${server} asks: ${message}`;
  if (fields.length === 0) return [{ text: cutTo(intro, limits.promptText), options: [ACCEPT, DECLINE] }];
  return fields.map(({ name, schema, isRequired }, index) => {
    const choices = choicesOf(schema);
    const isOfButtons = choices !== null && schema['type'] !== 'array' && choices.every(isLabel);
    const title = stringIn(schema, 'title') ?? name;
    const lines = [
      `${title}${fields.length > 1 ? ` (${index + 1} of ${fields.length})` : ''}`,
      stringIn(schema, 'description'),
      choices && !isOfButtons ? `Choices: ${choices.join(', ')}` : null,
      schema['type'] === 'array' ? 'Several choices: reply with them, separated by commas.' : null,
    ];
    const buttons = [...(isOfButtons ? choices : []), ...(isRequired ? [] : [SKIP]), DECLINE];
    return {
      text: cutTo([intro, ...lines].filter((line) => line !== null).join('\n'), limits.promptText),
      options: [...new Set(buttons)].slice(-limits.options),
      allow_text: !isOfButtons || buttons.length > limits.options,
    };
  });
}

/** The values to choose from; null: any value. */
function choicesOf(schema: JsonObject): string[] | null {
  if (schema['type'] === 'boolean') return ['Yes', 'No'];
  const of = isObject(schema['items']) ? schema['items'] : schema;
  const choices: unknown = of['enum'] ?? constantsIn(of['oneOf'] ?? of['anyOf']);
  return Array.isArray(choices) && choices.every((each) => typeof each === 'string') ? choices : null;
}

function constantsIn(alternatives: unknown): unknown[] | null {
  return Array.isArray(alternatives)
    ? alternatives.map((each: unknown) => (isObject(each) ? each['const'] : null))
    : null;
}

const isLabel = (label: string) => label.trim() !== '' && label.length <= limits.optionLabel;

const invalid = Symbol('invalid');

/** The value of an answer. Undefined: it was skipped. */
function valueOf({ schema, isRequired }: Field, prompt: PromptRecord | undefined): unknown {
  const text = prompt?.answer ?? '';
  if (!isRequired && text === SKIP) return undefined;
  const choices = choicesOf(schema);
  switch (schema['type']) {
    case 'boolean':
      return text === 'Yes' ? true : text === 'No' ? false : invalid;
    case 'number':
    case 'integer': {
      const value = Number(text.replace(',', '.'));
      const isValid =
        text.trim() !== '' && (schema['type'] === 'integer' ? Number.isInteger(value) : Number.isFinite(value));
      return isValid ? value : invalid;
    }
    case 'array': {
      const values = text.split(',').map((each) => each.trim());
      return choices && values.every((each) => choices.includes(each)) ? values : invalid;
    }
    default:
      return choices && !choices.includes(text) ? invalid : text;
  }
}
