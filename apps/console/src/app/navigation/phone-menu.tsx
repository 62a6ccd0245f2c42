import { Dialog } from '../../components/ui/dialog.js';
import type { LiveStatus } from '../../lib/live/live-state.js';
import { t } from '../../lib/language/texts.js';
import { AccountMenu } from './account-menu.js';
import { destinations } from './destinations.js';
import { LiveDot, NavLink } from './sidebar.js';

interface Props {
  readonly status: LiveStatus;
  readonly onClose: () => void;
}

/** The phone's menu with all pages. */
export function PhoneMenu({ status, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={t.product}>
      <div className="grid gap-4">
        <LiveDot status={status} />
        {destinations.map((group) => (
          <div key={group.label} className="grid gap-0.5">
            <p className="px-2.5 text-xs text-soft">{group.label}</p>
            {group.items.map((item) => (
              <NavLink key={item.to} item={item} onFollow={onClose} />
            ))}
          </div>
        ))}
        <AccountMenu />
      </div>
    </Dialog>
  );
}
