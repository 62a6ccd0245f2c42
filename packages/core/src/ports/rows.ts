import type { Approver, ChannelType, ClosedReason, DeliveryState, HealthState, OutsideWindow } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { Trace } from '../tracing/tracing.js';
import type { AnswerDetail, AnswerFile, PromptTerms, Taker } from './decision-rows.js';

export type * from './decision-rows.js';

/** Who set the credentials or the chat of a channel, and when. */
export interface CredentialsSetBy {
  readonly kind: 'key' | 'operator' | 'open' | 'file';
  /** Id of the key or the operator; null: neither. */
  readonly id: string | null;
  /** Name of the key, the operator or the file; null: authentication was off. */
  readonly name: string | null;
  readonly at: string;
}

/** A channel as stored. `credentials` is sealed; `account` is the platform's key of the bot account behind them. */
export interface ChannelRow {
  readonly organizationId: string;
  readonly channelId: string;
  readonly platform: string;
  readonly targetChatId: string;
  readonly channelType: ChannelType;
  readonly isActive: boolean;
  readonly callbackUrl: string | null;
  /** What to do when the platform's reply window has closed. */
  readonly outsideWindow: OutsideWindow;
  /** The approved template for `template`; both are null, or neither. */
  readonly templateName: string | null;
  readonly templateLanguage: string | null;
  /** Who may answer its prompts; null: anybody in the chat. */
  readonly approvers: readonly Approver[] | null;
  /** The policy of its prompts; null: none. */
  readonly policyId: string | null;
  /** Whether its questions and their callbacks have a link to the console. */
  readonly promptLinks: boolean;
  /** How many open prompts one key may have in it; null: no limit. */
  readonly maxOpenPerKey: number | null;
  /** How many open prompts may wait for one person; null: no limit. */
  readonly maxOpenPerPerson: number | null;
  readonly credentials: string;
  readonly account: string;
  /** Whether somebody who may choose the approvers set the credentials and the chat: only then an identity counts on a list. */
  readonly credentialsProven: boolean;
  /** Who set the credentials or the chat last; null: not known. */
  readonly credentialsSetBy: CredentialsSetBy | null;
  /** Unless the credentials are proven, only prompts with a greater number are answered through the channel. */
  readonly answersAfter: number;
  readonly health: HealthState;
  readonly healthDetail: string | null;
  readonly healthSince: Date | null;
  /** Why the account does not work; null: no problem is known. */
  readonly accountProblem: string | null;
  /** What the platform withholds from a working account, and what to do; null: nothing is known. */
  readonly accountRemark: string | null;
  /** The problem that the latest test found; null once a test, a call or an event succeeded. */
  readonly testProblem: string | null;
  readonly testRemark: string | null;
  readonly lastInboundAt: Date | null;
  readonly lastOutboundAt: Date | null;
  /** The prompt of the post at `lastOutboundAt`; null: it was about none. */
  readonly lastOutboundPrompt: number | null;
  /** When a person last answered a prompt from its chat, and which. */
  readonly lastAnsweredAt: Date | null;
  readonly lastAnsweredPrompt: number | null;
  /** Incremented by each change of an operator; updates compare it. */
  readonly revision: number;
  readonly seq: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Two states are internal. `posting`: the platform has not confirmed the message yet, so no client knows the prompt's id.
 * `orphaned`: its instance crashed before that, and no request continued it.
 */
export type StoredPromptState = 'posting' | 'pending' | 'answered' | 'expired' | 'orphaned';

export type AnswerType = 'option' | 'text' | 'decision';

/** A message in the chat with a prompt's buttons; `ref` null: known only from a press. */
export interface PromptMessage {
  readonly messageId: string;
  readonly ref: PostedRef | null;
}

export interface PromptRow {
  readonly organizationId: string;
  readonly num: number;
  readonly channelId: string;
  readonly platform: string;
  readonly chatId: string;
  readonly account: string;
  readonly text: string;
  readonly mediaUrl: string | null;
  readonly options: readonly string[];
  readonly allowText: boolean;
  readonly callbackUrl: string | null;
  readonly correlationId: string | null;
  readonly notifyOnExpiry: boolean;
  /** The secret in the tokens of this prompt's buttons. */
  readonly nonce: string;
  readonly messageId: string | null;
  readonly messageRef: PostedRef | null;
  /** More messages with the same buttons: a request was retried after a crash. */
  readonly otherMessages: readonly PromptMessage[] | null;
  /** Number of times that posting has started. */
  readonly postAttempts: number;
  readonly state: StoredPromptState;
  readonly closedReason: ClosedReason | null;
  /** Only a template was posted: until this time, one instance may be posting the question. Null: the question is posted. */
  readonly showAfter: Date | null;
  /** Why the platform could not deliver the question; null unless `undeliverable`. */
  readonly closedDetail: string | null;
  /** What the platform reported about the message with the buttons; null: it does not report it. */
  readonly deliveryState: DeliveryState | null;
  /** Whom the platform could not reach of several people in one of its chats, a reason a line; null: nothing was reported. */
  readonly deliveryRemark: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly answeredAt: Date | null;
  readonly answeredById: string | null;
  readonly answeredByUsername: string | null;
  /** The person's display name in the chat. */
  readonly answeredByName: string | null;
  readonly answerType: AnswerType | null;
  readonly answer: string | null;
  readonly allowAttachments: boolean;
  /** The files of the answer; null: it has none. */
  readonly answerFiles: readonly AnswerFile[] | null;
  /** Null: the prompt asks for options and text only, of anybody in its chat. */
  readonly terms: PromptTerms | null;
  readonly answerDetail: AnswerDetail | null;
  /** Until when the callback waits for the reason; null: it does not wait. */
  readonly reasonUntil: Date | null;
  /** Null: it is not decided, or has no terms. */
  readonly decidedBy: 'person' | 'policy' | 'rule' | 'grant' | null;
  /** What counts when the time is over; null: the prompt expires. */
  readonly timeoutAnswer: string | null;
  /** When the next step of the policy is due; null: none is. */
  readonly stepDueAt: Date | null;
  readonly stepsDone: number;
  /** When the message with the buttons was updated; null: not yet, or the prompt has no terms. */
  readonly messageClosedAt: Date | null;
  readonly answerTakenAt: Date | null;
  readonly apiKeyId: string | null;
  /** The operator who asked from the console; null: it was asked by the API. */
  readonly operatorId: string | null;
  /** When the chat message must be updated; null: nothing to do. */
  readonly closeDueAt: Date | null;
  readonly closeAttempts: number;
  /** The person's message that still needs a confirmation; null: none. */
  readonly confirmTo: string | null;
  /** The conversation or thread of that message; null: the prompt's chat. */
  readonly confirmTarget: string | null;
  /** The platform's id of the thread of that message; null: it is in none. */
  readonly confirmThread: string | null;
  /** The trace that it is a part of; null: none. */
  readonly trace: Trace | null;
  /** The address of the console when it was asked, for links to the prompt; null: no links. */
  readonly consoleUrl: string | null;
  /** How many notes the agent has added. */
  readonly noteCount: number;
  /** When it added the last one; null: it added none. */
  readonly notedAt: Date | null;
  /** Who has said that they look after it, and when; null: no one has. It ends with the prompt, and the row keeps it. */
  readonly takenBy: Taker | null;
  readonly takenAt: Date | null;
  /** When the approval was used, and with which API key; null: it was not, and without one. */
  readonly consumedAt: Date | null;
  readonly consumedBy: string | null;
  /** When the approval was taken back; null: it was not. */
  readonly withdrawnAt: Date | null;
  /** Whether its own chat could not show the whole action: then no answer from there lets it run. */
  readonly uninspectable: boolean;
  /** What `collapse` compares, as a digest; null: it has no action, or no one was asked. */
  readonly collapseDigest: string | null;
}

export interface MessageRow {
  readonly organizationId: string;
  readonly id: string;
  readonly seq: number;
  readonly channelId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly text: string;
  readonly platform: string;
  readonly fromUser: string | null;
  /** The display name. */
  readonly fromName: string | null;
  readonly fromId: string | null;
  readonly apiKeyId: string | null;
  readonly operatorId: string | null;
  readonly platformMessageId: string | null;
  /** The platform's id of the thread; null: none is known. */
  readonly threadId: string | null;
  /** The message that this one replies to, as the platform or the sender named it; null: none. */
  readonly replyTo: string | null;
  /** What the platform reported about it; null: it does not report it, or the message is inbound. */
  readonly deliveryState: DeliveryState | null;
  /** Why the platform could not deliver it, or not to some of several people; null: nothing was reported. */
  readonly failure: string | null;
  readonly createdAt: Date;
}

/** One event for one receiver. `id` is the event's id, the same on every attempt. */
export interface DeliveryRow {
  readonly organizationId: string;
  readonly id: string;
  readonly seq: number;
  readonly eventType: string;
  readonly channelId: string;
  readonly promptNum: number | null;
  readonly messageId: string | null;
  readonly url: string;
  /** Origin of `url`. Receivers are isolated from each other by it. */
  readonly destination: string;
  /** The bytes that are posted and signed. */
  readonly body: string;
  readonly signed: boolean;
  /** Delete the row when the delivery ends. */
  readonly erase: boolean;
  /** Deliveries of one lane keep their order; null once this one no longer blocks others. */
  readonly lane: string | null;
  /** After a failure the lane stays blocked if the next attempt is due before this time; null: no attempt has failed yet. */
  readonly laneUntil: Date | null;
  readonly state: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  /** Attempts before the last manual retry: the schedule restarts after them. */
  readonly replayedAfter: number;
  /** When it is due; during an attempt, when the claim of that attempt expires. */
  readonly runAt: Date;
  /** The instance that holds the claim, even after it crashed; null: not claimed. */
  readonly claimedBy: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  readonly diedAt: Date | null;
  /** The parent of its attempts; null: none. */
  readonly trace: Trace | null;
}

/** A destination that has accepted nothing since an attempt failed. */
export interface FailingReceiverRow {
  readonly organizationId: string;
  readonly destination: string;
  /** End of the first failed attempt. */
  readonly failingSince: Date;
  /** Failed attempts since then. */
  readonly failures: number;
  readonly lastFailedAt: Date;
  /** The last attempt timed out. */
  readonly timedOut: boolean;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** When `delivery.receiver_failing` was sent; null: not yet. */
  readonly reportedAt: Date | null;
}

/** A destination to which no attempt is made until it is resumed. */
export interface PausedReceiverRow {
  readonly organizationId: string;
  readonly destination: string;
  readonly pausedAt: Date;
  /** The name of the operator or key; null: not known. */
  readonly pausedBy: string | null;
}
