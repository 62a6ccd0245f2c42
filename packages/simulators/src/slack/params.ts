import type { RequestBody } from '@gateway/sandbox/server';
import { SlackError } from './errors.js';

/** A call's arguments. Objects are JSON text in a form, and plain in a JSON body. */
export interface Params {
  readonly all: Readonly<Record<string, unknown>>;
  text(name: string): string | undefined;
  /** Throws `invalid_arguments` when the argument is missing. */
  required(name: string): string;
  json(name: string): unknown;
}

export function createParams({ fields }: RequestBody): Params {
  const text = (name: string): string | undefined => {
    const value = fields[name];
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    all: fields,
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) {
        throw new SlackError('invalid_arguments', { messages: [`[ERROR] missing required field: ${name}`] });
      }
      return value;
    },
    json(name) {
      const value = fields[name];
      if (typeof value !== 'string') return value ?? undefined;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        throw new SlackError(name === 'blocks' ? 'invalid_blocks_format' : 'invalid_arguments');
      }
    },
  };
}
