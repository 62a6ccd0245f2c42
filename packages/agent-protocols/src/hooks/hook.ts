import type { PromptRecord } from '@gateway/contract';
import type { NewQuestion } from '../questions.js';

/** The JSON that a host reads as the result of its hook. */
export type HookOutput = Readonly<Record<string, unknown>>;

/** Whether people are asked for words after a press. */
export type AskReason = 'never' | 'on_reject';

/** An event of a host, as questions to people. */
export interface Hook {
  /** Distinguishes events: the same event continues its questions. */
  readonly identity: string;
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

/** The beginning of a text, without half a character at its end. */
export function cutTo(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
