import { ControlError } from '@gateway/sandbox/server';

export type Fields = Record<string, unknown>;

/** The object with this name, possibly sent as JSON text in a form; undefined when it is not an object. */
export function objectIn(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  const parsed = typeof value === 'string' ? parse(value) : value;
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : undefined;
}

/** The objects of the list with this name; undefined when it is not a list. */
export function listIn(fields: Fields, name: string): Fields[] | undefined {
  const value = fields[name];
  return Array.isArray(value) ? (value as Fields[]) : undefined;
}

/** The text with this name; a number becomes a text. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

/** A required text of a control route. */
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
