import type {
  AnswerAttachment,
  Action,
  Approver,
  AskReason,
  DecisionValue,
  Labels,
  Policy,
  PromptNote,
  RuleField,
  RuleGrants,
} from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { Identity } from './people/people-store.js';

/** A file of an answer. The gateway serves it. */
export interface AnswerFile extends AnswerAttachment {
  /** SHA-256 of the token in its address. */
  readonly tokenHash: string;
}

/** For whom the agent acts. `verified`: the API key says so; otherwise it is the agent's word. */
export interface RequestedBy {
  readonly personId: string | null;
  readonly platform: string | null;
  readonly userId: string | null;
  readonly name: string | null;
  readonly verified: boolean;
  /** The accounts that the person had when the prompt was asked: they stay those of the requester. Absent: no person is known. */
  readonly accounts?: readonly Identity[];
  /** The operator who was the person then. */
  readonly operatorId?: string | null;
}

/** Somebody who has said that they look after a prompt. `key`: that of the voter. */
export interface Taker {
  readonly key: string;
  readonly personId: string | null;
  readonly operatorId: string | null;
  readonly name: string;
}

/** An action as stored: its arguments are JSON text, because a JSON column would not keep their order. */
export interface StoredAction extends Omit<Action, 'args'> {
  readonly args: string | null;
}

/** The rule that matched the action of a prompt, as it was then. */
export interface PromptRule {
  readonly ruleId: string;
  readonly version: number;
  /** Who may answer, besides the other lists; null: the rule has no list. */
  readonly approvers: readonly Approver[] | null;
  readonly title: string | null;
  readonly fields: readonly RuleField[] | null;
  /** What the rule or a standing approval answers, without a message; absent: people are asked. */
  readonly answer?: {
    readonly type: 'option' | 'decision';
    readonly value: string;
    readonly reason: string | null;
    /** The standing approval that gives it; absent: the rule does. */
    readonly grantId?: string;
  };
  /** Who approves can give a standing approval for prompts of this key, the first one of its chain; absent: none is offered. */
  readonly grants?: RuleGrants & { readonly keyId: string | null };
}

/** What an agent asks for beyond options and text. It does not change after the prompt was created. */
export interface PromptTerms {
  readonly action: StoredAction | null;
  /** The options that let the action run; absent, also of older prompts, or null: none does. */
  readonly approvingOptions?: readonly string[] | null;
  /** Seconds after the answer in which the approval can be used; absent or null: no limit. */
  readonly consumeWithinSec?: number | null;
  readonly decisions: readonly DecisionValue[] | null;
  readonly labels: Labels | null;
  readonly askReason: AskReason;
  readonly reasonWaitSec: number;
  readonly approvers: readonly Approver[] | null;
  readonly requestedBy: RequestedBy | null;
  readonly policy: Policy | null;
  /** The channels in which it was asked from the start, the prompt's own first. */
  readonly channelIds: readonly string[];
  /** Absent: none matched. */
  readonly rule?: PromptRule;
  /** Ids of the people whom its lists let answer, as they were; absent: it has no list, or is older than the limits of attention. */
  readonly askedOf?: readonly string[];
  /** It has a file, which only the request that asked has. */
  readonly hasFile?: boolean;
}

/** What belongs to the answer of a prompt with terms. */
export interface AnswerDetail {
  readonly reason: string | null;
  /** The arguments after an edit, as JSON text. */
  readonly args: string | null;
  /** The response. */
  readonly text: string | null;
  readonly personId: string | null;
  /** The platform of the chat in which it was given; null: it was given in the console, or by the policy. */
  readonly platform: string | null;
  /** For how many seconds the next ones are approved, too; absent: only this one. */
  readonly grantSec?: number;
}

/** The vote of one person on a prompt with a policy. */
export interface VoteRow {
  readonly organizationId: string;
  readonly promptNum: number;
  /** `person:<id>`, `operator:<id>` or `user:<platform>:<id>`. */
  readonly voter: string;
  readonly personId: string | null;
  readonly operatorId: string | null;
  readonly platform: string | null;
  readonly userId: string | null;
  /** Further user ids of the same account. */
  readonly aliases?: readonly string[] | null;
  readonly name: string;
  /** The decision, or the label of an option. */
  readonly choice: string;
  readonly reason: string | null;
  /** Until when the person's words become the reason; null: they were not asked for, or came. */
  readonly reasonUntil: Date | null;
  /** For how many seconds the person approves the next ones, too; absent or null: only this one. */
  readonly grantSec?: number | null;
  readonly at: Date;
  readonly channelId: string;
}

/** What one person was asked for after a press: changed arguments, or words. */
export interface DraftRow {
  readonly organizationId: string;
  readonly promptNum: number;
  readonly voter: string;
  readonly kind: 'edit' | 'respond';
  /** The arguments as changed, as JSON text; null: none were given yet. */
  readonly args: string | null;
  /** The secret in the buttons that confirm them. */
  readonly nonce: string;
  /** What the adapter needs to update the message with these buttons. */
  readonly messageRef: PostedRef | null;
  readonly at: Date;
}

/** What the agent says about its question. */
export interface NoteRow {
  readonly organizationId: string;
  readonly promptNum: number;
  /** Counts from 1. */
  readonly number: number;
  readonly kind: PromptNote['kind'];
  readonly text: string;
  readonly url: string | null;
  readonly at: Date;
}

/** A further message about a prompt. The first post of the question is part of the prompt. */
export interface PostRow {
  readonly organizationId: string;
  readonly promptNum: number;
  readonly seq: number;
  /** `note`: of the gateway. `late_note`: the words of the agent. */
  readonly kind: 'question' | 'note' | 'late_note';
  readonly channelId: string;
  readonly platform: string;
  readonly chatId: string;
  readonly account: string;
  /** The text of a note; null for a question. */
  readonly text: string | null;
  readonly messageId: string | null;
  readonly messageRef: PostedRef | null;
  /** Why the latest attempt failed; null: none failed, or a later one succeeded. */
  readonly failed: string | null;
  /** When it must be posted; during an attempt, when its claim expires; null: nothing to do. */
  readonly postDueAt: Date | null;
  readonly postAttempts: number;
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  /** Of the question: whether this chat could not show the whole action: then no answer from there lets it run. */
  readonly uninspectable: boolean;
}
