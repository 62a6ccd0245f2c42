import type { ListedOperator } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { Ellipsis, UserRound } from 'lucide-react';
import { useState } from 'react';
import { ManagedBadge } from '../../components/managed.js';
import { Badge } from '../../components/ui/badge.js';
import { Button, buttonLook, IconButton } from '../../components/ui/button.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Menu, MenuItem, MenuLine } from '../../components/ui/menu.js';
import { Time } from '../../components/ui/time.js';
import { useMay, useSession } from '../../lib/session/session.js';
import { t as common } from '../../lib/language/texts.js';
import { PasswordLinkDialog, RemoveDialog, RoleDialog } from './operator-dialogs.js';
import { ResetSecondFactorDialog } from './reset-second-factor-dialog.js';
import { SessionsDialog } from './sessions-dialog.js';
import { t } from './texts.js';

type DialogName = 'role' | 'password' | 'second-factor' | 'sessions' | 'remove';

export function OperatorRow({ operator, own }: { readonly operator: ListedOperator; readonly own: boolean }) {
  const may = useMay('admin');
  // The file owns the role, and a removed operator would be in it again.
  const isManaged = operator.managed_by !== undefined;
  const { gateway } = useSession();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const props = { operator, own, onClose: () => setDialog(null) };
  return (
    <li className="row-lazy flex items-center gap-3.5 border-b border-line px-5 py-3.5 last:border-0">
      <span
        className="grid size-9 shrink-0 place-content-center rounded-full bg-selected text-sm font-semibold text-accent"
        aria-hidden
      >
        {[...operator.name][0]?.toUpperCase()}
      </span>
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_7rem_11rem] sm:items-center">
        <div className="min-w-0">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {operator.name}
            </span>
            {own && <Badge tone="info">{t.list.you}</Badge>}
            {operator.second_factors?.authenticator === true && <Badge tone="good">{t.list.app}</Badge>}
            {operator.second_factors !== undefined && operator.second_factors.passkeys > 0 && (
              <Badge tone="good">{t.list.passkeys(operator.second_factors.passkeys)}</Badge>
            )}
            <ManagedBadge record={operator} />
          </p>
          <p className="text-[0.8125rem] break-all text-soft">{operator.email}</p>
        </div>
        <p className="text-sm">{common.roles[operator.role]}</p>
        <p className="text-[0.8125rem] text-soft">
          <Filled text={t.list.lastSeen} parts={{ time: <Time at={operator.last_seen_at} none={t.list.never} /> }} />
        </p>
      </div>
      {own && !may ? (
        <Link
          to="/account"
          className={buttonLook('ghost', 'small')}
          aria-label={t.list.yourAccount}
          title={t.list.yourAccount}
        >
          <UserRound className="size-4.5" aria-hidden />
        </Link>
      ) : may ? (
        <Menu
          trigger={
            <IconButton label={t.list.actions(operator.name)}>
              <Ellipsis className="size-4.5" aria-hidden />
            </IconButton>
          }
        >
          {!isManaged && <MenuItem onSelect={() => setDialog('role')}>{t.list.changeRole}</MenuItem>}
          {gateway.sign_in.password && (
            <MenuItem onSelect={() => setDialog('password')}>{t.list.resetPassword}</MenuItem>
          )}
          {operator.second_factor === true && !own && (
            <MenuItem onSelect={() => setDialog('second-factor')}>{t.list.resetSecondFactor}</MenuItem>
          )}
          {!own && <MenuItem onSelect={() => setDialog('sessions')}>{t.list.sessions}</MenuItem>}
          {!isManaged && (
            <>
              <MenuLine />
              <MenuItem danger onSelect={() => setDialog('remove')}>
                {own ? t.list.removeMyself : t.list.remove}
              </MenuItem>
            </>
          )}
        </Menu>
      ) : (
        <Button look="ghost" size="small" disabledReason={t.list.ownersOnly} aria-label={t.list.actions(operator.name)}>
          <Ellipsis className="size-4.5" aria-hidden />
        </Button>
      )}
      {dialog === 'role' && <RoleDialog {...props} />}
      {dialog === 'password' && <PasswordLinkDialog {...props} />}
      {dialog === 'second-factor' && <ResetSecondFactorDialog operator={operator} onClose={props.onClose} />}
      {dialog === 'sessions' && <SessionsDialog operator={operator} onClose={props.onClose} />}
      {dialog === 'remove' && <RemoveDialog {...props} />}
    </li>
  );
}
