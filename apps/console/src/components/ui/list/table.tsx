import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import { t } from '../texts.js';

interface Props {
  /** The caption for screen readers. */
  readonly label: string;
  /** Headings. An empty one, for a column of buttons, is announced as "Actions". */
  readonly columns: readonly string[];
  /** Makes the table focusable, so that the keyboard can scroll one that has no focusable content. */
  readonly focusable?: boolean;
  readonly children: ReactNode;
}

/** A table of records for wide windows. */
export function Table({ label, columns, focusable = false, children }: Props) {
  return (
    <div className="overflow-x-auto" {...(focusable && { tabIndex: 0, role: 'group', 'aria-label': label })}>
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 text-xs font-medium text-soft first:pl-5 last:pr-5">
                {column === '' ? <span className="sr-only">{t.actions}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A row. `marked`: its details are open. */
export function TableRow({ marked = false, children }: { readonly marked?: boolean; readonly children: ReactNode }) {
  return (
    <tr
      className={classes(
        'relative border-b border-line last:border-0 has-[a]:hover:bg-hover',
        marked && 'bg-selected hover:bg-selected',
      )}
    >
      {children}
    </tr>
  );
}

/** The cell that names the record, as the row's heading. */
export function HeadCell({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <th scope="row" className={classes('py-2 pr-3 pl-5 text-left font-normal', className)}>
      {children}
    </th>
  );
}

export function Cell({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return <td className={classes('px-3 py-2 last:pr-5', className)}>{children}</td>;
}

/** Extends a link over its whole row. Other links in the row need `relative` to stay clickable. */
export const wholeRow =
  'outline-none after:absolute after:inset-0 after:-outline-offset-2 after:outline-accent after:content-[""] focus-visible:after:outline-2';
