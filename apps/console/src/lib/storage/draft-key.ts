import { GatewayError } from '@gateway/contract/values';
import { useState } from 'react';

/**
 * The `Idempotency-Key` of a draft. A retry after a lost response carries the same key, so that the request has one effect.
 * Changed content, and a retry after a final refusal, get a new key.
 */
export interface DraftKey {
  /** The key for this content. */
  of(content: string): string;
  failed(error: unknown): void;
  /** The request succeeded: the same content then gets a new key. */
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

/** Whether the server refused the request. Otherwise the request may have had its effect. */
export function isRefusal(error: unknown): error is GatewayError {
  // 409: the first attempt is still in progress.
  return error instanceof GatewayError && error.status < 500 && error.status !== 409;
}

export function useDraftKey(): DraftKey {
  return useState(createDraftKey)[0];
}

/** 128 random bits in hex. `crypto.randomUUID` is missing on pages served over plain http from another machine. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
