import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { issuesOf } from '../api.js';

/**
 * Shows the server's issues at their fields and focuses the first one. Returns the error when it belongs to no field of the
 * form, to be shown beside the button.
 */
export function showIssues<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values, unknown, FieldValues>, 'getValues' | 'setError'>,
  error: unknown,
  /** The fields that can show an error. */
  known: readonly string[] = Object.keys(form.getValues()),
): unknown {
  const issues = issuesOf(error).filter(({ path }) => known.includes(String(path[0])));
  for (const [index, { path, message }] of issues.entries()) {
    form.setError(path.join('.') as Path<Values>, { message: sentence(message) }, { shouldFocus: index === 0 });
  }
  return issues.length > 0 ? null : error;
}

/** Turns "must not be blank" into "Must not be blank." */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
