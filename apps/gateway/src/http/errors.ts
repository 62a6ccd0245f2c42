import type { ErrorBody } from '@gateway/contract';
import type { RefusalKind } from '@gateway/core';

/** The one table from kinds of refusal to statuses. */
const statuses: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  throttled: 429,
  unavailable: 503,
};

/** A response that is an error, with the body that explains it. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.detail);
    this.name = 'HttpError';
  }
}

/** Finds the response for any error; null: an unexpected one. Errors are told by their names: they may come from another copy of a package. */
export function responseOf(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (!(error instanceof Error)) return null;
  if (error.name === 'Refusal' && 'kind' in error && 'detail' in error)
    return refusalResponse(error as Error & RefusalLike);
  if (error.name === 'StorageUnavailable') {
    return new HttpError(
      503,
      { detail: 'The database cannot be used right now; nothing was changed. Try again in a moment.' },
      { 'retry-after': '1' },
    );
  }
  return parserResponse(error);
}

interface RefusalLike {
  readonly kind: RefusalKind;
  readonly detail: string;
  readonly field: string | null;
  readonly retryAfterSec?: number | null;
}

function refusalResponse({ kind, detail, field, retryAfterSec }: RefusalLike): HttpError {
  const issues =
    field === null || kind !== 'invalid'
      ? {}
      : { issues: [{ path: field.split('.'), message: detail, code: 'custom' }] };
  const seconds = kind === 'unavailable' ? 1 : (retryAfterSec ?? null);
  return new HttpError(
    statuses[kind],
    { detail, ...issues },
    seconds === null ? {} : { 'retry-after': String(seconds) },
  );
}

/** What Express and its body parser throw. */
function parserResponse(error: Error): HttpError | null {
  const { type, status } = error as Error & { type?: string; status?: number; limit?: number };
  switch (type) {
    case 'entity.parse.failed':
      return new HttpError(400, { detail: 'The body is not valid JSON.' });
    case 'entity.too.large':
      return new HttpError(413, {
        detail: `The body is larger than ${(error as { limit?: number }).limit ?? 0} bytes.`,
      });
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new HttpError(400, {
        detail: 'The body must be UTF-8 (charset), plain or compressed with gzip, deflate or br.',
      });
    case 'request.aborted':
    case 'request.size.invalid':
      return new HttpError(400, { detail: 'The body ended before its announced length.' });
    default:
      return error instanceof URIError || (status !== undefined && status >= 400 && status < 500)
        ? new HttpError(400, {
            detail:
              error instanceof URIError
                ? 'The address holds a % that is followed by no character in UTF-8: write % itself as %25.'
                : 'The request cannot be read.',
          })
        : null;
  }
}
