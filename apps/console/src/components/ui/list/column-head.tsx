import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.js';

interface Props {
  readonly label: ReactNode;
  readonly numeric?: boolean;
  /** How the rows are sorted by this column. Absent: they are not. */
  readonly sorted?: { readonly desc: boolean } | undefined;
  /** Absent: the column cannot be sorted. */
  readonly onSort?: () => void;
}

const look = 'text-xs font-medium text-soft';

/** The heading of a column. It stays in view, and is a button if the rows can be sorted by it. */
export function ColumnHead({ label, numeric = false, sorted, onSort }: Props) {
  const Icon = sorted === undefined ? ChevronsUpDown : sorted.desc ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      {...(onSort && { 'aria-sort': sorted === undefined ? 'none' : sorted.desc ? 'descending' : 'ascending' })}
      className={classes(
        'sticky top-(--notice-height,0px) z-10 bg-card px-3 py-1 shadow-[inset_0_-1px_var(--color-line)] first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5',
        look,
        numeric && 'text-right',
      )}
    >
      {onSort === undefined ? (
        label
      ) : (
        <button
          type="button"
          onClick={onSort}
          className={classes(
            'group -mx-1.5 inline-flex min-h-7 items-center gap-1 rounded px-1.5 whitespace-nowrap hover:bg-hover hover:text-ink',
            look,
            numeric && 'flex-row-reverse',
            sorted && 'text-ink',
          )}
        >
          {label}
          <Icon
            className={classes(
              'size-3.5 shrink-0',
              !sorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
            )}
            aria-hidden
          />
        </button>
      )}
    </th>
  );
}
