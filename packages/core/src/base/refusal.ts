import type { ErrorBody, ErrorCode } from '@gateway/contract';
import type { Outgoing } from '../ports/system.js';

/** How often something may be done. */
export interface RateLimit {
  readonly perMinute: number;
  /** How many may come at once. */
  readonly burst: number;
}

/** What is left of a limit after a request. */
export interface Quota {
  readonly policy: string;
  readonly limit: RateLimit;
  readonly remaining: number;
  /** Seconds until all of it is available again. */
  readonly resetSec: number;
}

/** Why a request was refused, independent of HTTP. */
export type RefusalKind =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'unauthenticated'
  | 'forbidden'
  | 'throttled'
  | 'unavailable';

/** Optional facts of a refusal. */
export interface RefusalFacts {
  /** Null: the default code of the kind. */
  readonly code: ErrorCode | null;
  /** The platform was called, so part of the request may have been carried out. */
  readonly attempted: boolean;
  /** Seconds until a retry may succeed; null: unknown. */
  readonly retryAfterSec: number | null;
  /** The limit that was exceeded; null: none, or one without a rate. */
  readonly quota: Quota | null;
  /** Whether the same request can succeed later; null: as its code says. */
  readonly retryable: boolean | null;
  /** Further fields of the error. */
  readonly more: Pick<ErrorBody, 'consumed_at' | 'consumed_by'>;
}

/** A request that cannot be done; `detail` is one sentence for the caller: what is wrong and how to fix it. */
export class Refusal extends Error implements RefusalFacts {
  readonly code: ErrorCode | null;
  readonly attempted: boolean;
  readonly retryAfterSec: number | null;
  readonly quota: Quota | null;
  readonly retryable: boolean | null;
  readonly more: RefusalFacts['more'];

  constructor(
    readonly kind: RefusalKind,
    readonly detail: string,
    /** The API field that is wrong; null: none. */
    readonly field: string | null = null,
    {
      code = null,
      attempted = false,
      retryAfterSec = null,
      quota = null,
      retryable = null,
      more = {},
    }: Partial<RefusalFacts> = {},
  ) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.attempted = attempted;
    this.retryAfterSec = retryAfterSec;
    this.quota = quota;
    this.retryable = retryable;
    this.more = more;
  }
}

/** Refuses an address that requests must not go to. The sentence names the setting that allows it. */
export function checkAddress(outgoing: Pick<Outgoing, 'refuses'>, field: string, url: string | null | undefined): void {
  const reason = url ? outgoing.refuses(url) : null;
  if (reason !== null) throw new Refusal('invalid', `${field}: ${reason}`, field);
}
