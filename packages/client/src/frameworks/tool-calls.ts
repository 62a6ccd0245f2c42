import type { Answered, Args, Decision, DecisionValue, Expired, Pending } from '../answers.js';
import type { AskOptions, DecisionRequest } from '../asking.js';
import type { Gateway } from '../gateway.js';

/** A call that a model wants to make, and that a person must decide about. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  readonly summary?: string | undefined;
}

export interface ToolCallOptions extends Pick<AskOptions, 'signal' | 'waitSec'> {
  /**
   * The id of the run, unique for 24 hours. With it, a restarted agent finds the questions that it has asked, by the ids of the tool
   * calls. Default: every call is a new question.
   */
  readonly runId?: string | undefined;
  /** Fields of each question, such as `channel_id`, `ttl_sec` or `ask_reason`. */
  readonly question?: Partial<Omit<DecisionRequest, 'action' | 'decisions'>> | undefined;
}

/** No one decided: the question expired, or the wait is over. This is not a "no". `outcome.promptId` is the question. */
export class UndecidedError extends Error {
  override readonly name = 'UndecidedError';

  constructor(readonly outcome: Expired | Pending) {
    super(`No one has decided about ${outcome.promptId}: it is ${outcome.status}.`);
  }
}

export type Decided<Value extends DecisionValue> = Extract<Decision, { readonly value: Value }>;

/** Asks for a decision about a tool call. */
export async function decideToolCall<const Value extends DecisionValue>(
  gateway: Gateway,
  { id, name, args, summary }: ToolCall,
  decisions: readonly Value[],
  { runId, question, signal, waitSec }: ToolCallOptions,
): Promise<Answered<Decided<Value>> | Expired | Pending> {
  const named = isObject(args) ? args : { input: args };
  const offered = Object.keys(named).length > 0 ? decisions : decisions.filter((value) => value !== 'edit');
  return await gateway.decide<Value>(
    { ...question, action: { name, args: named, summary: summary ?? null }, decisions: offered },
    { signal, waitSec, ...(runId !== undefined && { idempotencyKey: `${runId}:${id}` }) },
  );
}

/** The decision, or `UndecidedError`. */
export function requireDecision<D extends Decision>(outcome: Answered<D> | Expired | Pending): D {
  if (outcome.status !== 'answered') throw new UndecidedError(outcome);
  return outcome.answer;
}

/** What the model is told about a rejection. */
export function rejection(reason: string | null): string {
  return reason ?? 'A person rejected this call.';
}

function isObject(value: unknown): value is Args {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
