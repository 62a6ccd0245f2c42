/** Who writes, as the Bot Framework names them: `29:…` people, `28:…` bots. */
export interface ChannelAccount {
  id: string;
  name?: string;
  aadObjectId?: string;
}

/** One activity on the wire; fields beyond these are kept as they come. */
export interface Activity {
  type?: string;
  id?: string;
  text?: string;
  textFormat?: string;
  summary?: string;
  replyToId?: string;
  attachments?: { contentType?: string; content?: unknown; contentUrl?: string }[];
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
  /** As the newest version of the message has it. */
  activity: Activity;
  readonly replyToId?: string;
  edits: number;
}
