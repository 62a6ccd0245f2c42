import { get, type FieldErrors } from 'react-hook-form';
import { sentence } from '../../lib/forms/form-errors.js';

/** The first error of a field or of a part of it, such as one of several patterns, as a sentence. */
export function errorUnder(errors: FieldErrors, field: string): string | undefined {
  const message = messageIn(get(errors, field));
  return message === undefined ? undefined : sentence(message);
}

function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const [name, part] of Object.entries(error)) {
    // The element of the field, which refers to the whole page.
    const message = name === 'ref' ? undefined : messageIn(part);
    if (message !== undefined) return message;
  }
  return undefined;
}
