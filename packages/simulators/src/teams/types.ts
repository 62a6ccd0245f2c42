/** A user of the Bot Framework: ids of people start with `29:`, of bots with `28:`. */
export interface ChannelAccount {
  id: string;
  name?: string;
  aadObjectId?: string;
}

/** One activity. Further fields are kept unchanged. */
export interface Activity {
  type?: string;
  id?: string;
  text?: string;
  textFormat?: string;
  summary?: string;
  replyToId?: string;
  attachments?: { contentType?: string; content?: unknown; contentUrl?: string; name?: string }[];
  [field: string]: unknown;
}

export type ConversationType = 'personal' | 'groupChat' | 'channel';

/** A chat, or one thread of a channel when `id` ends in `;messageid=…`. */
export interface Conversation {
  readonly id: string;
  readonly type: ConversationType;
  readonly name: string;
  readonly members: readonly ChannelAccount[];
  /** Whether the bot's app is installed there. */
  installed: boolean;
  readonly posts: Map<string, Post>;
}

/** A message in a conversation. */
export interface Post {
  readonly id: string;
  readonly conversation: string;
  readonly fromBot: boolean;
  /** The newest version of the message. */
  activity: Activity;
  readonly replyToId?: string;
  edits: number;
}
