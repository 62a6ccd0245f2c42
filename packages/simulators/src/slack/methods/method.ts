import type { Params } from '../params.js';
import type { RateLimits } from '../rate-limits.js';
import type { SlackState } from '../state.js';

/** What a method has at hand. */
export interface Invocation {
  state: SlackState;
  params: Params;
  limits: RateLimits;
  /** Whether addresses in image blocks are fetched. */
  fetchUrls: boolean;
  /** The simulator's own address. */
  url: () => string;
  /** Makes the address of a Socket Mode connection. */
  openSocket: () => string;
}

/** A method with the scope that it takes, and with the token that may call it; the bot's unless told otherwise. */
export interface Method {
  scope: string | null;
  token?: 'app';
  /** Returns the answer without `ok`, or throws a SlackError. */
  run(invocation: Invocation): object | Promise<object>;
}
