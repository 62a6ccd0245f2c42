import type { ReactNode } from 'react';
import { EntryActions, type EntryActionsProps } from './entry-actions.js';
import { EntryName } from './entry-name.js';

interface Props extends EntryActionsProps {
  readonly id: string;
  /** What the entry consists of. */
  readonly children: ReactNode;
}

/** A person, a group or a policy with its actions. */
export function EntryRow({ id, children, ...actions }: Props) {
  return (
    <li className="row-lazy flex items-center gap-3.5 border-b border-line px-5 py-3.5 last:border-0">
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] sm:items-center">
        <EntryName id={id} name={actions.name} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-soft">{children}</div>
      </div>
      <EntryActions {...actions} />
    </li>
  );
}
