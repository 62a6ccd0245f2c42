import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { LiveStatus } from '../../lib/live/live-state.js';
import { showPalette } from '../../lib/page/palette-state.js';
import { destinations } from './destinations.js';
import { PendingCount } from './pending-count.js';
import { t } from './texts.js';

const PhoneMenu = lazy(async () => ({ default: (await import('./phone-menu.js')).PhoneMenu }));

const entry =
  'relative flex min-h-14 flex-auto flex-col items-center justify-center gap-0.5 overflow-hidden px-1 text-xs text-soft data-[status=active]:text-accent';

/** The phone's navigation at the bottom: the most used pages, the search, and a button for the others. */
export function PhoneBar({ status }: { readonly status: LiveStatus }) {
  const [open, setOpen] = useState(false);
  const [inbox] = destinations;
  return (
    <nav
      aria-label={t.navigation.main}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {inbox?.items.slice(0, 3).map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/' }} className={entry}>
          <Icon className="size-5" strokeWidth={1.75} aria-hidden />
          {label}
          {to === '/prompts' && <PendingCount className="absolute top-1 left-1/2 ml-1" />}
        </Link>
      ))}
      <button type="button" className={entry} onClick={() => showPalette(true)} aria-haspopup="dialog">
        <Search className="size-5" strokeWidth={1.75} aria-hidden />
        {t.navigation.search}
      </button>
      <button type="button" className={entry} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <MenuIcon className="size-5" strokeWidth={1.75} aria-hidden />
        {t.navigation.more}
      </button>
      {open && (
        <Suspense>
          <PhoneMenu status={status} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
