import { useSyncExternalStore } from 'react';

/** A choice of this browser, kept in its local storage. */
export interface LocalChoice {
  /** The empty string: nothing is chosen. */
  get(): string;
  set(value: string): void;
  /** Subscribes to changes, also of other tabs. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function localChoice(key: string): LocalChoice {
  const listeners = new Set<() => void>();
  const read = (): string => {
    try {
      return localStorage.getItem(key) ?? '';
    } catch {
      // Storage may be blocked. The choice then lasts until the page is closed.
      return '';
    }
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let value = read();
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    value = read();
    tell();
  });
  return {
    get: () => value,
    set(next) {
      value = next;
      try {
        if (next === '') localStorage.removeItem(key);
        else localStorage.setItem(key, next);
      } catch {
        // See above.
      }
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useLocalChoice = (choice: LocalChoice): string => useSyncExternalStore(choice.subscribe, choice.get);
