/** Whose key it is; the same key of another caller is another one. */
export interface RequestKey {
  readonly organizationId: string;
  readonly caller: string;
  readonly key: string;
}

/** What the first request was answered with. */
export interface Outcome {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/** `running`: an earlier request with this key is under way. `mismatch`: this key was used for something else. */
export type Begun =
  | { readonly state: 'begun' }
  | { readonly state: 'done'; readonly outcome: Outcome }
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' };

/** A claim on a key; the time to which it was last prolonged tells it from a later claim on the same key. */
export interface KeyClaim extends RequestKey {
  readonly until: Date;
}

export interface IdempotencyStore {
  /** Claims a key that is free, forgotten or given up at `now`. Of any number that ask at once, one begins. */
  begin(claim: KeyClaim & { readonly fingerprint: string }, now: Date): Promise<Begun>;
  /** Prolongs a claim to `until`. False: it is lost. */
  renew(claim: KeyClaim, until: Date): Promise<boolean>;
  /** Keeps the outcome until `forgetAt`, unless the claim is lost. */
  finish(claim: KeyClaim, outcome: Outcome, forgetAt: Date): Promise<void>;
  /** Frees the key, unless the claim is lost. */
  release(claim: KeyClaim): Promise<void>;
}
