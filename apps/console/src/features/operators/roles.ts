import type { Role, Scope } from '@gateway/contract';
import { roleScopes } from '@gateway/contract/values';
import { t } from './texts.js';

interface Area {
  readonly name: keyof typeof t.areas;
  /** Null: requires `admin`. */
  readonly read: Scope | null;
  /** What the actions of the area require. */
  readonly act: Scope;
}

const areas: readonly Area[] = [
  { name: 'prompts', read: 'prompts:read', act: 'prompts:write' },
  { name: 'conversations', read: 'messages:read', act: 'messages:send' },
  { name: 'channels', read: 'channels:read', act: 'channels:write' },
  { name: 'deliveries', read: 'deliveries:read', act: 'deliveries:write' },
  { name: 'people', read: 'people:read', act: 'people:write' },
  { name: 'policies', read: 'policies:read', act: 'policies:write' },
  { name: 'keys', read: 'keys:read', act: 'keys:write' },
  { name: 'retention', read: 'settings:read', act: 'settings:write' },
  { name: 'status', read: 'status:read', act: 'admin' },
  { name: 'audit', read: 'audit:read', act: 'admin' },
  { name: 'operators', read: 'audit:read', act: 'admin' },
  { name: 'secret', read: null, act: 'admin' },
];

export interface RoleRow {
  readonly area: string;
  readonly may: Readonly<Record<Role, string | null>>;
}

/** The permissions of each role by area, derived from the role's scopes. Null: no access. */
export function roleTable(): readonly RoleRow[] {
  return areas.map((area) => ({
    area: t.areas[area.name].name,
    may: { owner: mayIn(area, 'owner'), operator: mayIn(area, 'operator'), viewer: mayIn(area, 'viewer') },
  }));
}

function mayIn({ name, read, act }: Area, role: Role): string | null {
  const held: readonly Scope[] = roleScopes[role];
  const holds = (scope: Scope) => held.includes('admin') || held.includes(scope);
  if (holds(act)) return t.areas[name].actions;
  return read !== null && holds(read) ? t.permissions.view : null;
}
