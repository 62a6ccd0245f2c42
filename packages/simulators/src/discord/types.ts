export interface User {
  id: string;
  username: string;
  global_name: string | null;
  discriminator: string;
  avatar: null;
  bot?: true;
}

export interface Button {
  type: 2;
  style: number;
  label?: string;
  custom_id?: string;
  url?: string;
  emoji?: unknown;
  disabled?: boolean;
}

export interface ActionRow {
  type: 1;
  components: Button[];
}

/** The simulated fields of a message request. */
export interface MessageParts {
  content?: string | null;
  embeds?: unknown[] | null;
  components?: ActionRow[] | null;
  flags?: number | null;
  message_reference?: { message_id: string; fail_if_not_exists?: boolean } | null;
  allowed_mentions?: { parse?: string[] } | null;
}

export interface Attachment {
  id: string;
  filename: string;
  content_type: string;
  size: number;
  url: string;
}

export interface Message {
  id: string;
  channel_id: string;
  type: number;
  author: User;
  content: string;
  timestamp: string;
  edited_timestamp: string | null;
  tts: false;
  mention_everyone: boolean;
  mentions: User[];
  mention_roles: string[];
  attachments: Attachment[];
  embeds: unknown[];
  components: ActionRow[];
  pinned: false;
  flags: number;
  message_reference?: { type: 0; message_id: string; channel_id: string; guild_id?: string };
  referenced_message?: Message | null;
}

/** 0: text channel of a guild, 1: direct messages, 4: category, 5: announcements, 11: public thread. */
export type ChannelType = 0 | 1 | 4 | 5 | 11;

export interface Channel {
  id: string;
  type: ChannelType;
  name?: string;
  guild_id?: string;
  parent_id?: string | null;
  recipients?: User[];
}

/** What a bot may do in a channel. */
export type Access = 'write' | 'read' | 'none';
