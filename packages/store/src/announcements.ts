import type { Change, Changes } from '@gateway/core';

/** The announcements of changes within this process. */
export interface Announcements extends Changes {
  /** Calls every listener. An error of a listener affects neither the others nor the caller. */
  publish(changes: readonly Change[]): void;
}

export function createAnnouncements(): Announcements {
  const listeners = new Set<(change: Change) => void>();
  return {
    subscribe(listener) {
      // A separate function per subscription: a listener that subscribes twice is called twice.
      const own = (change: Change) => listener(change);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    publish(changes) {
      for (const change of changes) for (const listener of listeners) queueMicrotask(() => listener(change));
    },
  };
}
