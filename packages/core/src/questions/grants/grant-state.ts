import type { GrantEnd } from '@gateway/contract';
import type { GrantRow } from '../../ports/questions/grant-store.js';

type Ended = { readonly endedAt: Date; readonly reason: GrantEnd };

/** Whether and why a standing approval has ended: by somebody, by a change, by its time or by its uses. */
export function grantState(grant: GrantRow, now: number): Ended | { readonly endedAt: null; readonly reason: null } {
  const { endedAt, endedReason, until, uses, maxUses, lastUsedAt } = grant;
  if (endedAt && endedReason) return { endedAt, reason: endedReason };
  if (uses >= maxUses) return { endedAt: lastUsedAt ?? until, reason: 'used_up' };
  return until.getTime() <= now ? { endedAt: until, reason: 'expired' } : { endedAt: null, reason: null };
}
