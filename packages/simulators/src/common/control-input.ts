import { ControlError } from '@gateway/sandbox/server';
import type { ControlInput } from './control.js';

/** A value of a control route that must be a text. */
export function textInput(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new ControlError(`${name} must be a text`);
  return value;
}

/** A whole number; in a query string it is a text. */
export function numberInput(value: unknown, name: string): number {
  const found = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof found !== 'number' || !Number.isSafeInteger(found)) throw new ControlError(`${name} must be a number`);
  return found;
}

/** The input, when it has all these values. */
export function requiredInput(input: ControlInput, ...names: string[]): ControlInput {
  for (const name of names) if (input[name] === undefined) throw new ControlError(`${name} is missing`);
  return input;
}
