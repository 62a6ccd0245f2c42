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
  /**
   * The platform's ids of messages of this call that may be in the conversation although it failed, such as that of a mail whose acceptance
   * was not confirmed. A reply to one of them is then told what became of the question.
   */
  readonly messageIds?: readonly string[];
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
  readonly messageIds: readonly string[];

  constructor(code: PlatformErrorCode, message: string, details: PlatformErrorDetails = {}) {
    super(message);
    this.name = 'PlatformError';
    this.code = code;
    this.hint = details.hint ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.messageIds = details.messageIds ?? [];
  }

  /** The message and the hint as one line. */
  get explanation(): string {
    return this.hint === null ? this.message : `${this.message} ${this.hint}`;
  }
}

/**
 * The error when there was no answer from `service`. Shows only the code of the network error, whose message may contain a secret.
 * `settings`: what to check besides the connection, such as `PLATFORM_EXAMPLE_API_URL if it is set`.
 */
export function unreachable(service: string, error: unknown, settings: string): PlatformError {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const reason = [cause?.code, code].find(
    (one): one is string => typeof one === 'string' && /^[A-Z][A-Z0-9_]+$/.test(one),
  );
  const shown = reason === undefined ? '' : ` (${reason})`;
  // So the gateway's `fetch` names the failures of the operator's proxy.
  const isProxy = reason?.startsWith('EPROXY_') === true;
  return new PlatformError('unavailable', `${service} could not be reached${shown}.`, {
    hint: isProxy
      ? 'This is the proxy at HTTPS_PROXY or HTTP_PROXY: check its address, user and password, and whether it allows the host.'
      : `Check this machine's internet connection, and ${settings}.`,
  });
}

/** Whether `error` is a `PlatformError`, also one created by another copy of this package. */
export function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof Error && error.name === 'PlatformError' && 'code' in error;
}

/** The explanation of a `PlatformError`. Other errors may contain a secret, so they become one general sentence. */
export function explain(error: unknown): string {
  return isPlatformError(error) ? error.explanation : 'The adapter failed.';
}
