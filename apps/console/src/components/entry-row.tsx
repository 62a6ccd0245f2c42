import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from './texts.js';
import { Button, IconButton } from './ui/button.js';
import { Menu, MenuItem, MenuLine } from './ui/menu.js';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly disabledReason: string | null;
  /** What the entry consists of. */
  readonly children: ReactNode;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

/** A person, a group or a policy with its actions. */
export function EntryRow({ id, name, disabledReason, children, onChange, onDelete }: Props) {
  return (
    <li className="row-lazy flex items-center gap-3.5 border-b border-line px-5 py-3.5 last:border-0">
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] sm:items-center">
        <div className="min-w-0">
          <p dir="auto" className="text-sm font-medium wrap-anywhere">
            {name}
          </p>
          <code className="text-[0.8125rem] break-all text-soft">{id}</code>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-soft">{children}</div>
      </div>
      {disabledReason === null ? (
        <Menu
          trigger={
            <IconButton label={t.entry.actions(name)}>
              <Ellipsis className="size-4.5" aria-hidden />
            </IconButton>
          }
        >
          <MenuItem onSelect={onChange}>{t.entry.change}</MenuItem>
          <MenuLine />
          <MenuItem danger onSelect={onDelete}>
            {t.entry.delete}
          </MenuItem>
        </Menu>
      ) : (
        <Button look="ghost" size="small" disabledReason={disabledReason} aria-label={t.entry.actions(name)}>
          <Ellipsis className="size-4.5" aria-hidden />
        </Button>
      )}
    </li>
  );
}
