import type { ChannelType, HealthState, Scope } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';

/** A channel as stored. `credentials` is sealed; `account` is the platform's key of the bot account behind them. */
export interface ChannelRow {
  readonly organizationId: string;
  readonly channelId: string;
  readonly platform: string;
  readonly targetChatId: string;
  readonly channelType: ChannelType;
  readonly isActive: boolean;
  readonly callbackUrl: string | null;
  readonly credentials: string;
  readonly account: string;
  readonly health: HealthState;
  readonly healthDetail: string | null;
  readonly healthSince: Date | null;
  /** What keeps the account from working. */
  readonly accountProblem: string | null;
  /** What the latest test found, until something gets through. */
  readonly testProblem: string | null;
  readonly lastInboundAt: Date | null;
  readonly lastOutboundAt: Date | null;
  /** Counts changes by operators; a write names the one it saw. */
  readonly revision: number;
  readonly seq: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Two are internal. `posting`: the platform has not yet confirmed the message, so no client has been told the prompt's id.
 * `orphaned`: its instance died before that, and no request continued it.
 */
export type StoredPromptState = 'posting' | 'pending' | 'answered' | 'expired' | 'orphaned';

/** A message in the chat that carries a prompt's buttons; `ref` null: only a press told of it. */
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
  /** Known only to the buttons of this prompt. */
  readonly nonce: string;
  readonly messageId: string | null;
  readonly messageRef: PostedRef | null;
  /** Further messages with the same buttons: a request was repeated after a crash. */
  readonly otherMessages: readonly PromptMessage[] | null;
  /** How often posting has begun. */
  readonly postAttempts: number;
  readonly state: StoredPromptState;
  readonly closedReason: 'ttl' | 'cancelled' | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly answeredAt: Date | null;
  readonly answeredById: string | null;
  readonly answeredByUsername: string | null;
  /** What people call the person; shown in the chat. */
  readonly answeredByName: string | null;
  readonly answerType: 'option' | 'text' | null;
  readonly answer: string | null;
  readonly apiKeyId: string | null;
  /** The operator that asked from the console. */
  readonly operatorId: string | null;
  /** When the chat message must be brought up to date; null: nothing to do. */
  readonly closeDueAt: Date | null;
  readonly closeAttempts: number;
  /** The message that is still owed a confirmation. */
  readonly confirmTo: string | null;
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
  readonly fromId: string | null;
  readonly apiKeyId: string | null;
  readonly operatorId: string | null;
  readonly platformMessageId: string | null;
  readonly createdAt: Date;
}

/** One event on its way to one receiver. `id` is the event's id, the same on every attempt. */
export interface DeliveryRow {
  readonly organizationId: string;
  readonly id: string;
  readonly seq: number;
  readonly eventType: string;
  readonly channelId: string;
  readonly promptNum: number | null;
  readonly messageId: string | null;
  readonly url: string;
  /** Origin of `url`: receivers are isolated from each other by it. */
  readonly destination: string;
  /** The bytes that are posted and signed. */
  readonly body: string;
  readonly signed: boolean;
  /** Forget the row when it is over. */
  readonly erase: boolean;
  /** What it must not overtake; null once it holds up no other. */
  readonly lane: string | null;
  /** A failure keeps the lane when the next attempt is due before; null: none has failed yet. */
  readonly laneUntil: Date | null;
  readonly state: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  /** Attempts made before it was last retried by hand: the schedule begins anew after them. */
  readonly replayedAfter: number;
  /** When it is due; while it is being attempted, when that attempt is given up for lost. */
  readonly runAt: Date;
  /** Who attempts it, or was attempting it when its instance died. */
  readonly claimedBy: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  readonly diedAt: Date | null;
}

/** A destination that has taken nothing since an attempt failed. */
export interface FailingReceiverRow {
  readonly organizationId: string;
  readonly destination: string;
  /** End of the first failed attempt. */
  readonly failingSince: Date;
  /** Failed attempts since then. */
  readonly failures: number;
  readonly lastFailedAt: Date;
  /** The last attempt ended without an answer in time. */
  readonly timedOut: boolean;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** When the operator was told; null: not yet. */
  readonly reportedAt: Date | null;
}

export interface KeyRow {
  readonly organizationId: string;
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly keyPrefix: string;
  /** SHA-256 of the whole key, hex. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** A rolled key works until then. */
  readonly expiresAt: Date | null;
  /** Id of the key that made it; `bootstrap` for the one made from the configuration. */
  readonly createdBy: string | null;
}
