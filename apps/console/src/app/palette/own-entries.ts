import type { Scope } from '@gateway/contract';
import {
  Bookmark,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Plus,
  RadioTower,
  Sun,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { targetOf, useViews, viewPages } from '../../components/saved-views/views.js';
import { useSession } from '../../lib/session/session.js';
import { chooseTheme, useTheme } from '../../lib/page/theme.js';
import { useSignOut } from '../../lib/session/use-sign-out.js';
import { destinations } from '../navigation/destinations.js';
import type { Entry } from './entry.js';
import { english, t } from './texts.js';

type Guarded = Entry & { readonly scope?: Scope };

/** An action is found by its own words and by the English ones, which the documentation uses. */
function entry(action: keyof typeof t.actions, icon: LucideIcon, act: Entry['act'], scope?: Scope): Guarded {
  const { label, words } = t.actions[action];
  const inEnglish = english.actions[action];
  return {
    key: action,
    label,
    words: `${words} ${inEnglish.label} ${inEnglish.words}`,
    icon,
    act,
    ...(scope && { scope }),
  };
}

const creations: readonly Guarded[] = [
  entry('newPrompt', Plus, { to: '/prompts', search: { ask: true } }, 'prompts:write'),
  entry('addChannel', RadioTower, { to: '/channels/+new', search: {} }, 'channels:write'),
  entry('createKey', KeyRound, { to: '/keys', search: { create: true } }, 'keys:write'),
];

interface OwnEntries {
  readonly pages: readonly Entry[];
  readonly actions: readonly Entry[];
  readonly views: readonly Entry[];
}

/** The pages and actions that the operator's role permits, and the saved views of these pages. */
export function useOwnEntries(): OwnEntries {
  const { scopes } = useSession().operator;
  const theme = useTheme();
  const leave = useSignOut();
  const saved = useViews().data;
  const permitted = ({ scope }: { readonly scope?: Scope }) =>
    scope === undefined || scopes.includes('admin') || scopes.includes(scope);
  const pages = destinations
    .flatMap(({ items }) => items)
    .filter(permitted)
    .map(({ to, label, words, icon }): Entry => ({ key: to, label, words, icon, act: { to } }));
  const views = viewPages.flatMap((page) => {
    const shown = pages.find(({ key }) => key === `/${page}`);
    if (!shown) return [];
    const ofPage = (saved ?? []).filter((view) => view.page === page);
    return ofPage.map(({ name, filter }): Entry => ({
      key: `/${page}?${name}`,
      label: name,
      hint: shown.label,
      words: `${shown.label} ${shown.words}`,
      icon: Bookmark,
      act: targetOf(page, filter),
    }));
  });
  const themes = (
    [
      ['light', Sun],
      ['dark', Moon],
      ['system', Monitor],
    ] as const
  )
    .filter(([value]) => value !== theme)
    .map(([value, icon]) => entry(value, icon, () => chooseTheme(value)));
  return {
    pages: [...pages, entry('account', UserRound, { to: '/account' })],
    views,
    actions: [...creations.filter(permitted), ...themes, entry('signOut', LogOut, leave)],
  };
}
