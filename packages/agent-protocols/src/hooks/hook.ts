import { jsonFlawIn, type JsonFlaw, type PromptRecord } from '@gateway/contract';
import { digest, type NewQuestion } from '../questions.js';

/** The JSON that a host reads as the result of its hook. */
export type HookOutput = Readonly<Record<string, unknown>>;

/** Whether people are asked for words after a press. */
export type AskReason = 'never' | 'on_reject';

/** What makes two events of hosts the same. */
export interface EventIdentity {
  /** A hash of the event: the same event continues its questions. */
  readonly identity: string;
  /** The host gave the event no id, so an equal event may be another one: an answer is used once. */
  readonly isUsedOnce: boolean;
}

/** An event of a host, as questions to people. */
export interface Hook extends EventIdentity {
  /** They are asked one after the other. */
  readonly questions: readonly NewQuestion[];
  /** The result when a question has been answered. Null: the next question decides, or no answer that the host accepts was given. */
  decide(answers: readonly PromptRecord[]): HookOutput | null;
  /** The result when people decided nothing and the caller wants that to be a denial. */
  deny(reason: string): HookOutput;
  /** The result when nothing was decided: the host asks in its own way. */
  readonly pass: HookOutput;
}

/** Translates an event. Null: hooks of this host decide nothing about such an event. */
export type Translator = (event: HookEvent, options: { readonly askReason: AskReason }) => Hook | null;

/** The input is a part of the identity: an id that is used again with another input is another event. */
export function identityOf(event: readonly unknown[], id: unknown): EventIdentity {
  const isUsedOnce = typeof id !== 'string' || id === '';
  return { identity: digest([...event, isUsedOnce ? null : id]), isUsedOnce };
}

export type HookEvent = Readonly<Record<string, unknown>>;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of an event that must be a string; null: it is missing or something else. */
export function stringIn(event: JsonObject, field: string): string | null {
  const value = event[field];
  return typeof value === 'string' ? value : null;
}

/** A text field that some hosts write as an object and others as JSON. Null: neither. */
export function objectIn(event: JsonObject, field: string): JsonObject | null {
  const value = event[field];
  if (isObject(value)) return value;
  if (typeof value !== 'string') return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** What programs would read in different ways in the input of a tool, at a path such as `tool_input.id`; null: nothing. */
export function inputFlaw(json: string, event: HookEvent): JsonFlaw | null {
  for (const field of ['tool_input', 'toolArgs']) {
    const value = event[field];
    const isJson = typeof value === 'string' && objectIn(event, field) !== null;
    const flaw = isJson ? jsonFlawIn(value) : jsonFlawIn(json, [field]);
    if (flaw) return isJson ? { ...flaw, path: [field, ...flaw.path] } : flaw;
  }
  return null;
}

/** The beginning of a text, without half a character at its end. */
export function cutTo(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
