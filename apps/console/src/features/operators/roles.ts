import { roleScopes, type Role, type Scope } from '@gateway/contract';

/** What each role is for, in a sentence. */
export const roleWords: Record<Role, string> = {
  owner: 'Everything, also people, API keys and the signing secret.',
  operator: 'The day’s work: answers, writes, connects channels, sends callbacks again. Sees the rest.',
  viewer: 'Sees everything but secrets, and changes nothing.',
};

interface Area {
  readonly name: string;
  /** Null: only whoever has all rights sees anything of it. */
  readonly read: Scope | null;
  readonly act: Scope;
  /** What acting is, here. */
  readonly words: string;
}

const areas: readonly Area[] = [
  { name: 'Prompts', read: 'prompts:read', act: 'prompts:write', words: 'Ask, answer, withdraw' },
  { name: 'Conversations', read: 'messages:read', act: 'messages:send', words: 'Write' },
  { name: 'Channels', read: 'channels:read', act: 'channels:write', words: 'Connect, change' },
  { name: 'Deliveries', read: 'deliveries:read', act: 'deliveries:write', words: 'Send again' },
  { name: 'API keys', read: 'keys:read', act: 'keys:write', words: 'Create, roll, revoke' },
  { name: 'Retention', read: 'settings:read', act: 'settings:write', words: 'Change' },
  { name: 'Overview and health', read: 'status:read', act: 'admin', words: 'See' },
  { name: 'Audit log', read: 'audit:read', act: 'admin', words: 'See' },
  { name: 'Operators', read: 'audit:read', act: 'admin', words: 'Invite, change, remove' },
  { name: 'Signing secret', read: null, act: 'admin', words: 'Show' },
];

export interface RoleRow {
  readonly area: string;
  readonly may: Readonly<Record<Role, string | null>>;
}

/** The table of who may do what, from the rights that the gateway itself goes by. Null: nothing. */
export function roleTable(): readonly RoleRow[] {
  return areas.map((area) => ({
    area: area.name,
    may: { owner: mayIn(area, 'owner'), operator: mayIn(area, 'operator'), viewer: mayIn(area, 'viewer') },
  }));
}

function mayIn({ read, act, words }: Area, role: Role): string | null {
  const held: readonly Scope[] = roleScopes[role];
  const holds = (scope: Scope) => held.includes('admin') || held.includes(scope);
  if (holds(act)) return words;
  return read !== null && holds(read) ? 'See' : null;
}
