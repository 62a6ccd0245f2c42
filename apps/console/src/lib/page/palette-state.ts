import { useSyncExternalStore } from 'react';

let open = false;
let opener: Element | null = null;
const watchers = new Set<() => void>();

/** Opens or closes the command palette. */
export function showPalette(next: boolean): void {
  if (next) opener = document.activeElement;
  open = next;
  for (const notify of watchers) notify();
}

/** What had the focus before the palette opened. */
export const paletteOpener = (): Element | null => opener;

const subscribe = (notify: () => void) => {
  watchers.add(notify);
  return () => watchers.delete(notify);
};

export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => open);
