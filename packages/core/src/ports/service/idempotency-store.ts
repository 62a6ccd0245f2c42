/** A key of one caller. Equal keys of different callers are independent. */
export interface RequestKey {
  readonly organizationId: string;
  readonly caller: string;
  readonly key: string;
}

/** The response to the first request. */
export interface Outcome {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/**
 * `begun`: the caller has the claim; `promptNum` is the prompt that an earlier request with this key opened before its instance
 * crashed, null: none. `done`: the stored response. `running`: an earlier request is still running. `mismatch`: the key was used
 * for another request.
 */
export type Begun =
  | { readonly state: 'begun'; readonly promptNum: number | null }
  | { readonly state: 'done'; readonly outcome: Outcome }
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' };

/** A claim on a key; `holder` is unique per request. */
export interface KeyClaim extends RequestKey {
  readonly holder: string;
}

/** Identifies a request by its content. */
export interface Fingerprint {
  readonly current: string;
  /** As the previous version of the gateway made it, for keys that were used before an upgrade. */
  readonly former: string;
}

export interface ClaimTimes {
  readonly now: Date;
  /** When the claim expires unless it is renewed. */
  readonly until: Date;
  /** When the key is deleted. */
  readonly forgetAt: Date;
}

export interface IdempotencyStore {
  /** Claims a key that is free or deleted, or whose claim expired without an outcome. Of concurrent callers one gets `begun`. */
  begin(claim: KeyClaim & { readonly fingerprint: Fingerprint }, times: ClaimTimes): Promise<Begun>;
  /** Extends the claim to `until`. False: it is lost. */
  renew(claim: KeyClaim, until: Date): Promise<boolean>;
  /** Stores the outcome until `forgetAt`, unless the claim is lost. */
  finish(claim: KeyClaim, outcome: Outcome, forgetAt: Date): Promise<void>;
  /** Ends the claim at `now`, unless it is lost. Frees the key, unless a prompt is linked to it: then a retry continues that prompt. */
  release(claim: KeyClaim, now: Date): Promise<void>;
}
