import { GatewayError } from '@gateway/contract';
import { useState } from 'react';

/**
 * The `Idempotency-Key` of something that must be sent once. A repeat after a lost reply carries the same key, so that what did
 * arrive is not sent again; other words, and another try after a final refusal, get a new one.
 */
export interface DraftKey {
  /** The key for this content. */
  of(content: string): string;
  failed(error: unknown): void;
  /** It is sent: the same words may be sent again. */
  sent(): void;
}

export function createDraftKey(newKey: () => string = randomId): DraftKey {
  let held: { readonly content: string; readonly key: string } | null = null;
  return {
    of(content) {
      if (held?.content !== content) held = { content, key: newKey() };
      return held.key;
    },
    failed(error) {
      if (isRefusal(error) && !error.retryable) held = null;
    },
    sent() {
      held = null;
    },
  };
}

/** Whether the server said that it was not, or only in part, done. Without a word from it, it may well be done. */
export function isRefusal(error: unknown): error is GatewayError {
  // 409: the first try is still under way.
  return error instanceof GatewayError && error.status < 500 && error.status !== 409;
}

export function useDraftKey(): DraftKey {
  return useState(createDraftKey)[0];
}

/** 128 random bits in hex. `crypto.randomUUID` is missing on pages served over plain http from another machine. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
