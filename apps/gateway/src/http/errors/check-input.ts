import { jsonFlawTexts, type JsonFlaw, type Route } from '@gateway/contract';
import type { z } from 'zod';
import { HttpError } from './errors.js';
import { flawOf, issuesOf, type Issue } from './issues.js';

/** Longer lists of issues, and longer names, would only repeat a mistake at length. */
const MAX_LISTED_ISSUES = 20;
const MAX_ISSUES_IN_DETAIL = 3;
const MAX_SHOWN_LENGTH = 100;

/**
 * Parses one part of a request. A part without a schema must be empty when it is a query, and is ignored otherwise. Entries are not
 * checked: `flawsOfEntries` does that. Throws `HttpError`.
 */
export function check(
  schema: z.ZodType | null | undefined,
  value: unknown,
  part: 'path' | 'query' | 'body',
  { exactJson, entries }: Pick<Route, 'exactJson' | 'entries'> = {},
): unknown {
  if (!schema) {
    const [unknown] = part === 'query' ? Object.keys(value as object) : [];
    if (unknown !== undefined)
      throw new HttpError(400, {
        detail: `This route does not accept the query parameter ${JSON.stringify(unknown)}.`,
      });
    return undefined;
  }
  const flaw = flawOf(entries ? { ...(value as object), [entries.list]: null } : value, exactJson);
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

/** The codes of the issues. */
const ambiguities: Readonly<Record<JsonFlaw['kind'], string>> = {
  number: 'inexact_number',
  repeated_name: 'repeated_name',
};

/** The error for JSON that programs would read in different ways. */
export function ambiguousJson(kind: JsonFlaw['kind'], path: readonly (string | number)[]): HttpError {
  return invalid([{ path: [...path], message: jsonFlawTexts[kind], code: ambiguities[kind] }], 'body');
}

/** Whether an error is of that kind. */
export function isAmbiguity({ body }: HttpError): boolean {
  return Object.values(ambiguities).includes(body.issues?.[0]?.code ?? '');
}

/** Quotes a name that is not a plain word: without quotes an empty name would be invisible. */
function shownName(name: string | number): string {
  return typeof name === 'number' || /^[\w-]+$/.test(name) ? String(name) : JSON.stringify(name);
}
