import { Link } from '@tanstack/react-router';
import { Brand } from '../../components/brand.js';
import { classes } from '../../components/ui/classes.js';
import type { LiveStatus } from '../../lib/live/live-state.js';
import { AccountMenu } from './account-menu.js';
import { PaletteButton } from './palette-button.js';
import { PendingCount } from './pending-count.js';
import { destinations, type Destination } from './destinations.js';
import { t } from './texts.js';

const looks: Record<LiveStatus, { readonly label: string; readonly dot: string }> = {
  connecting: { label: t.live.connecting, dot: 'bg-edge' },
  live: { label: t.live.live, dot: 'bg-good' },
  lost: { label: t.live.lost, dot: 'bg-bad' },
};

/** The state of the live connection. */
export function LiveDot({ status }: { readonly status: LiveStatus }) {
  const { label, dot } = looks[status];
  return (
    <span className="flex items-center gap-1.5 text-xs text-soft" title={t.live.title}>
      <span className={classes('size-2 rounded-full', dot)} aria-hidden />
      {label}
    </span>
  );
}

export function NavLink({ item, onFollow }: { readonly item: Destination; readonly onFollow?: () => void }) {
  const Icon = item.icon;
  return (
    <Link
      to={item.to}
      onClick={onFollow}
      activeOptions={{ exact: item.to === '/' }}
      className="flex min-h-8 items-center gap-2.5 rounded-control px-2.5 text-sm text-soft hover:bg-hover hover:text-ink data-[status=active]:bg-selected data-[status=active]:font-medium data-[status=active]:text-accent data-[status=active]:shadow-[inset_2px_0_var(--color-accent)] max-md:min-h-11"
    >
      <Icon className="size-4.5 shrink-0" strokeWidth={1.75} aria-hidden />
      {item.label}
      {item.to === '/prompts' && <PendingCount className="ml-auto" />}
    </Link>
  );
}

/** The navigation of a wide window. */
export function Sidebar({ status }: { readonly status: LiveStatus }) {
  return (
    <aside className="sticky top-0 flex h-dvh flex-col gap-5 overflow-y-auto border-r border-line bg-card px-3 py-4 print:hidden">
      <div className="flex items-center justify-between px-2">
        <Link to="/" className="rounded">
          <Brand />
        </Link>
        <LiveDot status={status} />
      </div>
      <PaletteButton />
      <nav aria-label={t.navigation.all} className="grid gap-4">
        {destinations.map((group) => (
          <div key={group.label} className="grid gap-0.5">
            <p className="px-2.5 pb-1 text-xs text-soft">{group.label}</p>
            {group.items.map((item) => (
              <NavLink key={item.to} item={item} />
            ))}
          </div>
        ))}
      </nav>
      <div className="mt-auto">
        <AccountMenu />
      </div>
    </aside>
  );
}
