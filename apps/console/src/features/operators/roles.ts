import { roleScopes, type Role, type Scope } from '@gateway/contract';

/** A description of each role. */
export const roleDescriptions: Record<Role, string> = {
  owner: 'Full access, including operators, API keys and the signing secret.',
  operator:
    'Answers prompts, sends messages, manages channels, retries deliveries. Read access to everything else except secrets.',
  viewer: 'Read access to everything except secrets.',
};

interface Area {
  readonly name: string;
  /** Null: requires `admin`. */
  readonly read: Scope | null;
  readonly act: Scope;
  /** The actions that `act` allows. */
  readonly actions: string;
}

const areas: readonly Area[] = [
  { name: 'Prompts', read: 'prompts:read', act: 'prompts:write', actions: 'Ask, answer, cancel' },
  { name: 'Conversations', read: 'messages:read', act: 'messages:send', actions: 'Send' },
  { name: 'Channels', read: 'channels:read', act: 'channels:write', actions: 'Add, change' },
  { name: 'Deliveries', read: 'deliveries:read', act: 'deliveries:write', actions: 'Retry, pause' },
  { name: 'People and groups', read: 'people:read', act: 'people:write', actions: 'Add, change, delete' },
  { name: 'Policies', read: 'policies:read', act: 'policies:write', actions: 'Add, change, delete' },
  { name: 'API keys', read: 'keys:read', act: 'keys:write', actions: 'Create, roll, revoke' },
  { name: 'Retention', read: 'settings:read', act: 'settings:write', actions: 'Change' },
  { name: 'Overview and health', read: 'status:read', act: 'admin', actions: 'View' },
  { name: 'Audit log', read: 'audit:read', act: 'admin', actions: 'View' },
  { name: 'Operators', read: 'audit:read', act: 'admin', actions: 'Invite, change, remove' },
  { name: 'Signing secret', read: null, act: 'admin', actions: 'Show' },
];

export interface RoleRow {
  readonly area: string;
  readonly may: Readonly<Record<Role, string | null>>;
}

/** The permissions of each role by area, derived from the role's scopes. Null: no access. */
export function roleTable(): readonly RoleRow[] {
  return areas.map((area) => ({
    area: area.name,
    may: { owner: mayIn(area, 'owner'), operator: mayIn(area, 'operator'), viewer: mayIn(area, 'viewer') },
  }));
}

function mayIn({ read, act, actions }: Area, role: Role): string | null {
  const held: readonly Scope[] = roleScopes[role];
  const holds = (scope: Scope) => held.includes('admin') || held.includes(scope);
  if (holds(act)) return actions;
  return read !== null && holds(read) ? 'View' : null;
}
