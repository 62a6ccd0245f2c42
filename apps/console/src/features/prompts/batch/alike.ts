import type { DecisionValue, PromptRecord } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import type { GivenAnswer } from '../answer/answer-form.js';
import { drawnDecision } from '../terms/progress.js';
import { drawnLabel } from '../voices.js';

/** An answer that several prompts accept. */
export interface SharedAnswer {
  /** As people see it. */
  readonly label: string;
  readonly answer: GivenAnswer;
}

/** Decisions that need no further input. */
const plain: ReadonlySet<DecisionValue> = new Set(['approve', 'reject']);

/** What alike prompts ask about: the channel, the name of the action and its risk, and the policy as it was. */
export function subjectOf({ channel_id, action, policy }: PromptRecord): string {
  return JSON.stringify([channel_id, action?.name ?? null, action?.risk ?? null, policy ?? null]);
}

/**
 * What prompts that are answered together have in common: what they ask about, and the same options that let the same
 * run, or the same decisions with the same labels. Null: a prompt without either.
 */
export function kindOf(prompt: PromptRecord): string | null {
  const { options, decisions, labels } = prompt;
  if (!decisions && options.length === 0) return null;
  const answers = decisions ? [decisions, labels ?? {}] : [options, prompt.approving_options ?? null];
  return JSON.stringify([subjectOf(prompt), answers]);
}

/** Why a prompt cannot be answered together with others; null: it can. High risk needs a look at each prompt. */
export function tickRefusal(prompt: PromptRecord, opened: ReadonlySet<number>): 'kind' | 'unseen' | null {
  if (prompt.state !== 'pending' || kindOf(prompt) === null) return 'kind';
  return prompt.action?.risk === 'high' && !opened.has(prompt.prompt_num) ? 'unseen' : null;
}

/** The answers that all of these prompts accept; empty unless they are alike. */
export function sharedAnswers(prompts: readonly PromptRecord[]): SharedAnswer[] {
  const [first] = prompts;
  if (!first || prompts.some((prompt) => kindOf(prompt) !== kindOf(first))) return [];
  if (!first.decisions)
    return first.options.map((value) => ({
      label: drawnLabel(first, value, shownText(value)),
      answer: { type: 'option', value },
    }));
  return first.decisions
    .filter((value) => plain.has(value))
    .map((value) => ({ label: drawnDecision(first, value), answer: { type: 'decision', value } }));
}

/** An argument in which prompts differ: its name, and its value for each prompt; undefined: the prompt does not have it. */
export interface Difference {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** The arguments that are not the same in all of these prompts, in the order of their first appearance. */
export function differences(prompts: readonly PromptRecord[]): Difference[] {
  const all = prompts.map(({ action }): Readonly<Record<string, unknown>> => action?.args ?? {});
  const names = [...new Set(all.flatMap((args) => Object.keys(args)))];
  return names
    .map((name) => ({ name, values: all.map((args) => (Object.hasOwn(args, name) ? args[name] : undefined)) }))
    .filter(({ values }) => new Set(values.map((value) => JSON.stringify(value))).size > 1);
}

/** The arguments that are the same in all of these prompts, with their values. */
export function commonArguments(prompts: readonly PromptRecord[]): (readonly [name: string, value: unknown])[] {
  const differing = new Set(differences(prompts).map(({ name }) => name));
  return Object.entries(prompts[0]?.action?.args ?? {}).filter(([name]) => !differing.has(name));
}
