import type { Action, Approver, AskReason, DecisionValue, Labels } from '@gateway/contract';
import type { PostRow, PromptRow } from '../ports/rows.js';
import type { Trace } from '../tracing/tracing.js';
import type { RuleOnPrompt } from './under-rule.js';

/** A question as an agent asks it. */
export interface PromptInput {
  /** Null: the default channel for prompts. */
  readonly channelId: string | null;
  /** All channels in which to ask, `channelId` first; empty: only there. */
  readonly channelIds: readonly string[];
  readonly text: string;
  readonly options: readonly string[];
  readonly allowText: boolean;
  readonly allowAttachments: boolean;
  readonly callbackUrl: string | null;
  readonly correlationId: string | null;
  /** Seconds until the prompt expires; 0: never. */
  readonly ttlSec: number;
  readonly mediaUrl: string | null;
  readonly notifyOnExpiry: boolean;
  readonly action: Action | null;
  /** The options that let the action run; null: none does. */
  readonly approvingOptions: readonly string[] | null;
  /** Seconds after the answer in which the approval can be used; null: no limit. */
  readonly consumeWithinSec: number | null;
  readonly decisions: readonly DecisionValue[] | null;
  readonly labels: Labels | null;
  readonly askReason: AskReason;
  /** Seconds that the callback waits for a reason. */
  readonly reasonWaitSec: number;
  readonly approvers: readonly Approver[] | null;
  readonly requestedBy: { readonly person: string } | { readonly user_id: string } | null;
  readonly policyId: string | null;
  /** Whether the reply can be a prompt that asks the same and is still pending. */
  readonly collapse: boolean;
  /** The trace that it is to be a part of; null: none. */
  readonly trace: Trace | null;
}

/** A prompt that was asked. */
export interface AskedPrompt {
  readonly prompt: PromptRow;
  /** The platform's id of the message with the buttons; empty: it is not known. */
  readonly messageId: string;
  /** Why answers may not arrive from the chat; null: nothing is known. */
  readonly channelProblem: string | null;
  /** The posts of the question in other chats. */
  readonly posts: readonly PostRow[];
  /** What the rule changed, or why it failed; null: no rule matched now. */
  readonly ruled: Pick<RuleOnPrompt, 'error' | 'narrowed'> | null;
  /** The channels whose platforms pass no files on, of a prompt whose answer can have some. */
  readonly withoutFiles: readonly string[];
  /** An earlier request has asked it. */
  readonly isCollapsed: boolean;
}
