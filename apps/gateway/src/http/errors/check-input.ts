import type { z } from 'zod';
import { HttpError } from './errors.js';
import { flawOf, issuesOf, type Issue } from './issues.js';

/** Longer lists of issues, and longer names, would only repeat a mistake at length. */
const MAX_LISTED_ISSUES = 20;
const MAX_ISSUES_IN_DETAIL = 3;
const MAX_SHOWN_LENGTH = 100;

/** Parses one part of a request. A part without a schema must be empty when it is a query, and is ignored otherwise. Throws `HttpError`. */
export function check(schema: z.ZodType | null | undefined, value: unknown, part: 'path' | 'query' | 'body'): unknown {
  if (!schema) {
    const [unknown] = part === 'query' ? Object.keys(value as object) : [];
    if (unknown !== undefined)
      throw new HttpError(400, {
        detail: `This route does not accept the query parameter ${JSON.stringify(unknown)}.`,
      });
    return undefined;
  }
  const flaw = flawOf(value);
  if (flaw) throw invalid([flaw], part);
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(issuesOf(result.error, value, schema), part);
  return result.data;
}

export function invalid(issues: readonly Issue[], part: string): HttpError {
  const sentences = issues.slice(0, MAX_ISSUES_IN_DETAIL).map(({ path, message }) => {
    const subject = path.length > 0 ? path.map(shownName).join('.').slice(0, MAX_SHOWN_LENGTH) : `The ${part}`;
    return `${subject} ${message}`;
  });
  const rest = issues.length - sentences.length;
  return new HttpError(400, {
    detail: `${sentences.join('; ')}${rest > 0 ? ` (and ${rest} more)` : ''}.`,
    issues: issues.slice(0, MAX_LISTED_ISSUES),
  });
}

/** The error for a number that a program would read as another one. */
export function inexactNumber(path: readonly (string | number)[]): HttpError {
  const message = 'is a number that would not be kept exactly: send it as a text';
  return invalid([{ path: [...path], message, code: 'inexact_number' }], 'body');
}

/** Quotes a name that is not a plain word: without quotes an empty name would be invisible. */
function shownName(name: string | number): string {
  return typeof name === 'number' || /^[\w-]+$/.test(name) ? String(name) : JSON.stringify(name);
}
