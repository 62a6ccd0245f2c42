import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { showPalette, usePaletteOpen } from '../../lib/page/palette-state.js';
import { useSession } from '../../lib/session/session.js';
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { destinations } from '../navigation/destinations.js';
import { t } from './texts.js';

// Loaded when they are first opened.
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.js')).ShortcutHelp }));
const Palette = lazy(async () => ({ default: (await import('../palette/palette.js')).Palette }));

/** The shortcuts that work on every page. */
export function ShortcutKeys() {
  const [open, setOpen] = useState(false);
  const searching = usePaletteOpen();
  const earlyRef = useRef('');
  const navigate = useNavigate();
  const { scopes } = useSession().operator;
  useShortcuts([
    { key: 'k', control: true, label: t.shortcuts.palette, run: () => showPalette(true) },
    { key: '?', label: t.shortcuts.help, run: () => setOpen(true) },
    ...destinations.flatMap(({ items }) =>
      items
        .filter(({ scope }) => scopes.includes('admin') || scopes.includes(scope))
        .map(({ to, label, letter }) => ({
          key: letter,
          afterG: true as const,
          label: t.shortcuts.page(label),
          run: () => void navigate({ to }),
        })),
    ),
  ]);
  return (
    <>
      <Suspense>{open && <ShortcutHelp onClose={() => setOpen(false)} />}</Suspense>
      {searching && (
        // While the palette loads, a field takes what is typed: the page would take it as its shortcuts.
        <Suspense
          fallback={
            <input
              aria-label={t.shortcuts.palette}
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
