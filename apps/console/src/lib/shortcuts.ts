import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** As `KeyboardEvent.key` has it: `j`, `/`, `?`, `1`. */
  readonly key: string;
  /** What it does, for the list behind `?`. */
  readonly label: string;
  readonly run: () => void;
}

type Listed = Omit<Shortcut, 'run'>;

let registered: readonly (readonly Listed[])[] = [];
const watchers = new Set<() => void>();

function change(next: readonly (readonly Listed[])[]): void {
  registered = next;
  for (const notify of watchers) notify();
}

/** Whether a key belongs to whatever has the focus: a field, an open dialog or menu. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
    ) !== null
  );
}

/** Keys that act while this component is on the page, never while somebody types. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    const shortcut = shortcuts.find(({ key }) => key === event.key);
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  // Told anew only when what is listed differs, not at each drawing.
  const listed = JSON.stringify(shortcuts);
  useEffect(() => {
    const own = JSON.parse(listed) as readonly Listed[];
    change([...registered, own]);
    return () => change(registered.filter((one) => one !== own));
  }, [listed]);
}

/** All keys that act now, the page's after the console's. */
export function useRegisteredShortcuts(): readonly Listed[] {
  return useSyncExternalStore(
    (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    () => registered,
  ).flat();
}
