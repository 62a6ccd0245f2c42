import type { toast as Sonner } from 'sonner';

type Kind = 'success' | 'error' | 'warning' | 'message';
type Show = (sonner: typeof Sonner) => void;

let sonner: typeof Sonner | undefined;
let waiting: Show[] = [];
let onFirst: () => void = () => undefined;

/** Shows toasts. The toaster is loaded with the first one. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  message: (text: string) => show('message', text),
  /** Shown for 20 seconds: a warning takes longer to read. */
  warning: (text: string) => show('warning', text, 20_000),
};

function show(kind: Kind, text: string, duration?: number): void {
  const run: Show = (loaded) => loaded[kind](text, duration === undefined ? {} : { duration });
  if (sonner) return run(sonner);
  waiting.push(run);
  onFirst();
}

/** Calls `wanted` when there is a toast but no toaster. For `useSyncExternalStore`. */
export function watchToasts(wanted: () => void): () => void {
  onFirst = wanted;
  return () => (onFirst = () => undefined);
}

export const areToastsWanted = (): boolean => sonner !== undefined || waiting.length > 0;

/** The toaster is mounted: shows what waits. */
export function startToasts(loaded: typeof Sonner): void {
  sonner = loaded;
  for (const run of waiting) run(loaded);
  waiting = [];
}
