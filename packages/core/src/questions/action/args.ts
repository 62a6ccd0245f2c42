import { isDeepStrictEqual } from 'node:util';
import { jsonFlawIn, visible, type ActionArgs, type JsonFlaw } from '@gateway/contract';
import type { PromptRow } from '../../ports/rows.js';
import { parseArgs } from '../answer-of.js';

export type Edited =
  | { readonly args: ActionArgs; readonly changed: readonly string[] }
  /** Why the changes were not understood: one sentence that says what to write. */
  | { readonly problem: string };

/**
 * Reads changed arguments as a person writes them: a JSON object, or `key: value` lines. Named keys replace, the others stay as this
 * person has changed them before (`earlier`), or as asked. A value has the type that the argument had; anything else changes nothing.
 */
export function readEdits({ terms }: Pick<PromptRow, 'terms'>, earlier: string | null, text: string): Edited {
  const given = parseObject(text) ?? parseLines(text);
  if (typeof given === 'string') return { problem: given };
  const asked = terms?.action?.args ?? '{}';
  return mergeArgs(parseArgs(asked), given, parseArgs(earlier ?? asked));
}

/** Replaces the named arguments of those `before`; `given` values may be texts that stand for another type. */
export function mergeArgs(
  asked: ActionArgs,
  given: Readonly<Record<string, unknown>>,
  before: ActionArgs = asked,
): Edited {
  const args = new Map(Object.entries(before));
  const named: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(asked, key)) {
      const known = Object.keys(asked).slice(0, 20).map(visible).join(', ');
      return { problem: `There is no argument ${quoted(key)}. The arguments are: ${known}.` };
    }
    const flaw = typeof value === 'string' && typeof asked[key] !== 'string' ? flawOf(value) : null;
    if (flaw) return { problem: problemOf(flaw.kind, key) };
    const read = sameType(asked[key], value);
    if (read === undefined) return { problem: `${quoted(key)} must be ${typeName(asked[key])}.` };
    args.set(key, read);
    named.push(key);
  }
  if (named.length === 0) return { problem: 'Nothing was changed: write the arguments to change.' };
  const isChanged = (key: string) => named.includes(key) || !isDeepStrictEqual(args.get(key), asked[key]);
  return { args: Object.fromEntries(args), changed: [...args.keys()].filter(isChanged) };
}

function parseObject(text: string): Record<string, unknown> | string | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    const flaw = jsonFlawIn(text);
    return flaw ? problemOf(flaw.kind, String(flaw.path[0])) : value;
  } catch {
    return 'This is not a valid JSON object. Write key: value lines, or correct the JSON.';
  }
}

function parseLines(text: string): Record<string, unknown> | string {
  const given = new Map<string, unknown>();
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const at = line.indexOf(':');
    const key = line.slice(0, at).trim();
    if (at < 1 || key === '') return `Each line must be key: value. This one is not: ${quoted(line.trim())}.`;
    if (given.has(key)) return problemOf('repeated_name', key);
    given.set(key, unquoted(line.slice(at + 1).trim()));
  }
  return Object.fromEntries(given);
}

/** A text that is in quotes, as the gateway shows some, without them. */
function unquoted(value: string): string {
  const text = value.startsWith('"') ? fromJson(value, value) : value;
  return typeof text === 'string' ? text : value;
}

/** The value in the type of the one that it replaces; undefined: it has another type. */
function sameType(before: unknown, given: unknown): unknown {
  if (before === null) return typeof given === 'string' ? fromJson(given, given) : given;
  if (typeof before === 'string') return typeof given === 'string' ? given : undefined;
  const value = typeof given === 'string' ? fromJson(given, undefined) : given;
  return kindOf(value) === kindOf(before) ? value : undefined;
}

function fromJson(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

function flawOf(text: string): JsonFlaw | null {
  return fromJson(text, undefined) === undefined ? null : jsonFlawIn(text);
}

function problemOf(kind: JsonFlaw['kind'], key: string): string {
  return kind === 'repeated_name'
    ? `${quoted(key)} has a name twice, or is given twice: write it once.`
    : `The number in ${quoted(key)} would not be kept exactly: write at most 15 digits, or let the agent send it as a text.`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

function typeName(value: unknown): string {
  const names: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    list: 'a JSON list',
    object: 'a JSON object',
  };
  return names[kindOf(value)] ?? 'a value';
}

const quoted = (text: string) => visible(JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text));
