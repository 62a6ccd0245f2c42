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

/** A key and the content that it was made for. */
export interface HeldKey {
  readonly content: string;
  readonly key: string;
}

/** Where the key is kept, null: there is none. */
export interface KeyStorage {
  read(): HeldKey | null;
  write(held: HeldKey | null): void;
}

export function createDraftKey(storage: KeyStorage = inMemory(), newKey: () => string = randomId): DraftKey {
  return {
    of(content) {
      const held = storage.read();
      if (held?.content === content) return held.key;
      const key = newKey();
      storage.write({ content, key });
      return key;
    },
    failed(error) {
      if (isRefusal(error) && !error.retryable) storage.write(null);
    },
    sent() {
      storage.write(null);
    },
  };
}

function inMemory(): KeyStorage {
  let held: HeldKey | null = null;
  return {
    read: () => held,
    write(next) {
      held = next;
    },
  };
}

/** Whether the server refused the request. Otherwise the request may have had its effect. */
export function isRefusal(error: unknown): error is GatewayError {
  // 409: the first attempt is still in progress.
  return error instanceof GatewayError && error.status < 500 && error.status !== 409;
}

/** @param storage Where the key is kept; without it, in memory. */
export function useDraftKey(storage?: KeyStorage): DraftKey {
  return useState(() => createDraftKey(storage))[0];
}

/** 128 random bits in hex. `crypto.randomUUID` is missing on pages served over plain http from another machine. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
