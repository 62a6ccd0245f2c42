import type { Principal } from '../../access/principal.js';
import { Refusal } from '../../base/refusal.js';
import type { OperatorRow } from '../../ports/people/operator-store.js';
import { createOwnPassword } from '../own-password.js';
import { signedInOperator } from '../../access/rights.js';
import type { OperatorsOptions } from '../sign-in.js';
import { createThrottle } from '../sign-in-throttle.js';
import { createAssertions, type PasskeyReply, type PasskeyRequest } from './passkeys/assertions.js';
import { refusedPasskey } from './passkeys/refused-passkey.js';
import type { RelyingParty } from './passkeys/passkey-protocol.js';

/** What confirms a change of the own second factors. */
export type Proof =
  | { readonly password: string }
  | { readonly passkey: PasskeyReply; readonly relyingParty: RelyingParty };

/** Confirms changes of an operator's own second factors: a session alone is not enough. */
export function createConfirm(options: OperatorsOptions) {
  const { store, clock } = options;
  const confirmPassword = createOwnPassword(options);
  const attemptPasskey = createThrottle(store, clock);
  const assertions = createAssertions(options);

  const purposeOf = (principal: Principal) => {
    const { id, sessionId } = signedInOperator(principal);
    return { kind: 'confirm', operatorId: id, sessionId } as const;
  };

  async function ownRecord({ organizationId, operator }: Principal): Promise<OperatorRow> {
    const found = await store.operators.get(organizationId, operator?.id ?? '');
    if (!found) throw new Refusal('not_found', 'You were removed as an operator.');
    return found;
  }

  return {
    /** Options for a confirmation with a passkey. */
    async passkeyRequest(principal: Principal, relyingParty: RelyingParty): Promise<PasskeyRequest> {
      return await assertions.request(purposeOf(principal), await ownRecord(principal), relyingParty);
    },

    /** Throws a `Refusal` when the proof is wrong. Returns the operator. */
    async confirm(principal: Principal, proof: Proof): Promise<OperatorRow> {
      if ('password' in proof) {
        const { operator, attempt } = await confirmPassword(principal, proof.password, 'password');
        await attempt.succeeded();
        return operator;
      }
      const purpose = purposeOf(principal);
      const attempt = await attemptPasskey(`password:${purpose.operatorId}`, null);
      const operator = await ownRecord(principal);
      const passkey = await assertions.passkeyOf(proof.passkey);
      const use = await assertions.check(purpose, proof.passkey, passkey, proof.relyingParty);
      if (typeof use === 'string') throw new Refusal('invalid', refusedPasskey(use), 'passkey');
      const owner = { organizationId: operator.organizationId, operatorId: operator.id };
      if (!(await store.secondFactors.use(owner, { kind: 'passkey', ...use })))
        throw new Refusal('invalid', refusedPasskey('invalid'), 'passkey');
      await attempt.succeeded();
      return operator;
    },
  };
}
