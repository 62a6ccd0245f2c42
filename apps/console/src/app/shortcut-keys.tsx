import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useShortcuts } from '../lib/shortcuts.js';

// Loaded when it is first opened.
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.js')).ShortcutHelp }));

/** The shortcuts that work on every page. */
export function ShortcutKeys() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  useShortcuts([
    { key: '?', label: 'Show keyboard shortcuts', run: () => setOpen(true) },
    { key: 'P', label: 'Go to Prompts', run: () => void navigate({ to: '/prompts' }) },
    { key: 'C', label: 'Go to Channels', run: () => void navigate({ to: '/channels' }) },
    { key: 'D', label: 'Go to Deliveries', run: () => void navigate({ to: '/deliveries' }) },
  ]);
  return (
    open && (
      <Suspense>
        <ShortcutHelp onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
