import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { nearNames } from './near-names.js';

/** One thing that is wrong with a request, as the error body lists it. `message` continues a sentence that begins with the path. */
export interface Issue {
  readonly path: (string | number)[];
  readonly message: string;
  readonly code: string;
}

/** Deeper than any request of the interface. */
const DEEPEST = 32;

/** What no schema sees: texts that a database or a platform could not take, a name that libraries pass over, bottomless nesting. */
export function flawOf(value: unknown, path: (string | number)[] = []): Issue | null {
  if (typeof value === 'string') {
    return isStorable(value)
      ? null
      : { path, message: 'must not hold U+0000 or half of a surrogate pair', code: 'custom' };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (path.length >= DEEPEST)
    return { path: path.slice(0, 1), message: `is nested more than ${DEEPEST} levels deep`, code: 'custom' };
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return unknown([...path, key]);
    if (!isStorable(key))
      return { path, message: 'has a name with U+0000 or half of a surrogate pair', code: 'custom' };
    const flaw = flawOf(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (flaw) return flaw;
  }
  return null;
}

/** Decoding would put U+FFFD in place of what is broken, and a person would be asked something else than the agent wrote. */
export function rejectInvalidUtf8(
  _request: IncomingMessage,
  _response: ServerResponse,
  body: Buffer,
  encoding: string,
): void {
  if (encoding === 'utf-8' && !isUtf8(body))
    throw Object.assign(new Error('Broken UTF-8'), { type: 'charset.unsupported' });
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** Names longer than this would only echo a mistake at length. */
const SHOWN_NAME = 100;

function unknown(path: readonly (string | number)[], meant: readonly string[] = []): Issue {
  const shown = path.map((part) => (typeof part === 'string' ? part.slice(0, SHOWN_NAME) : part));
  const question = meant.length === 0 ? '' : ` (did you mean ${meant.join(' or ')}?)`;
  return { path: shown, message: `is not known here${question}`, code: 'unrecognized_keys' };
}

/** What a schema found, in words that tell the fix. */
export function issuesOf(error: z.ZodError, value: unknown, schema: z.ZodType): Issue[] {
  const meantBy = guesser(error, schema);
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknown([...path, key], path.length === 0 ? meantBy(key) : []));
    const given = at(value, path);
    return [{ path, message: words(issue, given), code: codeOf(issue) }];
  });
}

/** Finds the fields that an unknown one may stand for: near names, or the one field that is missing where one is unknown. */
function guesser({ issues }: z.ZodError, schema: z.ZodType): (key: string) => string[] {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const strange = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const missing = issues.flatMap(({ code, path, message }) =>
    code === 'invalid_type' && path.length === 1 && message.endsWith('received undefined') ? String(path[0]) : [],
  );
  return (key) => {
    const near = nearNames(key, known);
    return near.length === 0 && strange.length === 1 && missing.length === 1 ? missing : near;
  };
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value);
}

/** A refinement may name a more telling code than `custom`. */
function codeOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'custom' && typeof issue.params?.['code'] === 'string' ? issue.params['code'] : issue.code;
}

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** A schema's own words are kept; the library's general ones are said plainly. */
function words(issue: z.core.$ZodIssue, given: unknown): string {
  if (!/^(Invalid|Too (big|small))/.test(issue.message)) return lowerFirst(issue.message);
  switch (issue.code) {
    case 'invalid_type':
      if (given === undefined && issue.path.length > 0) return 'is required';
      if (issue.expected === 'string' && Array.isArray(given)) return 'must be given once, as a string';
      return `must be ${kinds[issue.expected] ?? issue.expected}, not ${nameOf(given)}`;
    case 'too_small':
    case 'too_big':
      return bounds(issue);
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `must be ${issue.format === 'uuid' ? 'a UUID' : issue.format === 'datetime' ? 'a time such as 2026-03-01T12:00:00Z' : `a valid ${issue.format}`}`;
    default:
      return lowerFirst(issue.message);
  }
}

function bounds(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const [limit, side] = issue.code === 'too_small' ? [issue.minimum, 'at least'] : [issue.maximum, 'at most'];
  if (issue.origin === 'string')
    return issue.code === 'too_small' && limit === 1 ? 'must not be empty' : `must be ${side} ${limit} characters`;
  if (issue.origin === 'array' || issue.origin === 'set')
    return `must have ${side} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  return `must be ${side} ${limit}`;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'number' && !Number.isInteger(value) ? 'a fraction' : (kinds[typeof value] ?? typeof value);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
