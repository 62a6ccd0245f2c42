import type { KeyRecord, Scope } from '@gateway/contract';
import { presets, scopes } from '@gateway/contract/values';
import { t } from './texts.js';

export type Preset = keyof typeof presets;

/** The preset that grants exactly these scopes. */
export function presetOf(granted: readonly Scope[]): Preset | null {
  const same = (wanted: readonly Scope[]) =>
    wanted.length === granted.length && wanted.every((scope) => granted.includes(scope));
  return (Object.keys(presets) as Preset[]).find((name) => same(presets[name])) ?? null;
}

/** A short name for the permissions of a key: "Agent", "prompts:write", "5 scopes". */
export function rightsOf(granted: readonly Scope[]): string {
  const preset = presetOf(granted);
  if (preset !== null) return t.presets[preset].label;
  return granted.length === 1 ? granted.join('') : t.list.scopes(granted.length);
}

export interface ScopeRow {
  /** The resource, or in words what a further scope of it permits. */
  readonly name: string;
  readonly read: Scope | null;
  /** The write or send scope. */
  readonly write: Scope | null;
}

/** All scopes except `admin`: one row per resource, and one for each scope of it besides reading and writing. */
export function scopeMatrix(): ScopeRow[] {
  const single = scopes.filter((scope) => scope !== 'admin');
  const resources = [...new Set(single.map((scope) => scope.slice(0, scope.indexOf(':'))))];
  return resources.flatMap((resource) => {
    const own = single.filter((scope) => scope.startsWith(`${resource}:`));
    const read = own.find((scope) => scope.endsWith(':read')) ?? null;
    const [write = null, ...further] = own.filter((scope) => scope !== read);
    const others = further.map((scope) => ({ name: nameOf(scope), read: null, write: scope }));
    return [{ name: resource, read, write }].concat(others);
  });
}

const nameOf = (scope: Scope): string => (scope === 'prompts:consume' ? t.scopes.consume : scope);

/** What limits a key beyond its scopes: "in ops, support; for ada"; null: nothing. */
export function limitsOf({ channels, acts_for }: Pick<KeyRecord, 'channels' | 'acts_for'>): string | null {
  const parts = [channels && t.list.channels(channels.join(', ')), acts_for !== null && t.list.person(acts_for)];
  return parts.filter(Boolean).join('; ') || null;
}

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

/** The state of a key. `now` is in Unix milliseconds. */
export function stateOf(
  { revoked_at, expires_at }: Pick<KeyRecord, 'revoked_at' | 'expires_at'>,
  now: number,
): KeyState {
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'active';
  return Date.parse(expires_at) > now ? 'expiring' : 'expired';
}
