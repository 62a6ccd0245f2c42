import type { Change, Changes } from '@gateway/core';

/** Where announcements go within this process. */
export interface Announcements extends Changes {
  /** Calls every listener; an error of one keeps neither the others nor the caller from going on. */
  publish(changes: readonly Change[]): void;
}

export function createAnnouncements(): Announcements {
  const listeners = new Set<(change: Change) => void>();
  return {
    subscribe(listener) {
      // An own function each time: subscribing the same one twice means hearing twice.
      const own = (change: Change) => listener(change);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    publish(changes) {
      for (const change of changes) for (const listener of listeners) queueMicrotask(() => listener(change));
    },
  };
}
