import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** A `KeyboardEvent.key`: `j`, `/`, `?`, `1`. */
  readonly key: string;
  /** Pressed with Ctrl, or with Cmd on a Mac. Works while typing in a field, too. */
  readonly control?: true;
  /** Pressed at most 1.5 s after the key `g`. */
  readonly afterG?: true;
  /** Description in the list that `?` opens. */
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

/** Whether the focused element handles the key: a field, an open dialog or menu. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
    ) !== null
  );
}

/** Whether a dialog is open: it must not get another one above it. */
const isInDialog = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

const SEQUENCE_MS = 1500;
/** The last two keys that were pressed. */
let keys: readonly KeyboardEvent[] = [];
globalThis.document?.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Shift') keys = [...keys.slice(-1), event];
  },
  { capture: true },
);

/** Whether the key before this one was `g`, which begins a sequence of two keys. */
function followsG(event: KeyboardEvent): boolean {
  const before = keys.at(-1) === event ? keys.at(-2) : undefined;
  return (
    before?.key === 'g' &&
    !before.ctrlKey &&
    !before.metaKey &&
    !isTyping(before.target) &&
    event.timeStamp - before.timeStamp < SEQUENCE_MS
  );
}

/** Registers shortcuts while the component is mounted. They are ignored while typing. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const held = event.ctrlKey || event.metaKey;
    if (event.altKey || event.defaultPrevented || (held ? isInDialog() : isTyping(event.target))) return;
    const inSequence = !held && followsG(event);
    const shortcut = shortcuts.find(
      ({ key, control = false, afterG = false }) => key === event.key && control === held && afterG === inSequence,
    );
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  // Registered again only when the list differs, not at each render.
  const listed = JSON.stringify(shortcuts);
  useEffect(() => {
    const own = JSON.parse(listed) as readonly Listed[];
    change([...registered, own]);
    return () => change(registered.filter((one) => one !== own));
  }, [listed]);
}

/** All active shortcuts, the console's first, then the page's. */
export function useRegisteredShortcuts(): readonly Listed[] {
  return useSyncExternalStore(
    (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    () => registered,
  ).flat();
}
