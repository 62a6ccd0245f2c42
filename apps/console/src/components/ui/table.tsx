import type { ReactNode } from 'react';
import { classes } from './classes.js';

interface Props {
  /** Read aloud before the table. */
  readonly label: string;
  /** Headings; an empty one, for a column of buttons, is read aloud as "Actions". */
  readonly columns: readonly string[];
  /** Nothing in it takes the focus: then the table itself does, so that the keyboard can scroll it. */
  readonly focusable?: boolean;
  readonly children: ReactNode;
}

/** Records with the same few facts each, for a window that has the room. */
export function Table({ label, columns, focusable = false, children }: Props) {
  return (
    <div className="overflow-x-auto" {...(focusable && { tabIndex: 0, role: 'group', 'aria-label': label })}>
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2.5 text-xs font-medium text-soft first:pl-5 last:pr-5">
                {column === '' ? <span className="sr-only">Actions</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A record. `marked`: the one whose details are open. */
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

/** What names the record is its row's heading. */
export function HeadCell({ children }: { readonly children: ReactNode }) {
  return (
    <th scope="row" className="py-3 pr-3 pl-5 text-left font-normal">
      {children}
    </th>
  );
}

export function Cell({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return <td className={classes('px-3 py-3 last:pr-5', className)}>{children}</td>;
}

/** Makes a link reach over its whole row; other links in the row need `relative` to stay above it. */
export const wholeRow = 'after:absolute after:inset-0 after:content-[""]';
