import {
  Activity,
  BellRing,
  Blocks,
  BookOpen,
  Contact,
  Gauge,
  History,
  KeyRound,
  ListOrdered,
  MessageCircleQuestionMark,
  MessagesSquare,
  RadioTower,
  Scale,
  ShieldCheck,
  TimerReset,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Scope } from '@gateway/contract';
import { english, t } from './texts.js';

export interface Destination {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  /** The English name, which the documentation uses. The palette finds the page by it as well. */
  readonly words: string;
  readonly icon: LucideIcon;
  /** The key that opens the page after `g`. */
  readonly letter: string;
  /** The scope that the page needs. */
  readonly scope: Scope;
}

const named = (page: keyof typeof t.pages) => ({ label: t.pages[page], words: english.pages[page] });

/** The navigation groups: daily work, configuration, monitoring. */
export const destinations: readonly { readonly label: string; readonly items: readonly Destination[] }[] = [
  {
    label: t.groups.inbox,
    items: [
      { to: '/', ...named('overview'), icon: Gauge, letter: 'o', scope: 'status:read' },
      { to: '/prompts', ...named('prompts'), icon: MessageCircleQuestionMark, letter: 'p', scope: 'prompts:read' },
      { to: '/conversations', ...named('conversations'), icon: MessagesSquare, letter: 'm', scope: 'messages:read' },
      { to: '/channels', ...named('channels'), icon: RadioTower, letter: 'c', scope: 'channels:read' },
      { to: '/deliveries', ...named('deliveries'), icon: BellRing, letter: 'd', scope: 'deliveries:read' },
    ],
  },
  {
    label: t.groups.configure,
    items: [
      { to: '/people', ...named('people'), icon: Contact, letter: 'e', scope: 'people:read' },
      { to: '/policies', ...named('policies'), icon: Scale, letter: 'y', scope: 'policies:read' },
      { to: '/rules', ...named('rules'), icon: ListOrdered, letter: 'r', scope: 'policies:read' },
      {
        to: '/standing-approvals',
        ...named('standingApprovals'),
        icon: ShieldCheck,
        letter: 's',
        scope: 'policies:read',
      },
      { to: '/keys', ...named('keys'), icon: KeyRound, letter: 'k', scope: 'keys:read' },
      { to: '/retention', ...named('retention'), icon: TimerReset, letter: 't', scope: 'settings:read' },
      { to: '/operators', ...named('operators'), icon: Users, letter: 'u', scope: 'audit:read' },
      { to: '/platforms', ...named('platforms'), icon: Blocks, letter: 'f', scope: 'channels:read' },
    ],
  },
  {
    label: t.groups.monitor,
    items: [
      { to: '/audit', ...named('audit'), icon: History, letter: 'a', scope: 'audit:read' },
      { to: '/health', ...named('health'), icon: Activity, letter: 'h', scope: 'status:read' },
      { to: '/api', ...named('api'), icon: BookOpen, letter: 'i', scope: 'channels:read' },
    ],
  },
];
