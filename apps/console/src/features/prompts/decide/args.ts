import type { ActionArgs } from '@gateway/contract';
import { jsonFlawIn, type JsonFlaw } from '@gateway/contract/values';
import { t as texts } from './texts.js';

const t = texts.args;

/** An argument as the form shows it: a text as it is, anything else as JSON. */
export const fieldText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

interface Changes {
  /** The arguments that differ from the ones that were asked. */
  readonly args: ActionArgs;
  /** What is wrong, by argument. */
  readonly problems: Readonly<Record<string, string>>;
}

/** The arguments that were changed in one field each. */
export function changesOfFields(asked: ActionArgs, texts: Readonly<Record<string, string>>): Changes {
  const args = new Map<string, unknown>();
  const problems: Record<string, string> = {};
  for (const [key, before] of Object.entries(asked)) {
    const text = texts[key];
    if (text === undefined || text === fieldText(before)) continue;
    const value = typeof before === 'string' ? text : parsed(text);
    const flaw = typeof before === 'string' || value === undefined ? null : jsonFlawIn(text);
    if (value === undefined || !isSameType(before, value)) problems[key] = enterType(before);
    else if (flaw) problems[key] = enterExact(flaw);
    else args.set(key, value);
  }
  return { args: Object.fromEntries(args), problems };
}

/** The changes in arguments that were written as one JSON object, or why it cannot be used. */
export function changesOfJson(asked: ActionArgs, text: string): ActionArgs | string {
  const given = parsed(text);
  if (kindOf(given) !== 'object') return t.notObject;
  const flaw = jsonFlawIn(text);
  if (flaw) return t.invalid(String(flaw.path[0]), enterExact(flaw));
  const args = new Map<string, unknown>();
  for (const [key, value] of Object.entries(given as ActionArgs)) {
    if (!Object.hasOwn(asked, key)) return t.unknown(key);
    if (!isSameType(asked[key], value)) return t.invalid(key, enterType(asked[key]));
    if (JSON.stringify(value) !== JSON.stringify(asked[key])) args.set(key, value);
  }
  return Object.fromEntries(args);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSameType = (before: unknown, value: unknown) => before === null || kindOf(before) === kindOf(value);

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

const enterExact = ({ kind }: JsonFlaw) => (kind === 'number' ? t.enter.inexact : t.enter.repeated);
const messages: Readonly<Record<string, string>> = t.enter;
const enterType = (value: unknown): string => messages[kindOf(value)] ?? t.enter.other;
