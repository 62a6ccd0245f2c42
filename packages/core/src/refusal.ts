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

/** A request that cannot be done; `detail` is one sentence that tells the caller what to do. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    readonly detail: string,
    /** The field at fault, when there is one. */
    readonly field: string | null = null,
    /** The platform was asked to do it; some of it may have been done. */
    readonly attempted = false,
    /** With `throttled`: seconds until another try may succeed. */
    readonly retryAfterSec: number | null = null,
  ) {
    super(detail);
    this.name = 'Refusal';
  }
}

/** Refuses an address that requests may never go to; the sentence names the setting that allows more. */
export function checkAddress(outgoing: Outgoing, field: string, url: string | null | undefined): void {
  const reason = url ? outgoing.refuses(url) : null;
  if (reason !== null) throw new Refusal('invalid', `${field}: ${reason}`, field);
}
