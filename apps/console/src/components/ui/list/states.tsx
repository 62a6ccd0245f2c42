import { CircleAlert } from 'lucide-react';
import { reasonOf } from '../../../lib/api.js';
import { Button } from '../button.js';
import { classes } from '../classes.js';
import { t } from '../texts.js';

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
