import { auditEntry } from '../../audit/audit.js';
import type { Principal } from '../../access/principal.js';
import { Refusal } from '../../base/refusal.js';
import type { OperatorRow } from '../../ports/people/operator-store.js';
import { signedInOperator } from '../../access/rights.js';
import type { OperatorsOptions } from '../sign-in.js';
import { createConfirm, type Proof } from './confirm.js';
import { newHashedCodes } from './recovery-codes.js';
import { secretContext } from './sealed-secrets.js';
import { createSealedSteps } from './sealed-step.js';

const hasOne = () =>
  new Refusal('conflict', 'You have an authenticator app already: remove it before you set up another one.');

/** The time step of a code of the operator's app; null: the code is wrong, or there is no app. */
export async function stepOfCode(
  { store, sealer, clock, authenticatorCodes }: OperatorsOptions,
  operator: OperatorRow,
  digits: string,
): Promise<number | null> {
  const owner = { organizationId: operator.organizationId, operatorId: operator.id };
  const authenticator = await store.secondFactors.authenticator(owner);
  if (!authenticator) return null;
  let secret: string;
  try {
    secret = sealer.open(authenticator.secret, secretContext(owner));
  } catch {
    throw new Refusal(
      'unavailable',
      'Codes cannot be checked: the secret was sealed with another ENCRYPTION_KEY. Name it in ENCRYPTION_KEY_PREVIOUS, or use a recovery code.',
    );
  }
  return await authenticatorCodes.stepOf(secret, digits, new Date(clock.now()));
}

/** An operator's own authenticator app. */
export function createAuthenticator(options: OperatorsOptions) {
  const { store, clock, sealer, authenticatorCodes: codes } = options;
  const { secondFactors } = store;
  const steps = createSealedSteps(sealer, clock);
  const { confirm } = createConfirm(options);

  const own = (principal: Principal) => {
    const { id: operatorId, sessionId } = signedInOperator(principal);
    return { owner: { organizationId: principal.organizationId, operatorId }, sessionId };
  };

  return {
    /** Creates the secret of an authenticator app. `setUp` is needed to add it. Stores nothing. */
    async start(principal: Principal, proof: Proof) {
      const operator = await confirm(principal, proof);
      if (await secondFactors.authenticator(own(principal).owner)) throw hasOne();
      const secret = await codes.newSecret();
      return {
        secret,
        address: await codes.address(secret, operator.email),
        setUp: steps.setUp(operator.id, secret),
      };
    },

    /** Adds the app after its first code, and ends the other sessions. Returns the recovery codes: none unless it is the first second factor. */
    async add(principal: Principal, given: { setUp: string; code: string }): Promise<readonly string[]> {
      const { owner, sessionId } = own(principal);
      const secret = steps.readSetUp(owner.operatorId, given.setUp);
      if (secret === null)
        throw new Refusal('conflict', 'This set-up has expired: start again, and scan the new QR code.');
      const at = new Date(clock.now());
      const step = await codes.stepOf(secret, given.code.replaceAll(/\s/g, ''), at);
      if (step === null)
        throw new Refusal(
          'invalid',
          'The code is not right: enter the newest one of the app. If it stays wrong, check the clock of your phone.',
          'code',
        );
      const made = newHashedCodes(owner);
      const row = { ...owner, secret: sealer.seal(secret, secretContext(owner)), lastStep: step, createdAt: at };
      const audit = auditEntry(principal, clock, 'operator.second_factor_added', owner.operatorId);
      const factor = { kind: 'authenticator', row } as const;
      const done = await secondFactors.add(factor, made.hashes, { maxPasskeys: 0 }, sessionId, audit);
      if (done === 'first') return made.codes;
      if (done === 'added') return [];
      throw hasOne();
    },

    /** Removes the app, and ends the other sessions. */
    async remove(principal: Principal, proof: Proof): Promise<void> {
      const { owner, sessionId } = own(principal);
      await confirm(principal, proof);
      const audit = auditEntry(principal, clock, 'operator.second_factor_removed', owner.operatorId);
      if (!(await secondFactors.remove(owner, { kind: 'authenticator' }, sessionId, audit)))
        throw new Refusal('not_found', 'You have no authenticator app.');
    },
  };
}
