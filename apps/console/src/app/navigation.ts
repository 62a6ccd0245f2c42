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

export interface Destination {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The scope that the page needs. */
  readonly scope: Scope;
}

/** The navigation groups: daily work, configuration, monitoring. */
export const destinations: readonly { readonly label: string; readonly items: readonly Destination[] }[] = [
  {
    label: 'Work',
    items: [
      { to: '/', label: 'Overview', icon: Gauge, scope: 'status:read' },
      { to: '/prompts', label: 'Prompts', icon: MessageCircleQuestionMark, scope: 'prompts:read' },
      { to: '/conversations', label: 'Conversations', icon: MessagesSquare, scope: 'messages:read' },
      { to: '/channels', label: 'Channels', icon: RadioTower, scope: 'channels:read' },
      { to: '/deliveries', label: 'Deliveries', icon: BellRing, scope: 'deliveries:read' },
    ],
  },
  {
    label: 'Configuration',
    items: [
      { to: '/people', label: 'People', icon: Contact, scope: 'people:read' },
      { to: '/policies', label: 'Policies', icon: Scale, scope: 'policies:read' },
      { to: '/keys', label: 'API keys', icon: KeyRound, scope: 'keys:read' },
      { to: '/retention', label: 'Retention', icon: TimerReset, scope: 'settings:read' },
      { to: '/operators', label: 'Operators', icon: Users, scope: 'audit:read' },
      { to: '/platforms', label: 'Platforms', icon: Blocks, scope: 'channels:read' },
    ],
  },
  {
    label: 'Monitoring',
    items: [
      { to: '/audit', label: 'Audit log', icon: History, scope: 'audit:read' },
      { to: '/health', label: 'Health', icon: Activity, scope: 'status:read' },
      { to: '/api', label: 'API', icon: BookOpen, scope: 'channels:read' },
    ],
  },
];
