import type { Role } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import { changesBetween } from '../audit/changes.js';
import { webhookSecret } from '../deliveries/signature.js';
import type { Principal } from '../access/principal.js';
import type { Managed } from '../managed/managed.js';
import { Refusal } from '../base/refusal.js';
import { operatorById } from './links.js';
import type { OperatorRow } from '../ports/people/operator-store.js';
import { ownersOnly, signedInOperator } from '../access/rights.js';
import type { OperatorsOptions } from './sign-in.js';

export interface TeamOptions extends Pick<OperatorsOptions, 'store' | 'clock'> {
  /** The signing secret, then older ones. */
  readonly signingSecrets: readonly [string, ...string[]];
  readonly managed: Managed;
}

const lastOwner = () =>
  new Refusal(
    'invalid',
    'This is the last owner, and only owners can invite others: make another operator an owner first.',
  );

/** The team of operators: list, names, roles and removal. */
export function createTeam({ store, clock, signingSecrets, managed }: TeamOptions) {
  const { operators, audit } = store;
  return {
    list: ({ organizationId }: Principal): Promise<OperatorRow[]> => operators.list(organizationId),

    /** Changes a role (owners only) or the principal's own name. The last owner keeps the role. */
    async update(
      principal: Principal,
      id: string,
      change: { name?: string | undefined; role?: Role | undefined },
    ): Promise<OperatorRow> {
      const self = signedInOperator(principal);
      if (change.role !== undefined) ownersOnly(principal);
      if (change.name !== undefined && id !== self.id)
        throw new Refusal('forbidden', 'Operators choose their own name: you can change only the role of others.');
      const { organizationId } = principal;
      const operator = await operatorById(store, organizationId, id);
      const name = change.name === operator.name ? undefined : change.name;
      const role = change.role === operator.role ? undefined : change.role;
      if (name === undefined && role === undefined) return operator;
      if (role !== undefined) await managed.check(principal, 'operator', operator.email);
      const updated = await operators.update(organizationId, id, { name, role }, (before) => ({
        ...auditEntry(principal, clock, 'operator.updated', id),
        changes: changesBetween({ name: before.name, role: before.role }, { name, role }),
      }));
      if (updated) return updated;
      await operatorById(store, organizationId, id);
      throw lastOwner();
    },

    /** Removes an operator and ends their sessions: on this instance at once, on others within 5 s. The last owner cannot be removed. */
    async remove(principal: Principal, id: string): Promise<OperatorRow> {
      ownersOnly(principal);
      const operator = await operatorById(store, principal.organizationId, id);
      await managed.check(principal, 'operator', operator.email);
      const entry = auditEntry(principal, clock, 'operator.removed', id);
      const removed = await operators.remove(principal.organizationId, id, entry);
      if (removed) return removed;
      await operatorById(store, principal.organizationId, id);
      throw lastOwner();
    },

    /** The secret that signs callbacks. Reading it is recorded in the audit log. */
    async signingSecret(principal: Principal): Promise<{ secret: string; webhookSecret: string; previous: number }> {
      ownersOnly(principal);
      await audit.write(auditEntry(principal, clock, 'signing_secret.shown', 'current'));
      const [secret, ...previous] = signingSecrets;
      return { secret, webhookSecret: webhookSecret(secret), previous: previous.length };
    },
  };
}
