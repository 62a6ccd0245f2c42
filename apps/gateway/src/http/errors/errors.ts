import { errorCodes, type ErrorBody, type ErrorCode } from '@gateway/contract';
import type { Quota, RefusalKind } from '@gateway/core';
import { quotaHeaders } from '../limits/quota-headers.js';
import { locateJsonError } from './json-error.js';

/** The HTTP status of each kind of refusal. */
const statuses: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  throttled: 429,
  unavailable: 503,
};

/** The code of an error that has no more specific one, by status. */
const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'unavailable',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  431: 'payload_too_large',
  500: 'internal',
  503: 'unavailable',
};

/** An error body. Without `code`, the status decides it. */
export type Explanation = Omit<ErrorBody, 'code' | 'retryable'> & {
  readonly code?: ErrorCode | undefined;
  /** Absent: as the code says. */
  readonly retryable?: boolean;
};

/** The complete error body, its fields in a fixed order. */
export function errorBodyOf(status: number, { detail, code, retryable, ...others }: Explanation): ErrorBody {
  const known = code ?? codes[status] ?? 'validation';
  return { detail, code: known, retryable: retryable ?? errorCodes[known].retryable, ...others };
}

/** An error response, with the body that explains it. */
export class HttpError extends Error {
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    explanation: Explanation,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(explanation.detail);
    this.name = 'HttpError';
    this.body = errorBodyOf(status, explanation);
    const seconds = explanation.retry_after_sec;
    this.headers = { ...(seconds !== undefined && { 'retry-after': String(seconds) }), ...headers };
  }
}

/** The response for an error; null: the error is unexpected. Errors are recognized by name, because they may come from another copy of a package. */
export function responseOf(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (!(error instanceof Error)) return null;
  if (error.name === 'Refusal' && 'kind' in error && 'detail' in error)
    return refusalResponse(error as Error & RefusalLike);
  if (error.name === 'StorageUnavailable') {
    return new HttpError(503, {
      detail: 'The database cannot be used right now; nothing was changed. Try again in a moment.',
      retry_after_sec: 1,
    });
  }
  return parserResponse(error);
}

interface RefusalLike {
  readonly kind: RefusalKind;
  readonly detail: string;
  readonly field: string | null;
  readonly code: ErrorCode | null;
  readonly retryAfterSec: number | null;
  readonly quota: Quota | null;
  readonly retryable: boolean | null;
  readonly more: Pick<ErrorBody, 'consumed_at' | 'consumed_by'>;
}

function refusalResponse({ kind, detail, field, code, retryAfterSec, quota, retryable, more }: RefusalLike): HttpError {
  const issues =
    field === null || kind !== 'invalid'
      ? {}
      : { issues: [{ path: field.split('.'), message: detail, code: 'custom' }] };
  const isTransient = kind === 'unavailable' && errorCodes[code ?? 'unavailable'].retryable;
  const seconds = isTransient ? 1 : retryAfterSec;
  const explanation = {
    detail,
    code: code ?? undefined,
    ...(retryable !== null && { retryable }),
    ...more,
    ...(seconds !== null && { retry_after_sec: seconds }),
    ...issues,
  };
  return new HttpError(statuses[kind], explanation, quotaHeaders(quota ? [quota] : []));
}

/** The response for what Express and its body parser throw; null: none of those. */
function parserResponse(error: Error): HttpError | null {
  const { type, status, body } = error as Error & { type?: string; status?: number; body?: unknown };
  switch (type) {
    case 'entity.parse.failed': {
      const position = typeof body === 'string' ? locateJsonError(body) : null;
      return new HttpError(400, { detail: `The body is not valid JSON${position === null ? '' : `: ${position}`}.` });
    }
    case 'entity.too.large':
      return new HttpError(413, {
        detail: `The body is larger than ${(error as { limit?: number }).limit ?? 0} bytes.`,
      });
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new HttpError(400, {
        detail: 'The body must be UTF-8, uncompressed or compressed with gzip, deflate or br.',
      });
    case 'request.aborted':
    case 'request.size.invalid':
      return new HttpError(400, { detail: 'The body ended before its announced length.' });
    default:
      return error instanceof URIError || (status !== undefined && status >= 400 && status < 500)
        ? new HttpError(400, {
            detail:
              error instanceof URIError
                ? 'The address has a % that does not begin an encoded UTF-8 character: write % itself as %25.'
                : 'The request cannot be read.',
          })
        : null;
  }
}
