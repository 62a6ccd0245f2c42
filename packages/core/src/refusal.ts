import type { ErrorCode } from '@gateway/contract';
import type { Outgoing } from './ports.js';

/** Why a request was refused, independent of HTTP. */
export type RefusalKind =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'unauthenticated'
  | 'forbidden'
  | 'throttled'
  | 'unavailable';

/** What a refusal may say beside its sentence. */
export interface RefusalFacts {
  /** Null: that of the kind. */
  readonly code: ErrorCode | null;
  /** The platform was asked to do it; some of it may have been done. */
  readonly attempted: boolean;
  /** Seconds until another try may succeed; null: not known. */
  readonly retryAfterSec: number | null;
}

/** A request that cannot be done; `detail` is one sentence that tells the caller what to do. */
export class Refusal extends Error implements RefusalFacts {
  readonly code: ErrorCode | null;
  readonly attempted: boolean;
  readonly retryAfterSec: number | null;

  constructor(
    readonly kind: RefusalKind,
    readonly detail: string,
    /** The field at fault, when there is one. */
    readonly field: string | null = null,
    { code = null, attempted = false, retryAfterSec = null }: Partial<RefusalFacts> = {},
  ) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.attempted = attempted;
    this.retryAfterSec = retryAfterSec;
  }
}

/** Refuses an address that requests may never go to; the sentence names the setting that allows more. */
export function checkAddress(outgoing: Outgoing, field: string, url: string | null | undefined): void {
  const reason = url ? outgoing.refuses(url) : null;
  if (reason !== null) throw new Refusal('invalid', `${field}: ${reason}`, field);
}
