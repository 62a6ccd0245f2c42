/** The simulated part of Slack's objects; https://docs.slack.dev/reference/objects */

export interface SlackUser {
  id: string;
  team_id: string;
  name: string;
  real_name: string;
  deleted: boolean;
  is_bot: boolean;
  profile: { display_name: string; real_name: string };
}

export interface SlackChannel {
  id: string;
  /** Empty for a direct message. */
  name: string;
  kind: 'public' | 'private' | 'im';
  archived: boolean;
  /** Ids of users, the bot's own included. */
  members: Set<string>;
}

export interface SlackFile {
  id: string;
  name: string;
  size: number;
  bytes: Buffer;
  /** Its media type; absent for a file of the app. */
  type?: string;
}

/** A file as a message names it. */
export interface ShownFile {
  id: string;
  name?: string;
  size?: number;
  mimetype?: string;
  mode?: 'hosted';
  /** The file's other fields are those of `files.info`. */
  file_access?: 'visible' | 'check_file_info';
  url_private?: string;
  url_private_download?: string;
}

export type SlackBlock = { type: string; [field: string]: unknown };

export interface SlackMessage {
  type: 'message';
  subtype?: string;
  ts: string;
  user: string;
  /** In Slack's format: `&`, `<` and `>` escaped, references as `<@U…>`. */
  text: string;
  team: string;
  thread_ts?: string;
  parent_user_id?: string;
  bot_id?: string;
  app_id?: string;
  client_msg_id?: string;
  blocks?: SlackBlock[];
  files?: ShownFile[];
  edited?: { user: string; ts: string };
}

/** An ephemeral message, which only one person sees. */
export interface SlackNotice {
  channel: string;
  user: string;
  text: string;
  thread_ts?: string;
  /** `response_url`: it was the answer to a press. */
  via: 'chat.postEphemeral' | 'response_url';
}

/** A button of a message. */
export interface SlackButton {
  label: string;
  actionId: string;
  blockId: string;
  value: string | undefined;
}
