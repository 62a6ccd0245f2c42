import type { UploadedFile } from '@gateway/sandbox/server';
import type { Bot } from './state.js';

export interface Invocation {
  bot: Bot;
  params: Record<string, string>;
  body: Record<string, unknown>;
  files: UploadedFile[];
}

/** One method of the REST API. The result of `run` is answered as JSON; undefined as 204. */
export interface Method {
  /** Its name for faults and the call log. */
  name: string;
  route: string;
  /** Needs no bot token. */
  isOpen?: boolean;
  /** Counts against the channel's rate limit. */
  isLimited?: boolean;
  run(invocation: Invocation): unknown;
}
