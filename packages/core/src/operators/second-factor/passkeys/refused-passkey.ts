import type { AssertionResult } from './assertions.js';

/** The text for a person whose passkey was refused. */
export function refusedPasskey(reason: Extract<AssertionResult, string>): string {
  return reason === 'copied'
    ? 'This passkey was refused because its counter went back, so there may be a copy of it: sign in another way, and remove it on the Account page.'
    : 'The passkey was not accepted: it may have been removed, or belong to another operator.';
}
