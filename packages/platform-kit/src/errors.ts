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
  /** One sentence that tells an operator the fix. */
  readonly hint?: string;
  /** Milliseconds to wait before another try. */
  readonly retryAfterMs?: number;
}

/**
 * What went wrong on a platform, in words for an operator. Never wrap an SDK's own error: it may carry a token.
 *
 * `auth`: the credentials are refused. `forbidden`: the bot may not do this here. `not_found`: no such chat or message.
 * `invalid`: the platform refuses the content. `rate_limited`: too fast, see `retryAfterMs`. `window_closed`: the person
 * must write first. `unavailable`: no or no useful answer. `conflict`: somebody else holds the stream.
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

/** Whether `error` is a `PlatformError`, also one made by another copy of this package. */
export function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof Error && error.name === 'PlatformError' && 'code' in error;
}
