import { formatPromptId, type DecisionValue, type PromptRecord } from '@gateway/contract';
import type { GivenAnswer } from '../answer-form.js';
import { decisionLabel } from '../terms/progress.js';

/** An answer that several prompts accept. */
export interface SharedAnswer {
  readonly label: string;
  readonly answer: GivenAnswer;
}

/** Decisions that need no further input. */
const plain: ReadonlySet<DecisionValue> = new Set(['approve', 'reject']);

/** What alike prompts have in common: the same options, or the same decisions with the same labels. Null: neither. */
export function kindOf({ options, decisions, labels }: PromptRecord): string | null {
  if (decisions) return JSON.stringify([decisions, labels ?? {}]);
  return options.length > 0 ? JSON.stringify(options) : null;
}

export const canBeTicked = (prompt: PromptRecord): boolean => prompt.state === 'pending' && kindOf(prompt) !== null;

/** The answers that all of these prompts accept; empty unless they are alike. */
export function sharedAnswers(prompts: readonly PromptRecord[]): SharedAnswer[] {
  const [first] = prompts;
  if (!first || prompts.some((prompt) => kindOf(prompt) !== kindOf(first))) return [];
  if (!first.decisions) return first.options.map((value) => ({ label: value, answer: { type: 'option', value } }));
  return first.decisions
    .filter((value) => plain.has(value))
    .map((value) => ({ label: decisionLabel(first, value), answer: { type: 'decision', value } }));
}

/** What became of one prompt of a batch. */
export interface BatchResult {
  readonly prompt: PromptRecord;
  /** Null: the answer was accepted. */
  readonly error: unknown;
}

/** So many requests run at the same time. */
const CONCURRENCY = 4;

/**
 * Answers prompts one by one, each by the same rules as a single answer. Stops early when `isStopped`; what was not sent has no result.
 * Rejects never.
 */
export async function answerAll(
  prompts: readonly PromptRecord[],
  send: (num: number) => Promise<void>,
  { onResult, isStopped }: { readonly onResult: (result: BatchResult) => void; readonly isStopped: () => boolean },
): Promise<void> {
  const rest = [...prompts];
  const worker = async () => {
    for (let prompt = rest.shift(); prompt && !isStopped(); prompt = rest.shift()) {
      const error = await send(prompt.prompt_num).then(
        () => null,
        (reason: unknown) => reason ?? new Error('unknown'),
      );
      onResult({ prompt, error });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

export const nameOf = ({ prompt_num: num, text }: PromptRecord): string => `${formatPromptId(num)} ${text}`;
