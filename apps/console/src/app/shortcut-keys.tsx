import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { showPalette, usePaletteOpen } from '../lib/palette-state.js';
import { useShortcuts } from '../lib/shortcuts.js';

// Loaded when they are first opened.
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.js')).ShortcutHelp }));
const Palette = lazy(async () => ({ default: (await import('./palette/palette.js')).Palette }));

/** The shortcuts that work on every page. */
export function ShortcutKeys() {
  const [open, setOpen] = useState(false);
  const searching = usePaletteOpen();
  const earlyRef = useRef('');
  const navigate = useNavigate();
  useShortcuts([
    { key: 'k', control: true, label: 'Search and commands', run: () => showPalette(true) },
    { key: '?', label: 'Show keyboard shortcuts', run: () => setOpen(true) },
    { key: 'P', label: 'Go to Prompts', run: () => void navigate({ to: '/prompts' }) },
    { key: 'C', label: 'Go to Channels', run: () => void navigate({ to: '/channels' }) },
    { key: 'D', label: 'Go to Deliveries', run: () => void navigate({ to: '/deliveries' }) },
  ]);
  return (
    <>
      <Suspense>{open && <ShortcutHelp onClose={() => setOpen(false)} />}</Suspense>
      {searching && (
        // While the palette loads, a field takes what is typed: the page would take it as its shortcuts.
        <Suspense
          fallback={
            <input
              aria-label="Search and commands"
              className="fixed top-0 opacity-0"
              ref={(field) => field?.focus()}
              onChange={({ target }) => {
                earlyRef.current = target.value;
              }}
            />
          }
        >
          <Palette earlyRef={earlyRef} onClose={() => showPalette(false)} />
        </Suspense>
      )}
    </>
  );
}
