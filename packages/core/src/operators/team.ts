import type { Role } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import { webhookSecret } from '../deliveries/signature.js';
import type { Principal } from '../keys/principal.js';
import { Refusal } from '../refusal.js';
import { operatorById } from './links.js';
import type { OperatorRow } from './operator-store.js';
import { ownersOnly, signedInOperator } from './rights.js';
import type { OperatorsOptions } from './sign-in.js';

export interface TeamOptions extends Pick<OperatorsOptions, 'store' | 'clock'> {
  /** The signing secret, then older ones. */
  readonly signingSecrets: readonly [string, ...string[]];
}

const lastOwner = () =>
  new Refusal(
    'invalid',
    'This is the last owner, and without one nobody could invite others: make another operator an owner first.',
  );

/** The operators as a team: who there is, and with which rights. */
export function createTeam({ store, clock, signingSecrets }: TeamOptions) {
  const { operators, audit } = store;
  return {
    list: ({ organizationId }: Principal): Promise<OperatorRow[]> => operators.list(organizationId),

    /** Changes a role (owners only), or the own name. The last owner stays one. */
    async update(
      principal: Principal,
      id: string,
      change: { name?: string | undefined; role?: Role | undefined },
    ): Promise<OperatorRow> {
      const self = signedInOperator(principal);
      if (change.role !== undefined) ownersOnly(principal);
      if (change.name !== undefined && id !== self.id)
        throw new Refusal('forbidden', 'Everybody chooses their own name: only the role of others can be changed.');
      const { organizationId } = principal;
      const operator = await operatorById(store, organizationId, id);
      const name = change.name === operator.name ? undefined : change.name;
      const role = change.role === operator.role ? undefined : change.role;
      if (name === undefined && role === undefined) return operator;
      const entry = auditEntry(principal, clock, 'operator.updated', id);
      const updated = await operators.update(organizationId, id, { name, role }, entry);
      if (updated) return updated;
      await operatorById(store, organizationId, id);
      throw lastOwner();
    },

    /** Removes an operator and ends their sessions, here at once and elsewhere within 5 s. The last owner stays. */
    async remove(principal: Principal, id: string): Promise<OperatorRow> {
      ownersOnly(principal);
      const entry = auditEntry(principal, clock, 'operator.removed', id);
      const removed = await operators.remove(principal.organizationId, id, entry);
      if (removed) return removed;
      await operatorById(store, principal.organizationId, id);
      throw lastOwner();
    },

    /** The secret that callbacks are signed with; the log tells who looked. */
    async signingSecret(principal: Principal): Promise<{ secret: string; webhookSecret: string; previous: number }> {
      ownersOnly(principal);
      await audit.write(auditEntry(principal, clock, 'signing_secret.shown', 'current'));
      const [secret, ...previous] = signingSecrets;
      return { secret, webhookSecret: webhookSecret(secret), previous: previous.length };
    },
  };
}
