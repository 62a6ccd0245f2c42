import type { Gateway } from '../gateway.js';
import { decideToolCall, refusalOf, requireAnswered, type ToolCallOptions } from './tool-calls.js';

export { UndecidedError, type ToolCallOptions } from './tool-calls.js';

interface SdkToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

export interface ToolApprovalOptions extends ToolCallOptions {
  /** The tools that need an approval. Default: all. */
  readonly tools?: readonly string[];
}

type ToolApprovalStatus =
  | 'not-applicable'
  | 'user-approval'
  | { type: 'approved'; reason?: string }
  | { type: 'denied'; reason?: string };

/**
 * The option `toolApproval` of AI SDK 7: people decide about tool calls. An approval lets one call run. When no one decides in time, the call is neither approved nor
 * denied, but left to the approval of the AI SDK (`user-approval`).
 */
export function toolApproval(gateway: Gateway, { tools, ...options }: ToolApprovalOptions = {}) {
  return async ({ toolCall }: { readonly toolCall: SdkToolCall }): Promise<ToolApprovalStatus> => {
    if (tools && !tools.includes(toolCall.toolName)) return 'not-applicable';
    const call = callOf(toolCall);
    const outcome = await decideToolCall(gateway, call, ['approve', 'reject'], options);
    if (outcome.status !== 'answered') return 'user-approval';
    const refusal = await refusalOf(gateway, outcome, call, options);
    return refusal === null ? { type: 'approved' } : { type: 'denied', reason: refusal };
  };
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
  const decided = await Promise.all(
    requests.map(async ({ approvalId, toolCall }) => {
      const call = callOf(toolCall);
      return { approvalId, call, outcome: await decideToolCall(gateway, call, ['approve', 'reject'], options) };
    }),
  );
  // All have a decision before the first approval is used: who tries again after `UndecidedError` finds the approvals unused.
  const answered = decided.map(({ approvalId, call, outcome }) => ({
    approvalId,
    call,
    outcome: requireAnswered(outcome),
  }));
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
