import type { Scope } from '@gateway/contract';
import { KeyRound, LogOut, Monitor, Moon, Plus, RadioTower, Sun, UserRound } from 'lucide-react';
import { useSession } from '../../lib/session.js';
import { chooseTheme, useTheme } from '../../lib/theme.js';
import { useSignOut } from '../../lib/use-sign-out.js';
import { destinations } from '../navigation.js';
import type { Entry } from './entry.js';

type Guarded = Entry & { readonly scope?: Scope };

const creations: readonly Guarded[] = [
  {
    key: 'new prompt',
    label: 'New prompt',
    words: 'ask question create',
    icon: Plus,
    scope: 'prompts:write',
    act: { to: '/prompts', search: { ask: true } },
  },
  {
    key: 'add channel',
    label: 'Add channel',
    words: 'connect new create',
    icon: RadioTower,
    scope: 'channels:write',
    act: { to: '/channels/+new', search: {} },
  },
  {
    key: 'create key',
    label: 'Create API key',
    words: 'new',
    icon: KeyRound,
    scope: 'keys:write',
    act: { to: '/keys', search: { create: true } },
  },
];

/** The pages and actions that the operator's role permits. */
export function useOwnEntries(): { readonly pages: readonly Entry[]; readonly actions: readonly Entry[] } {
  const { scopes } = useSession().operator;
  const theme = useTheme();
  const leave = useSignOut();
  const permitted = ({ scope }: { readonly scope?: Scope }) =>
    scope === undefined || scopes.includes('admin') || scopes.includes(scope);
  const pages = destinations
    .flatMap(({ items }) => items)
    .filter(permitted)
    .map(({ to, label, icon }): Entry => ({ key: to, label, icon, act: { to } }));
  const themes = (
    [
      ['light', 'Use the light theme', Sun],
      ['dark', 'Use the dark theme', Moon],
      ['system', 'Use the theme of the system', Monitor],
    ] as const
  )
    .filter(([value]) => value !== theme)
    .map(([value, label, icon]): Entry => ({
      key: value,
      label,
      icon,
      words: 'toggle',
      act: () => chooseTheme(value),
    }));
  return {
    pages: [...pages, { key: '/account', label: 'Account and sessions', icon: UserRound, act: { to: '/account' } }],
    actions: [
      ...creations.filter(permitted),
      ...themes,
      { key: 'sign out', label: 'Sign out', words: 'log out leave', icon: LogOut, act: leave },
    ],
  };
}
