import { useSyncExternalStore } from 'react';

let open = false;
const watchers = new Set<() => void>();

/** Opens or closes the command palette. */
export function showPalette(next: boolean): void {
  open = next;
  for (const notify of watchers) notify();
}

const subscribe = (notify: () => void) => {
  watchers.add(notify);
  return () => watchers.delete(notify);
};

export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => open);
