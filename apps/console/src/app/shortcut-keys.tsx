import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { showPalette, usePaletteOpen } from '../lib/palette-state.js';
import { useShortcuts } from '../lib/shortcuts.js';

// Loaded when they are first opened.
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.js')).ShortcutHelp }));
const Palette = lazy(async () => ({ default: (await import('./palette/palette.js')).Palette }));

/** The shortcuts that work on every page. */
export function ShortcutKeys() {
  const [open, setOpen] = useState(false);
  const searching = usePaletteOpen();
  const navigate = useNavigate();
  useShortcuts([
    { key: 'k', control: true, label: 'Search and commands', run: () => showPalette(true) },
    { key: '?', label: 'Show keyboard shortcuts', run: () => setOpen(true) },
    { key: 'P', label: 'Go to Prompts', run: () => void navigate({ to: '/prompts' }) },
    { key: 'C', label: 'Go to Channels', run: () => void navigate({ to: '/channels' }) },
    { key: 'D', label: 'Go to Deliveries', run: () => void navigate({ to: '/deliveries' }) },
  ]);
  return (
    <Suspense>
      {open && <ShortcutHelp onClose={() => setOpen(false)} />}
      {searching && <Palette onClose={() => showPalette(false)} />}
    </Suspense>
  );
}
