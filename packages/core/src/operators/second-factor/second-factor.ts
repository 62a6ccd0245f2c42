import { auditEntry, systemAuditEntry } from '../../audit/audit.js';
import { DEFAULT_ORGANIZATION, type Principal } from '../../access/principal.js';
import { Refusal } from '../../base/refusal.js';
import type { Store } from '../../ports/store.js';
import { operatorById } from '../links.js';
import type { LinkOptions } from '../one-time-link.js';
import type { OperatorRow } from '../../ports/people/operator-store.js';
import { ownersOnly, signedInOperator } from '../../access/rights.js';
import type { OperatorsOptions } from '../sign-in.js';
import { createAuthenticator } from './authenticator.js';
import { createConfirm, type Proof } from './confirm.js';
import { createOwnPasskeys } from './passkeys/own-passkeys.js';
import { createPasskeySignIn } from './passkeys/passkey-sign-in.js';
import type { PasskeyRow } from '../../ports/people/passkey-store.js';
import { newHashedCodes } from './recovery-codes.js';
import type { FactorSummary } from '../../ports/people/second-factor-store.js';
import { createSecondStep } from './second-step.js';

/** An operator's own second factors. */
export interface OwnSecondFactors {
  readonly authenticator: { readonly createdAt: Date } | null;
  readonly passkeys: readonly PasskeyRow[];
  /** How many recovery codes are left. */
  readonly recoveryCodes: number;
}

/** Removes all second factors of the operator with this e-mail address, on the command line; null: there is no such operator. */
export async function resetSecondFactorOf(
  { store, clock }: LinkOptions & { readonly store: Pick<Store, 'secondFactors'> },
  email: string,
): Promise<boolean | null> {
  const operator = await store.operators.byEmail(DEFAULT_ORGANIZATION, email.trim().toLowerCase());
  if (!operator) return null;
  const audit = systemAuditEntry(clock, 'operator.second_factor_reset', operator.id);
  return await store.secondFactors.removeAll({ ...operator, operatorId: operator.id }, audit);
}

/** Second factors of operators who sign in with a password: an authenticator app, passkeys, and recovery codes that replace them. */
export function createSecondFactor(options: OperatorsOptions) {
  const { store, clock } = options;
  const { secondFactors } = store;
  const { confirm } = createConfirm(options);

  const ownerOf = (principal: Principal) => ({
    organizationId: principal.organizationId,
    operatorId: signedInOperator(principal).id,
  });

  return {
    /** Throws a `Refusal` when the proof is wrong. */
    confirm,
    step: createSecondStep(options),
    authenticator: createAuthenticator(options),
    passkeys: createOwnPasskeys(options),
    passkeySignIn: createPasskeySignIn(options),

    async own(principal: Principal): Promise<OwnSecondFactors> {
      const owner = ownerOf(principal);
      const [authenticator, passkeys, recoveryCodes] = await Promise.all([
        secondFactors.authenticator(owner),
        store.passkeys.list(owner),
        secondFactors.countRecoveryCodes(owner),
      ]);
      return { authenticator: authenticator && { createdAt: authenticator.createdAt }, passkeys, recoveryCodes };
    },

    /** The second factors of all operators, by operator id (owners only). */
    async summaries(principal: Principal): Promise<ReadonlyMap<string, FactorSummary>> {
      ownersOnly(principal);
      return await secondFactors.summaries(principal.organizationId);
    },

    /** Replaces the recovery codes. */
    async createRecoveryCodes(principal: Principal, proof: Proof): Promise<readonly string[]> {
      const { id } = await confirm(principal, proof);
      const owner = ownerOf(principal);
      const { codes, hashes } = newHashedCodes(owner);
      const audit = auditEntry(principal, clock, 'operator.recovery_codes_created', id);
      if (!(await secondFactors.replaceRecoveryCodes(owner, hashes, audit)))
        throw new Refusal('conflict', 'You have no second factor: add one first.');
      return codes;
    },

    /** Removes all second factors of another operator (owners only), and ends the operator's sessions. */
    async reset(principal: Principal, id: string): Promise<OperatorRow> {
      const self = ownersOnly(principal);
      const { organizationId } = principal;
      // A stolen session must not be enough to remove them.
      if (id === self.id)
        throw new Refusal(
          'invalid',
          'These are your own second factors: remove them on the Account page, which asks for a proof. If you have lost them, ask another owner, or run gateway-server operator reset-second-factor on the server.',
        );
      const operator = await operatorById(store, organizationId, id);
      const audit = auditEntry(principal, clock, 'operator.second_factor_reset', id);
      if (!(await secondFactors.removeAll({ organizationId, operatorId: id }, audit)))
        throw new Refusal('not_found', `${operator.name} has no second factor.`);
      return { ...operator, secondFactorSince: null };
    },
  };
}
