import type { ChannelRow, MessageRow } from '../rows.js';

/** The conversation of a MESSAGE channel. */
export interface ConversationRow {
  readonly channel: Pick<ChannelRow, 'channelId' | 'platform' | 'targetChatId' | 'isActive' | 'health'>;
  /** The newest stored message; null: none is stored. */
  readonly lastMessage: MessageRow | null;
  /** When the first message arrived after the last one sent; null: no message waits, or the channel is inactive. */
  readonly waitingSince: Date | null;
  /** When the channel last received or sent something; before that, when it was created. */
  readonly activeAt: Date;
  /** How many received messages the reader has not read, up to a limit; null: there is no reader. */
  readonly unreadCount: number | null;
  /** The first of them; null: none. */
  readonly firstUnreadId: string | null;
}

/** Where a page of conversations ended: the time of its order, and the channel. */
export interface ConversationPosition {
  readonly at: Date;
  readonly channelId: string;
}

export interface ConversationFilter {
  readonly channelId?: string;
  /** Only of these channels. */
  readonly channelIds?: readonly string[];
  /** Part of the channel id or the chat, case-insensitive. */
  readonly q?: string;
  /** Only those that wait for a reply, and the one that waits longest first. */
  readonly waiting?: true;
}

/** An operator who reads conversations. */
export interface Reader {
  readonly organizationId: string;
  readonly operatorId: string;
}

/** The conversations, and how far each operator has read them. The removal of an operator deletes the latter. */
export interface ConversationStore {
  /** Ordered by activity, latest first; with `waiting` by how long they wait. */
  list(
    organizationId: string,
    filter: ConversationFilter,
    page: { readonly limit: number; readonly after: ConversationPosition | null },
    /** `counted`: up to how many unread messages are counted. */
    reader: { readonly operatorId: string; readonly counted: number } | null,
  ): Promise<ConversationRow[]>;
  /** Moves how far the reader has read forwards to a message, never back. Does nothing when either of them is gone. */
  markRead(reader: Reader, messageId: string): Promise<void>;
}
