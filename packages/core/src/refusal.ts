/** Why a request was refused, independent of HTTP. */
export type RefusalKind = 'invalid' | 'not_found' | 'conflict' | 'forbidden' | 'unavailable';

/** A request that cannot be done; `detail` is one sentence that tells the caller what to do. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    readonly detail: string,
    /** The field at fault, when there is one. */
    readonly field: string | null = null,
  ) {
    super(detail);
    this.name = 'Refusal';
  }
}
