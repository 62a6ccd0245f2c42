import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { similarNames } from './similar-names.js';

/** One error in a request, as the error body lists it. `message` continues a sentence whose subject is the path. */
export interface Issue {
  readonly path: (string | number)[];
  readonly message: string;
  readonly code: string;
}

/** Levels of a field. No valid request is nested as deeply. */
const MAX_DEPTH = 32;

/**
 * Finds what no schema checks: texts that a database or a platform cannot store, too deep nesting, and the name `__proto__` except below
 * the path `exactJson`; null: nothing.
 */
export function flawOf(value: unknown, exactJson?: readonly string[], path: (string | number)[] = []): Issue | null {
  if (typeof value === 'string') {
    return isStorable(value)
      ? null
      : { path, message: 'must not contain U+0000 or half of a surrogate pair', code: 'custom' };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (path.length > MAX_DEPTH)
    return { path: path.slice(0, 1), message: `is nested more than ${MAX_DEPTH} levels deep`, code: 'custom' };
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__' && !exactJson?.every((part, place) => path[place] === part)) return unknown([...path, key]);
    if (!isStorable(key))
      return { path, message: 'has a name with U+0000 or half of a surrogate pair', code: 'custom' };
    const flaw = flawOf(inner, exactJson, [...path, Array.isArray(value) ? Number(key) : key]);
    if (flaw) return flaw;
  }
  return null;
}

/** Decoding would replace invalid bytes with U+FFFD, and people would read something other than the agent wrote. */
export function rejectInvalidUtf8(
  _request: IncomingMessage,
  _response: ServerResponse,
  body: Buffer,
  encoding: string,
): void {
  if (encoding === 'utf-8' && !isUtf8(body))
    throw Object.assign(new Error('Invalid UTF-8'), { type: 'charset.unsupported' });
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** Characters of a name that an error repeats. */
const MAX_SHOWN_LENGTH = 100;

function unknown(path: readonly (string | number)[], similar: readonly string[] = []): Issue {
  const shown = path.map((part) => (typeof part === 'string' ? part.slice(0, MAX_SHOWN_LENGTH) : part));
  const question = similar.length === 0 ? '' : ` (did you mean ${similar.join(' or ')}?)`;
  return { path: shown, message: `is unknown${question}`, code: 'unrecognized_keys' };
}

/** A schema's errors, worded so that they tell the fix. */
export function issuesOf(error: z.ZodError, value: unknown, schema: z.ZodType): Issue[] {
  const suggest = suggestionsFor(error, schema);
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknown([...path, key], path.length === 0 ? suggest(key) : []));
    const given = at(value, path);
    return [{ path, message: messageFor(issue, given), code: codeOf(issue) }];
  });
}

/** Suggests fields in place of an unknown one: those with a similar name, or the missing field when exactly one is missing and one unknown. */
function suggestionsFor({ issues }: z.ZodError, schema: z.ZodType): (key: string) => string[] {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const unknownKeys = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const missing = issues.flatMap(({ code, path, message }) =>
    code === 'invalid_type' && path.length === 1 && message.endsWith('received undefined') ? String(path[0]) : [],
  );
  return (key) => {
    const similar = similarNames(key, known);
    return similar.length === 0 && unknownKeys.length === 1 && missing.length === 1 ? missing : similar;
  };
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value);
}

/** A refinement may set a more specific code than `custom`. */
function codeOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'custom' && typeof issue.params?.['code'] === 'string' ? issue.params['code'] : issue.code;
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Keeps messages that a schema defines, and rewords the library's general ones. */
function messageFor(issue: z.core.$ZodIssue, given: unknown): string {
  if (!/^(Invalid|Too (big|small))/.test(issue.message)) return lowerFirst(issue.message);
  switch (issue.code) {
    case 'invalid_type':
      if (given === undefined && issue.path.length > 0) return 'is required';
      if (issue.expected === 'string' && Array.isArray(given)) return 'must be given once, as a string';
      return `must be ${typeNames[issue.expected] ?? issue.expected}, not ${nameOf(given)}`;
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
  return typeof value === 'number' && !Number.isInteger(value)
    ? 'a fraction'
    : (typeNames[typeof value] ?? typeof value);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
