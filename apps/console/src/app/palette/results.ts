import type { SearchKind, SearchResult } from '@gateway/contract';
import { formatPromptId, parsePromptId, plainText, shownText } from '@gateway/contract/values';
import {
  BellRing,
  Contact,
  KeyRound,
  ListOrdered,
  MessageCircleQuestionMark,
  MessagesSquare,
  RadioTower,
  Scale,
  UserRound,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { t as common } from '../../lib/language/texts.js';
import { t as app } from '../navigation/texts.js';
import type { Entry, Group, Target } from './entry.js';
import { t } from './texts.js';

const kinds: Record<SearchKind, { readonly label: string; readonly icon: LucideIcon }> = {
  prompt: { label: app.pages.prompts, icon: MessageCircleQuestionMark },
  delivery: { label: app.pages.deliveries, icon: BellRing },
  message: { label: t.messages, icon: MessagesSquare },
  channel: { label: app.pages.channels, icon: RadioTower },
  person: { label: app.pages.people, icon: Contact },
  group: { label: t.groups, icon: Users },
  policy: { label: app.pages.policies, icon: Scale },
  rule: { label: app.pages.rules, icon: ListOrdered },
  key: { label: app.pages.keys, icon: KeyRound },
  operator: { label: app.pages.operators, icon: UserRound },
};

/** The names of the states that are shown; others go without saying. */
const states: Partial<Record<SearchKind, Readonly<Record<string, string>>>> = { ...t.states, operator: common.roles };

/** A result with what the palette keeps of it. */
export type Found = Pick<
  SearchResult,
  'kind' | 'id' | 'title' | 'detail' | 'channel_id' | 'prompt_id' | 'state' | 'match'
>;

/** The results as groups: exact matches, then each kind. */
export function resultGroups(results: readonly Found[], follow: (found: Found) => void): Group[] {
  const entries = (some: readonly Found[]) => some.map((found) => resultEntry(found, follow));
  const exact = results.filter(({ match }) => match === 'exact');
  const others = results.filter(({ match }) => match !== 'exact');
  return [
    { label: t.exact, entries: entries(exact) },
    ...Object.entries(kinds).map(([kind, { label }]) => ({
      label,
      entries: entries(others.filter((found) => found.kind === kind)),
    })),
  ].filter((group) => group.entries.length > 0);
}

/** `follow` is called before the entry is followed. */
function resultEntry(found: Found, follow: (found: Found) => void): Entry {
  const { kind, id, title } = found;
  return {
    key: `${kind} ${id}`,
    label: kind === 'prompt' ? `${id} ${plainText(title)}` : shownText(title),
    hint: hintOf(found),
    icon: kinds[kind].icon,
    act: () => follow(found),
  };
}

/** The prompt that a text names, before the server has answered; undefined: it names none. */
export function namedPrompt(text: string): Found | undefined {
  const num = parsePromptId(text);
  if (num === null) return undefined;
  const id = formatPromptId(num);
  return {
    kind: 'prompt',
    id,
    title: '',
    detail: null,
    channel_id: null,
    prompt_id: null,
    state: null,
    match: 'exact',
  };
}

function hintOf({ kind, title, detail, channel_id, prompt_id, state }: Found): string | undefined {
  const stateName = states[kind]?.[state ?? ''] ?? null;
  const parts: Record<SearchKind, readonly (string | null)[]> = {
    prompt: [detail, channel_id, stateName],
    delivery: [prompt_id, channel_id, stateName],
    message: [detail, channel_id],
    channel: [detail, stateName],
    person: [],
    group: [],
    policy: [],
    rule: [detail],
    key: [detail, stateName],
    operator: [detail, stateName],
  };
  return shownText(parts[kind].filter((part) => part !== null && part !== title).join(' · ')) || undefined;
}

/** The page that shows a record. */
export function targetOf({ kind, id, channel_id, state }: Found): Target {
  switch (kind) {
    case 'prompt':
      return { to: '/prompts/$num', params: { num: id.slice(1) }, search: { state: 'all' } };
    case 'delivery':
      return { to: '/deliveries', search: { id } };
    case 'message':
      return {
        to: '/conversations/$channelId',
        params: { channelId: channel_id ?? '' },
        search: { at: id },
      };
    case 'channel':
      return { to: '/channels/$channelId', params: { channelId: id } };
    case 'person':
      return { to: '/people', search: { q: id } };
    case 'group':
      return { to: '/people', search: { tab: 'groups', q: id } };
    case 'policy':
      return { to: '/policies' };
    case 'rule':
      return { to: '/rules' };
    case 'key':
      return { to: '/keys', search: state === 'active' ? {} : { all: true } };
    case 'operator':
      return { to: '/operators' };
  }
}
