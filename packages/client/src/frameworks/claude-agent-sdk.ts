import type { Args } from '../answers.js';
import type { Gateway } from '../gateway.js';
import {
  askAll,
  decideToolCall,
  questionKey,
  refusalOf,
  UndecidedError,
  valueOf,
  type ToolCallOptions,
} from './tool-calls.js';

export type { ToolCallOptions } from './tool-calls.js';

export interface CanUseToolOptions extends Omit<ToolCallOptions, 'signal'> {
  /** Default: `approve` and `reject`. With `edit`, people can change the input of the tool. */
  readonly decisions?: readonly ('approve' | 'reject' | 'edit')[];
}

type PermissionResult =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string; interrupt?: boolean };

/** What the Claude Agent SDK tells about a call. */
interface PermissionContext {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
  readonly title?: string;
  readonly description?: string;
}

/**
 * The option `canUseTool` of the Claude Agent SDK: people decide about tool calls and answer the questions of `AskUserQuestion`. An
 * approval lets one call run. When
 * no one decides in time, the run is interrupted, so that the model does not take it for a rejection.
 */
export function canUseTool(gateway: Gateway, options: CanUseToolOptions = {}) {
  return asking(gateway, options, () => {});
}

/**
 * `canUseTool` for people who can edit, with a hook that tells the model what they changed: `query({ prompt, options: approvals(gateway) })`.
 * Without it, the model sees the result of a call that it did not make. Default of `decisions`: `approve`, `reject` and `edit`.
 */
export function approvals(gateway: Gateway, options: CanUseToolOptions = {}) {
  const edited = new Map<string, Args>();
  const tell = (_input: unknown, id = ''): Promise<HookOutput> => {
    const args = edited.get(id);
    edited.delete(id);
    if (!args) return Promise.resolve({});
    const additionalContext = `A person changed the input of this call before it ran. It ran with: ${JSON.stringify(args)}`;
    return Promise.resolve({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext } });
  };
  return {
    canUseTool: asking(gateway, { decisions: ['approve', 'reject', 'edit'], ...options }, (id, args) => {
      edited.set(id, args);
    }),
    hooks: { PostToolUse: [{ hooks: [tell] }] },
  };
}

type HookOutput = { hookSpecificOutput?: { hookEventName: 'PostToolUse'; additionalContext: string } };

function asking(
  gateway: Gateway,
  { decisions = ['approve', 'reject'], ...options }: CanUseToolOptions,
  onEdited: (id: string, args: Args) => void,
) {
  return async (name: string, input: Args, context: PermissionContext): Promise<PermissionResult> => {
    const { signal, toolUseID: id, title, description } = context;
    const waiting = { ...options, signal };
    if (name === 'AskUserQuestion') return await answerQuestions(gateway, id, input as unknown as Questions, waiting);
    const summary = [title, description].filter(Boolean).join('\n') || undefined;
    const call = { id, name, args: input, summary };
    const outcome = await decideToolCall(gateway, call, decisions, waiting);
    if (outcome.status !== 'answered') return undecided(new UndecidedError(outcome));
    const refusal = await refusalOf(gateway, outcome, call, waiting);
    if (refusal !== null) return { behavior: 'deny', message: refusal };
    if (outcome.answer.value !== 'edit') return { behavior: 'allow', updatedInput: input };
    onEdited(id, outcome.answer.args);
    return { behavior: 'allow', updatedInput: outcome.answer.args };
  };
}

/** The input of the tool `AskUserQuestion`. */
interface Questions {
  readonly questions: readonly {
    readonly question: string;
    readonly options: readonly { readonly label: string; readonly description?: string }[];
    readonly multiSelect?: boolean;
  }[];
}

async function answerQuestions(
  gateway: Gateway,
  id: string,
  input: Questions,
  { runId, signal, waitSec, question: { channel_id, ttl_sec } = {} }: ToolCallOptions,
): Promise<PermissionResult> {
  const asking = input.questions.map(async ({ question, options, multiSelect = false }, index) => {
    const choices = options.map(({ label, description = '' }) => (description ? `${label}: ${description}` : label));
    const several = multiSelect ? ['Several can be chosen: reply with their names.'] : [];
    const prompt = {
      channel_id,
      ttl_sec,
      text: [question, ...choices, ...several].join('\n'),
      options: options.map(({ label }) => label),
      allow_text: true,
    };
    return { prompt, key: await questionKey(runId, `${id}-${index}`, input) };
  });
  const results = await askAll(gateway, await Promise.all(asking), { signal, waitSec });
  const answers: Record<string, string> = {};
  for (const [index, { question }] of input.questions.entries()) {
    const outcome = valueOf(results[index] as (typeof results)[number]);
    if (outcome.status !== 'answered') return undecided(new UndecidedError(outcome));
    answers[question] = outcome.answer.value;
  }
  return { behavior: 'allow', updatedInput: { ...input, answers } };
}

function undecided({ message }: UndecidedError): PermissionResult {
  return { behavior: 'deny', message, interrupt: true };
}
