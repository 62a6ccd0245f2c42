import { Ellipsis } from 'lucide-react';
import { t } from './texts.js';
import { Button, IconButton } from './ui/button.js';
import { Menu, MenuItem, MenuLine } from './ui/menu.js';

export interface EntryActionsProps {
  readonly name: string;
  /** Why the entry cannot be changed; null: it can. */
  readonly disabledReason: string | null;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

/** The menu of a person, a group or a policy. */
export function EntryActions({ name, disabledReason, onChange, onDelete }: EntryActionsProps) {
  return disabledReason === null ? (
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
  );
}
