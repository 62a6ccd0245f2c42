import type { Bot } from '../bot.js';
import type { Conversation } from '../conversation.js';
import type { Params } from '../params.js';
import type { TelegramState } from '../state.js';

/** Counts sent messages; throws 429 when a limit would be passed. */
export interface SendLimits {
  spend(botId: number, conversation: Conversation): void;
}

/** What a method gets. */
export interface Invocation {
  state: TelegramState;
  bot: Bot;
  params: Params;
  /** Undefined: sending is not limited. */
  limits: SendLimits | undefined;
  /** Aborts when the caller has disconnected. */
  signal: AbortSignal;
  /** Whether URLs in sendPhoto and sendDocument are fetched. */
  fetchUrls: boolean;
}

/** Returns the result, or throws a TelegramError. */
export type Method = (invocation: Invocation) => unknown;

/** A result with the `description` that some methods add. */
export class Described {
  constructor(
    readonly result: unknown,
    readonly description: string,
  ) {}
}
