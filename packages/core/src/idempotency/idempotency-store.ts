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

/**
 * `begun`: `promptNum` is the prompt that an earlier request with this key opened before its instance died, null where it opened
 * none. `running`: an earlier request with this key is under way. `mismatch`: this key was used for something else.
 */
export type Begun =
  | { readonly state: 'begun'; readonly promptNum: number | null }
  | { readonly state: 'done'; readonly outcome: Outcome }
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' };

/** A claim on a key; `holder` is new for each request. */
export interface KeyClaim extends RequestKey {
  readonly holder: string;
}

export interface ClaimTimes {
  readonly now: Date;
  /** When the claim ends unless it is renewed. */
  readonly until: Date;
  /** When the key is forgotten. */
  readonly forgetAt: Date;
}

export interface IdempotencyStore {
  /** Claims a key that is free or forgotten, or whose claim has ended without an outcome. Of any number that ask at once, one begins. */
  begin(claim: KeyClaim & { readonly fingerprint: string }, times: ClaimTimes): Promise<Begun>;
  /** Moves the claim's end to `until`. False: it is lost. */
  renew(claim: KeyClaim, until: Date): Promise<boolean>;
  /** Keeps the outcome until `forgetAt`, unless the claim is lost. */
  finish(claim: KeyClaim, outcome: Outcome, forgetAt: Date): Promise<void>;
  /** Ends the claim at `now`, unless it is lost. Frees the key, unless a prompt is linked to it: then a repeat continues that prompt. */
  release(claim: KeyClaim, now: Date): Promise<void>;
}
