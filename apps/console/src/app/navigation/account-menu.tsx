import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine, MenuLink } from '../../components/ui/menu.js';
import { useSession } from '../../lib/session/session.js';
import { t as common } from '../../lib/language/texts.js';
import { chooseTheme, useTheme, type Theme } from '../../lib/page/theme.js';
import { useSignOut } from '../../lib/session/use-sign-out.js';
import { t } from './texts.js';

const themeLabels: readonly { readonly value: Theme; readonly label: ReactNode }[] = [
  { value: 'system', label: <Named icon={Monitor} name={t.account.themes.system} /> },
  { value: 'light', label: <Named icon={Sun} name={t.account.themes.light} /> },
  { value: 'dark', label: <Named icon={Moon} name={t.account.themes.dark} /> },
];

function Named({ icon: Icon, name }: { readonly icon: typeof Sun; readonly name: string }) {
  return (
    <>
      <Icon className="size-4" aria-hidden />
      {name}
    </>
  );
}

/** The signed-in operator, the theme and the sign-out. */
export function AccountMenu() {
  const { operator } = useSession();
  const theme = useTheme();
  const leave = useSignOut();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 text-left hover:bg-hover"
        >
          <span
            className="grid size-8 shrink-0 place-content-center rounded-full bg-selected text-xs font-semibold text-accent"
            aria-hidden
          >
            {[...operator.name][0]?.toUpperCase()}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{operator.name}</span>
            <span className="block truncate text-xs text-soft">{common.roles[operator.role]}</span>
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-soft" aria-hidden />
        </button>
      }
    >
      <MenuLabel>{operator.email}</MenuLabel>
      <MenuLink>
        <Link to="/account">
          <UserRound className="size-4" aria-hidden />
          {t.account.page}
        </Link>
      </MenuLink>
      <MenuLine />
      <MenuLabel>{t.account.theme}</MenuLabel>
      <MenuChoice value={theme} onChoose={chooseTheme} options={themeLabels} />
      <MenuLine />
      <MenuItem onSelect={leave}>
        <LogOut className="size-4" aria-hidden />
        {t.account.signOut}
      </MenuItem>
    </Menu>
  );
}
