import { useSyncExternalStore } from 'react';

/** The prompts that were opened in this tab: their numbers. */
let opened: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

/** The question with all that belongs to it is on the screen. */
export function noteOpened(num: number): void {
  if (opened.has(num)) return;
  opened = new Set([...opened, num]);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOpened = (): ReadonlySet<number> => useSyncExternalStore(subscribe, () => opened);
