import type { Clock, PersonFile } from '@gateway/sandbox/server';
import type { CallControl } from '../common/call-control.js';
import type { Reply } from './delivery.js';
import type { ShownDialog } from './dialogs.js';
import type { TeamsCloud, TokenOptions } from './login.js';
import type { Activity, ChannelAccount } from './types.js';
import type { ConversationOptions } from './state.js';

export interface TeamsSimulatorOptions {
  readonly appId?: string;
  readonly appPassword?: string;
  /** PEM of a certificate that proves the app's identity as its secret does. */
  readonly certificate?: string;
  /** Client IDs of the managed identities of the bot's machine; `system` for the system-assigned one. None unless given. */
  readonly identities?: readonly string[];
  /** The managed identity that is a federated credential of the app. */
  readonly federatedIdentity?: string;
  /** The secret of the machine's identity service, as on App Service; as on virtual machines unless given. */
  readonly identityHeader?: string;
  readonly tenantId?: string;
  readonly botName?: string;
  /** `Public` unless given. */
  readonly cloud?: TeamsCloud;
  /** The URL for activities. `setWebhook` changes it. */
  readonly webhookUrl?: string;
  /** The signing key's endorsements; null: the field is absent. `['msteams']` unless given. */
  readonly endorsements?: readonly string[] | null;
  readonly clock?: Clock;
  /** Wait before the first retry of an activity, in milliseconds, doubled each time; 50 unless given. */
  readonly retryMs?: number;
  readonly attempts?: number;
  /** How long the bot's answer may take, in milliseconds; 15 000 unless given. */
  readonly timeoutMs?: number;
  readonly port?: number;
  readonly host?: string;
}

/** A conversation by its id, or as `addConversation` returned it. */
export type ConversationRef = string | { readonly id: string };

/** A message as shown to people. */
export interface TeamsMessage {
  readonly id: string;
  readonly conversation: string;
  readonly fromBot: boolean;
  /** The visible text; of a card its text blocks, with Markdown escapes resolved. */
  readonly text: string;
  /** Titles of its buttons. */
  readonly buttons: readonly string[];
  readonly replyToId?: string;
  readonly edits: number;
  readonly activity: Activity;
}

export interface TeamsTextOptions {
  readonly conversation: ConversationRef;
  readonly text: string;
  readonly person?: ChannelAccount;
  /** A reply in a channel's thread, or `replyToId` elsewhere. */
  readonly replyTo?: string;
  /** The id of a quoted message, in chats. */
  readonly quote?: string;
  readonly mention?: boolean;
}

export interface TeamsFilesOptions extends Omit<TeamsTextOptions, 'text'> {
  readonly files: readonly PersonFile[];
  readonly text?: string;
}

export interface TeamsPress {
  readonly conversation: ConversationRef;
  /** Index or title. */
  readonly button: number | string;
  readonly person?: ChannelAccount;
  /** The newest message with buttons unless given. */
  readonly message?: string;
  /** `submit`: as a client without support of `Action.Execute`. */
  readonly by?: 'execute' | 'submit';
  /** Presses a button of the card as first posted: the client is out of date. */
  readonly stale?: boolean;
}

export interface TeamsSubmission {
  readonly person: ChannelAccount;
  /** By the order of the inputs. */
  readonly values: readonly string[];
}

/** What the presser sees. */
export interface TeamsPressResult extends Reply {
  /** False: the person sees an error. */
  readonly ok: boolean;
  /** The text of the card that the bot answered with; null without one. */
  readonly card: string | null;
  /** The text that the bot answered with; null without one. */
  readonly notice: string | null;
}

/** A running simulator. */
export interface TeamsSimulator extends CallControl {
  readonly url: string;
  /** Base URLs by the adapter's names for them. */
  readonly endpoints: {
    readonly token: string;
    readonly openid: string;
    readonly service: string;
    readonly identity: string;
  };
  readonly appId: string;
  readonly appPassword: string;
  readonly tenantId: string;
  readonly bot: ChannelAccount;
  setWebhook(url: string): void;
  addPerson(options?: { name?: string }): ChannelAccount;
  addConversation(options?: ConversationOptions): { readonly id: string };
  /** Installs the bot's app in a conversation. The bot gets an activity. */
  install(conversation: ConversationRef): Promise<Reply>;
  /** Removes it again. The bot gets an activity, if it has a webhook URL. */
  uninstall(conversation: ConversationRef): Promise<void>;
  /** Writes a text as a person; resolves with the bot's last answer. */
  write(writing: TeamsTextOptions): Promise<Reply>;
  /** Sends files as a person in one message; resolves with the bot's last answer. */
  sendFiles(sending: TeamsFilesOptions): Promise<Reply>;
  press(press: TeamsPress): Promise<TeamsPressResult>;
  /** The open dialog of a person; null: none. */
  dialog(person: ChannelAccount): ShownDialog | null;
  /** Enters a text in every input of the open dialog, in order, and submits it. */
  submit(submission: TeamsSubmission): Promise<TeamsPressResult>;
  /** The texts that a person was shown instead of a dialog, oldest first. */
  dialogMessages(person: ChannelAccount): string[];
  /** Posts the newest activity again. */
  redeliver(): Promise<Reply>;
  /** The activity that `write` would post, and its signed headers. It is not posted. */
  compose(
    writing: TeamsTextOptions,
    options?: TokenOptions,
  ): Promise<{ activity: Activity; headers: Record<string, string> }>;
  sign(options?: TokenOptions): Promise<string>;
  messages(conversation?: ConversationRef): TeamsMessage[];
  waitForMessage(matches: (message: TeamsMessage) => boolean, timeoutMs?: number): Promise<TeamsMessage>;
  revokeTokens(): void;
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}
