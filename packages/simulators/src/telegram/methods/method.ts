import type { Bot } from '../bot.js';
import type { Params } from '../params.js';
import type { RateLimits } from '../rate-limits.js';
import type { World } from '../world.js';

/** What a method has at hand. */
export interface Invocation {
  world: World;
  bot: Bot;
  params: Params;
  limits: RateLimits;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
  /** Whether addresses in sendPhoto and sendDocument are fetched. */
  fetchUrls: boolean;
  /** Whether a webhook may be plain HTTP on any port. */
  allowHttpWebhooks: boolean;
}

/** Returns the result, or throws a TelegramError. */
export type Method = (invocation: Invocation) => unknown;

/** A result with the remark that some methods add as `description`. */
export class Described {
  constructor(
    readonly result: unknown,
    readonly description: string,
  ) {}
}
