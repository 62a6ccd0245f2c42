import type { Call, CallFilter } from '../common/call-log.js';
import type { Clock } from '@gateway/sandbox/server';
import type { Fault } from '../common/faults.js';
import type { Reply } from './delivery.js';
import type { TokenOptions } from './login.js';
import type { Activity, ChannelAccount } from './types.js';
import type { ConversationOptions } from './state.js';

export interface TeamsSimulatorOptions {
  readonly appId?: string;
  readonly appPassword?: string;
  readonly tenantId?: string;
  readonly botName?: string;
  /** Where activities are posted; `setWebhook` later. */
  readonly webhookUrl?: string;
  /** The channels for which the signing key may sign; null leaves endorsements out. `['msteams']` unless given. */
  readonly endorsements?: readonly string[] | null;
  readonly clock?: Clock;
  /** Wait before an activity is posted again, in milliseconds; 50 unless given, doubled each time. */
  readonly retryMs?: number;
  readonly attempts?: number;
  /** How long the bot's answer may take, in milliseconds; 15 000 unless given. */
  readonly timeoutMs?: number;
  readonly port?: number;
  readonly host?: string;
}

/** A conversation by its id, or as `addConversation` returned it. */
export type ConversationRef = string | { readonly id: string };

/** A message as people see it. */
export interface TeamsMessage {
  readonly id: string;
  readonly conversation: string;
  readonly fromBot: boolean;
  /** What is read: of a card its text blocks, Markdown escapes resolved. */
  readonly text: string;
  /** Titles of its buttons. */
  readonly buttons: readonly string[];
  readonly replyToId?: string;
  readonly edits: number;
  readonly activity: Activity;
}

export interface TeamsWriting {
  readonly conversation: ConversationRef;
  readonly text: string;
  readonly person?: ChannelAccount;
  /** A reply in a channel's thread, or `replyToId` elsewhere. */
  readonly replyTo?: string;
  /** A message that is quoted, as chats do it. */
  readonly quote?: string;
  readonly mention?: boolean;
}

export interface TeamsPress {
  readonly conversation: ConversationRef;
  /** A button by its place or title. */
  readonly button: number | string;
  readonly person?: ChannelAccount;
  /** The newest message with buttons unless given. */
  readonly message?: string;
  /** `submit`: as a client does that does not know `Action.Execute`. */
  readonly by?: 'execute' | 'submit';
  /** The buttons as an earlier version of the card had them: the person's screen has not caught up. */
  readonly stale?: boolean;
}

/** What the presser sees. */
export interface TeamsPressed extends Reply {
  /** The text of the card that the bot answered with; null without one. */
  readonly card: string | null;
  /** The sentence that the bot answered with; null without one. */
  readonly notice: string | null;
}

/** A running simulator. */
export interface TeamsSimulator {
  readonly url: string;
  /** Addresses by the names that an adapter's endpoints have. */
  readonly endpoints: { readonly token: string; readonly openid: string; readonly service: string };
  readonly appId: string;
  readonly appPassword: string;
  readonly tenantId: string;
  readonly bot: ChannelAccount;
  setWebhook(url: string): void;
  addPerson(options?: { name?: string }): ChannelAccount;
  addConversation(options?: ConversationOptions): { readonly id: string };
  /** Installs the bot's app in a conversation, which the bot hears of. */
  install(conversation: ConversationRef): Promise<Reply>;
  uninstall(conversation: ConversationRef): void;
  /** A person writes; resolves with the bot's (last) answer. */
  write(writing: TeamsWriting): Promise<Reply>;
  press(press: TeamsPress): Promise<TeamsPressed>;
  /** Posts the newest activity once more. */
  redeliver(): Promise<Reply>;
  /** An activity as `write` would post it, and the headers that prove it; nothing is posted. */
  compose(
    writing: TeamsWriting,
    options?: TokenOptions,
  ): Promise<{ activity: Activity; headers: Record<string, string> }>;
  sign(options?: TokenOptions): Promise<string>;
  messages(conversation?: ConversationRef): TeamsMessage[];
  waitForMessage(matches: (message: TeamsMessage) => boolean, timeoutMs?: number): Promise<TeamsMessage>;
  calls(filter?: CallFilter): Call[];
  failNext(method: string, fault: Fault): void;
  revokeTokens(): void;
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}
