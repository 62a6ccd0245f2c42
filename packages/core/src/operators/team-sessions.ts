import { auditEntry } from '../audit/audit.js';
import type { Principal } from '../access/principal.js';
import { Refusal } from '../base/refusal.js';
import { operatorById } from './links.js';
import type { SessionRow } from '../ports/people/operator-store.js';
import { ownersOnly } from '../access/rights.js';
import type { OperatorsOptions } from './sign-in.js';

/** The sessions of other operators, for owners. A session that ends does so on this instance at once, on others within 5 s. */
export function createTeamSessions({ store, clock }: Pick<OperatorsOptions, 'store' | 'clock'>) {
  const { sessions } = store;

  /** Their own sessions operators end by signing out. */
  async function checkOther(principal: Principal, id: string): Promise<void> {
    ownersOnly(principal);
    if (id === principal.operator?.id)
      throw new Refusal('invalid', 'This is your own account: sign out your sessions on the page Account.');
    await operatorById(store, principal.organizationId, id);
  }

  return {
    async list(principal: Principal, id: string): Promise<SessionRow[]> {
      ownersOnly(principal);
      await operatorById(store, principal.organizationId, id);
      return await sessions.list(principal.organizationId, id, new Date(clock.now()));
    },

    async end(principal: Principal, id: string, sessionId: string): Promise<void> {
      await checkOther(principal, id);
      const audit = auditEntry(principal, clock, 'operator.session_ended', id);
      if (!(await sessions.end(principal.organizationId, id, sessionId, audit)))
        throw new Refusal(
          'not_found',
          `The operator has no session ${JSON.stringify(sessionId)}: it has ended already.`,
        );
    },

    /** Returns how many there were. */
    async endAll(principal: Principal, id: string): Promise<number> {
      await checkOther(principal, id);
      const audit = auditEntry(principal, clock, 'operator.sessions_ended', id);
      return await sessions.endAll(principal.organizationId, id, audit);
    },
  };
}
