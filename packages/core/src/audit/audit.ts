import type { AuditAction } from '@gateway/contract';
import { actorIdOf, DEFAULT_ORGANIZATION, type Principal } from '../access/principal.js';
import type { Clock } from '../ports/system.js';
import type { NewAuditEntry } from '../ports/service/audit-store.js';

/** The audit entry of a change that a principal requested; `id`: of the resource. */
export function auditEntry(
  principal: Principal,
  clock: Pick<Clock, 'now'>,
  action: AuditAction,
  id: string,
): NewAuditEntry {
  return {
    organizationId: principal.organizationId,
    at: new Date(clock.now()),
    actorKind: principal.kind,
    actorId: actorIdOf(principal),
    actorName: principal.name,
    action,
    resourceKind: kindOf(action),
    resourceId: id,
    address: principal.address,
  };
}

/** The audit entry of a change by the gateway itself; `id`: of the resource. */
export function systemAuditEntry(clock: Pick<Clock, 'now'>, action: AuditAction, id: string): NewAuditEntry {
  return {
    organizationId: DEFAULT_ORGANIZATION,
    at: new Date(clock.now()),
    actorKind: 'system',
    actorId: null,
    actorName: null,
    action,
    resourceKind: kindOf(action),
    resourceId: id,
    address: null,
  };
}

/** The resource kind of an action: `channel` for `channel.created`. */
function kindOf(action: AuditAction): string {
  return action.slice(0, action.indexOf('.'));
}
