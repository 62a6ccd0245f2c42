export type PlatformErrorCode =
  | 'auth'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'rate_limited'
  | 'window_closed'
  | 'unavailable'
  | 'conflict';

export interface PlatformErrorDetails {
  /** One sentence that tells an operator how to fix it. */
  readonly hint?: string;
  /** Milliseconds to wait before the next attempt. */
  readonly retryAfterMs?: number;
}

/**
 * An error of a platform, described for operators. Never wrap an SDK's own error: it may contain a token.
 *
 * `auth`: the platform refuses the credentials. `forbidden`: the bot may not do this here. `not_found`: no such chat or message.
 * `invalid`: the platform refuses the content. `rate_limited`: too many requests, see `retryAfterMs`. `window_closed`: the person
 * must write first. `unavailable`: no usable answer. `conflict`: another program holds the stream.
 */
export class PlatformError extends Error {
  readonly code: PlatformErrorCode;
  readonly hint: string | null;
  readonly retryAfterMs: number | null;

  constructor(code: PlatformErrorCode, message: string, details: PlatformErrorDetails = {}) {
    super(message);
    this.name = 'PlatformError';
    this.code = code;
    this.hint = details.hint ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /** The message and the hint as one line. */
  get explanation(): string {
    return this.hint === null ? this.message : `${this.message} ${this.hint}`;
  }
}

/** Whether `error` is a `PlatformError`, also one created by another copy of this package. */
export function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof Error && error.name === 'PlatformError' && 'code' in error;
}

/** The explanation of a `PlatformError`. Other errors may contain a secret, so they become one general sentence. */
export function explain(error: unknown): string {
  return isPlatformError(error) ? error.explanation : 'The adapter failed.';
}
