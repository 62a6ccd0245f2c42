import type { Answered, Args, Decision, DecisionValue, Expired, Outcome, Pending } from '../answers.js';
import { decisionPrompt, type AskOptions, type DecisionRequest } from '../asking.js';
import { utf8 } from '../bytes.js';
import { GatewayError } from '../errors.js';
import type { Gateway } from '../gateway.js';
import type { NewPrompt } from '../generated/contract.js';

/** A call that a model wants to make, and that a person must decide about. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  readonly summary?: string | undefined;
}

export interface ToolCallOptions extends Pick<AskOptions, 'signal' | 'waitSec'> {
  /**
   * The id of the run, unique for 24 hours. With it, a restarted agent finds the questions that it has asked, by the ids and inputs of
   * the tool calls. Default: every call is a new question.
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

/** A question of a helper. `key`: its idempotency key. */
export interface Asking {
  readonly prompt: NewPrompt;
  readonly key: string;
}

/** Asks all questions at once, and waits for all answers. */
export async function askAll(
  gateway: Gateway,
  asking: readonly Asking[],
  { signal, waitSec }: Pick<ToolCallOptions, 'signal' | 'waitSec'>,
): Promise<PromiseSettledResult<Outcome>[]> {
  const prompts = asking.map(({ prompt }) => prompt);
  return await gateway.askAll(prompts, { signal, waitSec, idempotencyKeys: asking.map(({ key }) => key) });
}

/** The value of a result, or its error. */
export function valueOf<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** The question about a tool call. */
export async function askingAbout(
  { id, name, args, summary }: ToolCall,
  decisions: readonly DecisionValue[],
  { runId, question }: ToolCallOptions,
): Promise<Asking> {
  const named = namedArgs(args);
  const offered = Object.keys(named).length > 0 ? decisions : decisions.filter((value) => value !== 'edit');
  const action = { name, args: named, summary: summary ?? null };
  return {
    prompt: decisionPrompt({ ...question, action, decisions: offered }),
    key: await questionKey(runId, id, [name, named]),
  };
}

type DecisionOutcome<Value extends DecisionValue> = Answered<Decided<Value>> | Expired | Pending;

/** Asks for decisions about tool calls, all at once. The results are in the order of the calls. */
export async function decideToolCalls<const Value extends DecisionValue>(
  gateway: Gateway,
  calls: readonly ToolCall[],
  decisions: readonly Value[],
  options: ToolCallOptions,
): Promise<PromiseSettledResult<DecisionOutcome<Value>>[]> {
  const asking = await Promise.all(calls.map((call) => askingAbout(call, decisions, options)));
  return (await askAll(gateway, asking, options)) as PromiseSettledResult<DecisionOutcome<Value>>[];
}

/** Asks for a decision about a tool call. */
export async function decideToolCall<const Value extends DecisionValue>(
  gateway: Gateway,
  call: ToolCall,
  decisions: readonly Value[],
  options: ToolCallOptions,
): Promise<DecisionOutcome<Value>> {
  const [result] = await decideToolCalls(gateway, [call], decisions, options);
  return valueOf(result as PromiseSettledResult<DecisionOutcome<Value>>);
}

/**
 * Why a call must not run, for the model. Null: it may run now, after `edit` with the changed arguments. Uses the approval, so call it
 * right before the call runs.
 */
export async function refusalOf(
  gateway: Gateway,
  { promptId, answer }: Answered<Decided<'approve' | 'edit' | 'reject'>>,
  call: Pick<ToolCall, 'name' | 'args'>,
  { signal }: Pick<ToolCallOptions, 'signal'>,
): Promise<string | null> {
  if (answer.value === 'reject') return answer.reason ?? 'A person rejected this call.';
  const args = answer.value === 'edit' ? answer.args : namedArgs(call.args);
  try {
    // `consume` makes a random key, which no one else knows, and repeats a request whose reply was lost with the same key. So a reply with
    // `replayed` answers the first request of this very call: it used the approval, and no one else did.
    await gateway.consume(promptId, { action: { name: call.name, args } }, { signal });
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 409 || error.retryable) throw error;
    return `${refusals[error.code ?? ''] ?? error.body.detail} This call was not run.`;
  }
}

const refusals: Readonly<Record<string, string>> = {
  already_consumed: 'The approval was used already.',
  approval_lapsed: 'The approval has lapsed.',
  approval_withdrawn: 'The approval was taken back.',
  action_changed: 'The approval is for another action.',
  prompt_not_approved: 'There is no approval.',
};

/** The arguments of a call as an action has them. */
function namedArgs(args: unknown): Args {
  return isObject(args) ? args : { input: args };
}

/**
 * The key of the question about a call, random without `runId`. The input is a part of it, so that an id that is used again does not find
 * another answer.
 */
export async function questionKey(runId: string | undefined, id: string, input: unknown): Promise<string> {
  if (runId === undefined) return crypto.randomUUID();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(input, sortFields))));
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${runId}:${id}:${hex.slice(0, 32)}`;
}

/** A database of checkpoints may have changed the order of fields. */
function sortFields(_key: string, part: unknown): unknown {
  if (!isObject(part)) return part;
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The outcome with its decision, or `UndecidedError`. */
export function requireAnswered<D extends Decision>(outcome: Answered<D> | Expired | Pending): Answered<D> {
  if (outcome.status !== 'answered') throw new UndecidedError(outcome);
  return outcome;
}

function isObject(value: unknown): value is Args {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
