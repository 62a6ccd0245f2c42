import { ControlError } from '@gateway/sandbox/server';

export type Fields = Record<string, unknown>;

/** The object of that name, parsed when it came as a form's text; undefined when it is none. */
export function objectIn(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  const parsed = typeof value === 'string' ? parse(value) : value;
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : undefined;
}

/** The objects of the list of that name; undefined when it is no list. */
export function listIn(fields: Fields, name: string): Fields[] | undefined {
  const value = fields[name];
  return Array.isArray(value) ? (value as Fields[]) : undefined;
}

/** The text of that name; a number counts as one. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

/** The text of that name in the input of a control route. */
export function requiredText(input: Fields, name: string): string {
  const value = textIn(input, name);
  if (value === undefined) throw new ControlError(`${name} is missing`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
