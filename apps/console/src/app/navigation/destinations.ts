import {
  Activity,
  BellRing,
  Blocks,
  BookOpen,
  Contact,
  Gauge,
  History,
  KeyRound,
  MessageCircleQuestionMark,
  MessagesSquare,
  RadioTower,
  Scale,
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
  /** The scope that the page needs. */
  readonly scope: Scope;
}

const named = (page: keyof typeof t.pages) => ({ label: t.pages[page], words: english.pages[page] });

/** The navigation groups: daily work, configuration, monitoring. */
export const destinations: readonly { readonly label: string; readonly items: readonly Destination[] }[] = [
  {
    label: t.groups.inbox,
    items: [
      { to: '/', ...named('overview'), icon: Gauge, scope: 'status:read' },
      { to: '/prompts', ...named('prompts'), icon: MessageCircleQuestionMark, scope: 'prompts:read' },
      { to: '/conversations', ...named('conversations'), icon: MessagesSquare, scope: 'messages:read' },
      { to: '/channels', ...named('channels'), icon: RadioTower, scope: 'channels:read' },
      { to: '/deliveries', ...named('deliveries'), icon: BellRing, scope: 'deliveries:read' },
    ],
  },
  {
    label: t.groups.configure,
    items: [
      { to: '/people', ...named('people'), icon: Contact, scope: 'people:read' },
      { to: '/policies', ...named('policies'), icon: Scale, scope: 'policies:read' },
      { to: '/keys', ...named('keys'), icon: KeyRound, scope: 'keys:read' },
      { to: '/retention', ...named('retention'), icon: TimerReset, scope: 'settings:read' },
      { to: '/operators', ...named('operators'), icon: Users, scope: 'audit:read' },
      { to: '/platforms', ...named('platforms'), icon: Blocks, scope: 'channels:read' },
    ],
  },
  {
    label: t.groups.monitor,
    items: [
      { to: '/audit', ...named('audit'), icon: History, scope: 'audit:read' },
      { to: '/health', ...named('health'), icon: Activity, scope: 'status:read' },
      { to: '/api', ...named('api'), icon: BookOpen, scope: 'channels:read' },
    ],
  },
];
