import type { ErrorBody, ErrorCode } from './generated/contract.js';

/** The body of an error as received. A newer gateway may send codes that this client does not know. */
type ReceivedError = Omit<ErrorBody, 'code'> & {
  /** Null: the response does not come from the gateway, but from a proxy in front of it. */
  readonly code: ErrorCode | (string & {}) | null;
};

/** The gateway refused a request. `message` says what is wrong and how to fix it; `code` is for programs. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';

  constructor(
    readonly status: number,
    readonly body: ReceivedError,
  ) {
    super(`${status}: ${body.detail}`);
  }

  get code(): ReceivedError['code'] {
    return this.body.code;
  }

  /** Whether the same request can succeed later. */
  get retryable(): boolean {
    return this.body.retryable;
  }

  /** Seconds to wait before a retry. Null: unknown. */
  get retryAfterSec(): number | null {
    return this.body.retry_after_sec ?? null;
  }
}

/** No response arrived, or only a part of one. The request may have had an effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly retryable = true;
  readonly retryAfterSec = null;
}

/** An error after which the same request can succeed later. */
export type RetryableError = GatewayError | ConnectionError;

export function isRetryable(error: unknown): error is RetryableError {
  return (error instanceof GatewayError || error instanceof ConnectionError) && error.retryable;
}

/** Statuses that a proxy sends while the gateway behind it is unavailable or busy. */
const retryableStatuses = new Set([429, 502, 503, 504]);

/** The error that a response with another status than 2xx stands for. */
export function gatewayError(status: number, headers: Headers, text: string): GatewayError {
  const retryAfter = /^\d{1,9}$/.exec(headers.get('retry-after') ?? '')?.[0];
  const unexplained = {
    detail: `The server answered ${status} without an explanation.`,
    code: null,
    retryable: retryableStatuses.has(status),
    ...(retryAfter !== undefined && { retry_after_sec: Number(retryAfter) }),
  };
  try {
    const body = JSON.parse(text) as Partial<ReceivedError> | null;
    if (typeof body?.detail === 'string') return new GatewayError(status, { ...unexplained, ...body });
  } catch {
    // Not the gateway's JSON: probably an error page of a proxy.
  }
  return new GatewayError(status, unexplained);
}
