import type { Args } from '../answers.js';
import type { Gateway } from '../gateway.js';
import {
  decideToolCall,
  decideToolCalls,
  refusalOf,
  requireAnswered,
  UndecidedError,
  valueOf,
  type ToolCallOptions,
} from './tool-calls.js';

export { UndecidedError, type ToolCallOptions } from './tool-calls.js';

interface SdkToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

export interface ToolApprovalOptions extends ToolCallOptions {
  /** The tools that need an approval. Default: all. */
  readonly tools?: readonly string[];
  /**
   * What becomes of a call about which no one decides in time. `user-approval`: it is left to the approval of the AI SDK, which ends a run
   * without a user. `deny`: it does not run, and the model is told that no one has decided. `throw`: `UndecidedError`, for the result of
   * the tool. A function is told of the error, and returns one of these. Default: `user-approval`.
   */
  readonly onUndecided?: OnUndecided | ((error: UndecidedError) => OnUndecided | Promise<OnUndecided>) | undefined;
}

type OnUndecided = 'deny' | 'throw' | 'user-approval';

type ToolApprovalStatus =
  | 'not-applicable'
  | 'user-approval'
  | { type: 'approved'; reason?: string }
  | { type: 'denied'; reason?: string };

/** The option `toolApproval` of AI SDK 7: people decide about tool calls. An approval lets one call run. */
export function toolApproval(
  gateway: Gateway,
  { tools, onUndecided = 'user-approval', ...options }: ToolApprovalOptions = {},
) {
  return async ({ toolCall }: { readonly toolCall: SdkToolCall }): Promise<ToolApprovalStatus> => {
    if (tools && !tools.includes(toolCall.toolName)) return 'not-applicable';
    const call = callOf(toolCall);
    const outcome = await decideToolCall(gateway, call, ['approve', 'reject'], options);
    if (outcome.status !== 'answered') {
      const error = new UndecidedError(outcome);
      const then = typeof onUndecided === 'function' ? await onUndecided(error) : onUndecided;
      if (then === 'throw') throw error;
      return then === 'deny' ? { type: 'denied', reason: `${error.message} This call was not run.` } : then;
    }
    const refusal = await refusalOf(gateway, outcome, call, options);
    return refusal === null ? { type: 'approved' } : { type: 'denied', reason: refusal };
  };
}

interface ExecuteOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

export interface ApprovedToolOptions extends Omit<ToolCallOptions, 'signal'> {
  /** The name of the action. It is the name of the tool for the model. */
  readonly name: string;
  /** Default: `approve`, `reject` and `edit`. */
  readonly decisions?: readonly ('approve' | 'reject' | 'edit')[] | undefined;
  /** Checks the arguments that a person changed, such as `(args) => schema.parse(args)`. Default: they are taken as they are. */
  readonly checkEdited?: ((args: Args) => unknown) | undefined;
}

/**
 * A tool of AI SDK that asks people in `execute`, so that they can edit the arguments: the tool runs with the changed ones. A
 * call that was rejected does not run, and its result tells the model why. Throws `UndecidedError` when no one decides in time: the result
 * of the call is then an error.
 */
export function approvedTool<
  Input,
  Options extends ExecuteOptions,
  Tool extends { readonly execute?: ((input: Input, options: Options) => unknown) | undefined },
>(
  gateway: Gateway,
  tool: Tool & { readonly execute?: ((input: Input, options: Options) => unknown) | undefined },
  { name, decisions = ['approve', 'reject', 'edit'], checkEdited = (args) => args, ...options }: ApprovedToolOptions,
): Tool {
  const { execute } = tool;
  if (!execute) throw new TypeError('The tool has no execute: only a tool that runs here can be approved.');
  const approved = async (input: Input, given: Options): Promise<unknown> => {
    const asking = { ...options, signal: given.abortSignal };
    const call = { id: given.toolCallId, name, args: input };
    const outcome = requireAnswered(await decideToolCall(gateway, call, decisions, asking));
    const { answer } = outcome;
    const args = answer.value === 'edit' ? ((await checkEdited(answer.args)) as Input) : input;
    const refusal = await refusalOf(gateway, outcome, call, asking);
    return refusal ?? (await execute(args, given));
  };
  return { ...tool, execute: approved };
}

interface ApprovalRequest {
  readonly type: 'tool-approval-request';
  readonly approvalId: string;
  readonly toolCall: SdkToolCall;
  readonly isAutomatic?: boolean;
}

interface ApprovalMessage {
  role: 'tool';
  content: { type: 'tool-approval-response'; approvalId: string; approved: boolean; reason: string }[];
}

/**
 * The message that answers the approval requests of a result, for AI SDK 6 (`needsApproval`) and 7. Null: there are none.
 * Throws `UndecidedError` when no one decides in time.
 */
export async function approvalMessage(
  gateway: Gateway,
  { content: parts }: { readonly content: readonly { readonly type: string }[] },
  options: ToolCallOptions = {},
): Promise<ApprovalMessage | null> {
  const requests = parts.filter(isOpenRequest);
  if (requests.length === 0) return null;
  const calls = requests.map(({ toolCall }) => callOf(toolCall));
  const results = await decideToolCalls(gateway, calls, ['approve', 'reject'], options);
  // All have a decision before the first approval is used: who tries again after `UndecidedError` finds the approvals unused.
  const outcomes = results.map((result) => requireAnswered(valueOf(result)));
  const answered = requests.flatMap(({ approvalId }, index) => {
    const [call, outcome] = [calls[index], outcomes[index]];
    return call && outcome ? [{ approvalId, call, outcome }] : [];
  });
  const content = await Promise.all(
    answered.map(async ({ approvalId, call, outcome }) => {
      const refusal = await refusalOf(gateway, outcome, call, options);
      const reason = refusal ?? outcome.answer.reason ?? 'A person approved this call.';
      return { type: 'tool-approval-response' as const, approvalId, approved: refusal === null, reason };
    }),
  );
  return { role: 'tool', content };
}

function isOpenRequest(part: { readonly type: string }): part is ApprovalRequest {
  return part.type === 'tool-approval-request' && (part as ApprovalRequest).isAutomatic !== true;
}

function callOf({ toolCallId, toolName, input }: SdkToolCall) {
  return { id: toolCallId, name: toolName, args: input };
}
