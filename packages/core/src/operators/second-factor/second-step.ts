import { systemAuditEntry } from '../../audit/audit.js';
import { DEFAULT_ORGANIZATION } from '../../access/principal.js';
import { Refusal } from '../../base/refusal.js';
import { knownBrowser } from '../known-browser.js';
import type { OperatorRow } from '../../ports/people/operator-store.js';
import { newSession, type Browser, type SignedIn } from '../sessions.js';
import { selfAuditEntry, type OperatorsOptions } from '../sign-in.js';
import { createThrottle } from '../sign-in-throttle.js';
import { stepOfCode } from './authenticator.js';
import { createAssertions, type PasskeyReply, type PasskeyRequest } from './passkeys/assertions.js';
import type { RelyingParty } from './passkeys/passkey-protocol.js';
import { refusedPasskey } from './passkeys/refused-passkey.js';
import { hashRecoveryCode } from './recovery-codes.js';
import { createSealedSteps } from './sealed-step.js';
import type { FactorProof, FactorSummary } from '../../ports/people/second-factor-store.js';

/** The second step of a sign-in that has begun, and what the operator can show in it. */
export interface PendingStep extends FactorSummary {
  readonly expiresAt: Date;
}

const signInExpired = () =>
  new Refusal(
    'conflict',
    'This sign-in has expired, was started in another browser, or your account was changed: enter your password again.',
  );

/** The second step of a sign-in, after the password. */
export function createSecondStep(options: OperatorsOptions) {
  const { store, clock, sealer } = options;
  const { secondFactors } = store;
  const steps = createSealedSteps(sealer, clock);
  const attemptFactor = createThrottle(store, clock);
  const assertions = createAssertions(options);

  /** The operator whose password was given. Throws a `Refusal`: the token is not valid any more. */
  async function operatorOf(token: string | null): Promise<OperatorRow> {
    const step = token === null ? null : steps.readAfterPassword(token);
    const operator = step && (await store.operators.get(DEFAULT_ORGANIZATION, step.operatorId));
    if (!operator?.secondFactorSince || !step?.isOf(operator)) throw signInExpired();
    return operator;
  }

  /** One count for codes and passkeys. */
  async function attemptOf(operator: OperatorRow, browser: Browser) {
    // A known browser has its own count: somebody else who has the password cannot block the operator.
    const known = knownBrowser(operator, browser.known);
    return await (known === null
      ? attemptFactor(`code:${operator.id}`, browser.address)
      : attemptFactor(`code:${operator.id}:${known}`, null));
  }

  /** Null: the proof was used before, or the account was changed. */
  async function begin(operator: OperatorRow, proof: FactorProof, browser: Browser): Promise<SignedIn | null> {
    const owner = { ...operator, operatorId: operator.id };
    const { session, token } = newSession(owner, browser, new Date(clock.now()));
    const actions = [
      ...(proof.kind === 'recovery_code' ? (['operator.recovery_code_used'] as const) : []),
      'operator.signed_in' as const,
    ];
    const audit = actions.map((action) => selfAuditEntry(operator, browser, clock, action));
    if (!(await secondFactors.begin(session, operator.passwordHash, proof, audit))) return null;
    return { operator, session, token };
  }

  async function refuse(operator: OperatorRow, browser: Browser, detail: string): Promise<Refusal> {
    const refused = systemAuditEntry(clock, 'operator.sign_in_refused', operator.id);
    await store.audit.write({ ...refused, address: browser.address });
    return new Refusal('unauthenticated', detail);
  }

  return {
    /** Null: the token is not valid. */
    async pending(token: string): Promise<PendingStep | null> {
      const step = steps.readAfterPassword(token);
      if (!step) return null;
      const owner = { organizationId: DEFAULT_ORGANIZATION, operatorId: step.operatorId };
      const [authenticator, passkeys] = await Promise.all([
        secondFactors.authenticator(owner),
        store.passkeys.list(owner),
      ]);
      return { expiresAt: step.expiresAt, authenticator: authenticator !== null, passkeys: passkeys.length };
    },

    /** Completes a sign-in. All wrong codes have the same text. Repeated failures are refused as `throttled`. */
    async withCode(token: string | null, code: string, browser: Browser): Promise<SignedIn> {
      const operator = await operatorOf(token);
      const attempt = await attemptOf(operator, browser);
      const proof = await proofOf(operator, code);
      const done = proof && (await begin(operator, proof, browser));
      if (!done) throw await refuse(operator, browser, 'The code is not right, or was used before.');
      await attempt.succeeded();
      return done;
    },

    /** Asks for a passkey of the operator whose password was given. */
    async passkeyRequest(token: string | null, relyingParty: RelyingParty): Promise<PasskeyRequest> {
      const operator = await operatorOf(token);
      return await assertions.request({ kind: 'second_factor', operatorId: operator.id }, operator, relyingParty);
    },

    /** Completes a sign-in with a passkey of the operator. */
    async withPasskey(
      token: string | null,
      given: PasskeyReply,
      relyingParty: RelyingParty,
      browser: Browser,
    ): Promise<SignedIn> {
      const operator = await operatorOf(token);
      const attempt = await attemptOf(operator, browser);
      const passkey = await assertions.passkeyOf(given);
      const purpose = { kind: 'second_factor', operatorId: operator.id } as const;
      const use = await assertions.check(purpose, given, passkey, relyingParty);
      if (typeof use === 'string') throw await refuse(operator, browser, refusedPasskey(use));
      const done = await begin(operator, { kind: 'passkey', ...use }, browser);
      if (!done) throw await refuse(operator, browser, refusedPasskey('invalid'));
      await attempt.succeeded();
      return done;
    },
  };

  /** Null: the code is wrong. */
  async function proofOf(operator: OperatorRow, code: string): Promise<FactorProof | null> {
    const digits = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(digits)) return { kind: 'recovery_code', hash: hashRecoveryCode(operator, code) };
    const step = await stepOfCode(options, operator, digits);
    return step === null ? null : { kind: 'authenticator', step };
  }
}
