import type { Modals } from '../modals.js';
import type { Params } from '../params.js';
import type { RateLimits } from '../rate-limits.js';
import type { SlackState } from '../state.js';

/** What a method gets. */
export interface Invocation {
  state: SlackState;
  params: Params;
  limits: RateLimits;
  modals: Modals;
  /** Whether URLs in image blocks are fetched. */
  fetchUrls: boolean;
  /** The simulator's base URL. */
  url: () => string;
  /** Creates the URL of a Socket Mode connection. */
  openSocket: () => string;
}

/** A method with its required scope and token type; the bot's token unless given. */
export interface Method {
  scope: string | null;
  token?: 'app';
  /** Returns the answer without `ok`, or throws a SlackError. */
  run(invocation: Invocation): object | Promise<object>;
}
