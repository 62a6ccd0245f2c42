import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useShortcuts } from '../lib/shortcuts.js';

// The keys act from the first moment; what they open comes when it is asked for.
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.js')).ShortcutHelp }));

/** The console's own keys. */
export function ShortcutKeys() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  useShortcuts([
    { key: '?', label: 'Show these keys', run: () => setOpen(true) },
    { key: 'P', label: 'Go to the prompts', run: () => void navigate({ to: '/prompts' }) },
    { key: 'C', label: 'Go to the channels', run: () => void navigate({ to: '/channels' }) },
    { key: 'D', label: 'Go to the deliveries', run: () => void navigate({ to: '/deliveries' }) },
  ]);
  return (
    open && (
      <Suspense>
        <ShortcutHelp onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
