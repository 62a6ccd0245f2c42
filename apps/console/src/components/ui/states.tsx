import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf, Unreachable } from '../../lib/api.js';
import { useLiveState } from '../../lib/live-state.js';
import { Button } from './button.js';
import { classes } from './classes.js';
import { t } from './texts.js';

interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
}

/** An empty state: the list loaded and has no rows. */
export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
      {Icon && <Icon className="size-7 text-soft" strokeWidth={1.5} aria-hidden />}
      <p className="font-medium">{title}</p>
      {children !== undefined && (
        <div className="grid max-w-prose justify-items-center gap-3 text-sm text-soft">{children}</div>
      )}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly retry?: () => unknown;
  /** Without a margin, for forms. */
  readonly bare?: boolean;
}

/** A failed load: the reason and a retry. Looks different from an empty state. */
export function Failure({ error, retry, bare = false }: FailureProps) {
  return (
    <div
      role="alert"
      className={classes(
        'flex flex-wrap items-center gap-3 rounded-control bg-bad-tint px-4 py-3 text-sm text-bad',
        !bare && 'm-4',
      )}
    >
      <CircleAlert className="size-5 shrink-0" aria-hidden />
      <p className="min-w-48 flex-1 wrap-anywhere">{reasonOf(error)}</p>
      {retry !== undefined && (
        <Button size="small" onClick={() => void retry()}>
          {t.retry}
        </Button>
      )}
    </div>
  );
}

/** A highlighted note. */
export function Notice({
  tone = 'info',
  children,
}: {
  readonly tone?: 'info' | 'wait' | 'bad' | 'good';
  readonly children: ReactNode;
}) {
  const tones = {
    info: 'bg-info-tint text-info',
    wait: 'bg-wait-tint text-wait',
    bad: 'bg-bad-tint text-bad',
    good: 'bg-good-tint text-good',
  };
  return <div className={classes('rounded-control px-4 py-3 text-sm', tones[tone])}>{children}</div>;
}

/** A placeholder for text that is loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classes('block animate-pulse rounded bg-line', className ?? 'h-4 w-full')} />;
}

/** A placeholder for a list that is loading. */
export function SkeletonRows({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div aria-busy="true" aria-label={t.loading} role="status">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-4 border-b border-line px-5 py-4 last:border-0">
          <Skeleton className="size-8 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly loading?: ReactNode;
  /** Show a failure without a margin, for use outside a card. */
  readonly bare?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** Renders the data of a query, a skeleton while it loads, and the failure alone or above older data. */
export function Loaded<Data>({ query, loading, bare = false, children }: LoadedProps<Data>) {
  // The banner of the shell already says so, for the whole page.
  const isTold = useLiveState().status === 'lost' && query.error instanceof Unreachable;
  if (query.data === undefined) {
    return query.isError ? (
      <Failure bare={bare} error={query.error} retry={query.refetch} />
    ) : (
      (loading ?? <SkeletonRows />)
    );
  }
  return (
    <>
      {query.isError && !isTold && <Failure bare={bare} error={query.error} retry={query.refetch} />}
      {children(query.data)}
    </>
  );
}
