/** The simulated part of the Bot API's objects; https://core.telegram.org/bots/api#available-types */

export interface User {
  id: number;
  is_bot: boolean;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
}

/** The result of getMe. */
export interface BotUser extends User {
  is_bot: true;
  username: string;
  can_join_groups: boolean;
  can_read_all_group_messages: boolean;
  supports_inline_queries: boolean;
  can_connect_to_business: boolean;
  has_main_web_app: boolean;
}

export type ChatType = 'private' | 'group' | 'supergroup' | 'channel';

export interface Chat {
  id: number;
  type: ChatType;
  title?: string;
  username?: string;
  first_name?: string;
  last_name?: string;
  is_forum?: true;
}

export interface MessageEntity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  language?: string;
  custom_emoji_id?: string;
  user?: User;
}

/** Text after entity parsing; offsets and lengths in UTF-16 units. */
export interface Formatted {
  text: string;
  entities: MessageEntity[];
}

export interface InlineKeyboardButton {
  text: string;
  callback_data?: string;
  url?: string;
  [action: string]: unknown;
}

export interface InlineKeyboardMarkup {
  inline_keyboard: InlineKeyboardButton[][];
}

export interface PhotoSize {
  file_id: string;
  file_unique_id: string;
  width: number;
  height: number;
  file_size?: number;
}

export interface Document {
  file_id: string;
  file_unique_id: string;
  file_name?: string;
  mime_type?: string;
  file_size?: number;
}

export interface Video extends Document {
  width: number;
  height: number;
  duration: number;
}

export interface Audio extends Document {
  duration: number;
}

export interface Voice {
  file_id: string;
  file_unique_id: string;
  duration: number;
  mime_type?: string;
  file_size?: number;
}

export interface Message {
  message_id: number;
  date: number;
  chat: Chat;
  from?: User;
  sender_chat?: Chat;
  edit_date?: number;
  message_thread_id?: number;
  is_topic_message?: true;
  reply_to_message?: Message;
  text?: string;
  entities?: MessageEntity[];
  photo?: PhotoSize[];
  document?: Document;
  video?: Video;
  audio?: Audio;
  voice?: Voice;
  /** The messages of an album have the same. */
  media_group_id?: string;
  caption?: string;
  caption_entities?: MessageEntity[];
  reply_markup?: InlineKeyboardMarkup;
  migrate_to_chat_id?: number;
  migrate_from_chat_id?: number;
}

export interface CallbackQuery {
  id: string;
  from: User;
  message?: Message;
  chat_instance: string;
  data?: string;
}

export type MemberStatus = 'creator' | 'administrator' | 'member' | 'left' | 'kicked';

export interface ChatMemberUpdated {
  chat: Chat;
  from: User;
  date: number;
  old_chat_member: { status: MemberStatus; user: User };
  new_chat_member: { status: MemberStatus; user: User };
}

/** An update without its id. */
export interface UpdateContent {
  message?: Message;
  edited_message?: Message;
  channel_post?: Message;
  callback_query?: CallbackQuery;
  my_chat_member?: ChatMemberUpdated;
}

export interface Update extends UpdateContent {
  update_id: number;
}
