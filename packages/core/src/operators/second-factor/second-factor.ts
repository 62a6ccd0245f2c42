import { auditEntry, systemAuditEntry } from '../../audit/audit.js';
import { DEFAULT_ORGANIZATION, type Principal } from '../../keys/principal.js';
import { Refusal } from '../../refusal.js';
import { knownBrowser } from '../known-browser.js';
import { operatorById } from '../links.js';
import type { LinkOptions } from '../one-time-link.js';
import type { OperatorRow } from '../operator-store.js';
import { createOwnPassword } from '../own-password.js';
import { ownersOnly, signedInOperator } from '../rights.js';
import { newSession, type Browser, type SignedIn } from '../sessions.js';
import { selfAuditEntry, type OperatorsOptions } from '../sign-in.js';
import { createThrottle } from '../sign-in-throttle.js';
import type { Store } from '../../store.js';
import { secretContext } from './sealed-secrets.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { createSealedSteps } from './sealed-step.js';
import type { FactorProof } from './second-factor-store.js';

/** An operator's own second factors. */
export interface OwnSecondFactors {
  readonly authenticator: { readonly createdAt: Date } | null;
  /** How many recovery codes are left. */
  readonly recoveryCodes: number;
}

const signInExpired = () =>
  new Refusal(
    'conflict',
    'This sign-in has expired, was started in another browser, or your account was changed: enter your password again.',
  );
const hasOne = () =>
  new Refusal('conflict', 'You have an authenticator app already: remove it before you set up another one.');

/** Removes all second factors of the operator with this e-mail address, on the command line; null: there is no such operator. */
export async function resetSecondFactorOf(
  { store, clock }: LinkOptions & { readonly store: Pick<Store, 'secondFactors'> },
  email: string,
): Promise<boolean | null> {
  const operator = await store.operators.byEmail(DEFAULT_ORGANIZATION, email.trim().toLowerCase());
  if (!operator) return null;
  const audit = systemAuditEntry(clock, 'operator.second_factor_reset', operator.id);
  return await store.secondFactors.remove({ ...operator, operatorId: operator.id }, null, audit);
}

/** Second factors of operators who sign in with a password: an authenticator app, and recovery codes. */
export function createSecondFactor(options: OperatorsOptions) {
  const { store, clock, sealer, authenticatorCodes: codes } = options;
  const { secondFactors } = store;
  const steps = createSealedSteps(sealer, clock);
  const attemptCode = createThrottle(store, clock);
  const confirmPassword = createOwnPassword(options);

  const ownerOf = (principal: Principal) => ({
    organizationId: principal.organizationId,
    operatorId: signedInOperator(principal).id,
  });

  /** Null: the code is wrong. */
  async function proofOf(operator: OperatorRow, code: string): Promise<FactorProof | null> {
    const digits = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(digits)) return { kind: 'recovery_code', hash: hashRecoveryCode(operator, code) };
    const owner = { organizationId: operator.organizationId, operatorId: operator.id };
    const authenticator = await secondFactors.authenticator(owner);
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
    const step = await codes.stepOf(secret, digits, new Date(clock.now()));
    return step === null ? null : { kind: 'authenticator', step };
  }

  async function own(principal: Principal): Promise<OwnSecondFactors> {
    const owner = ownerOf(principal);
    const [authenticator, recoveryCodes] = await Promise.all([
      secondFactors.authenticator(owner),
      secondFactors.countRecoveryCodes(owner),
    ]);
    return { authenticator: authenticator && { createdAt: authenticator.createdAt }, recoveryCodes };
  }

  return {
    own,

    /** When the second step of a sign-in expires; null: the token is not valid. */
    expiryOf: (token: string): Date | null => steps.readAfterPassword(token)?.expiresAt ?? null,

    /** Completes a sign-in. All wrong codes have the same text. Repeated failures are refused as `throttled`. */
    async signIn(token: string | null, code: string, browser: Browser): Promise<SignedIn> {
      const step = token === null ? null : steps.readAfterPassword(token);
      const operator = step && (await store.operators.get(DEFAULT_ORGANIZATION, step.operatorId));
      if (!operator?.secondFactorSince || !step?.isOf(operator)) throw signInExpired();
      // A known browser has its own count: somebody else who has the password cannot block the operator.
      const known = knownBrowser(operator, browser.known);
      const attempt = await (known === null
        ? attemptCode(`code:${operator.id}`, browser.address)
        : attemptCode(`code:${operator.id}:${known}`, null));
      const proof = await proofOf(operator, code);
      if (proof) {
        const { session, token: sessionToken } = newSession(
          { ...operator, operatorId: operator.id },
          browser,
          new Date(clock.now()),
        );
        const actions = [
          ...(proof.kind === 'recovery_code' ? (['operator.recovery_code_used'] as const) : []),
          'operator.signed_in' as const,
        ];
        const audit = actions.map((action) => selfAuditEntry(operator, browser, clock, action));
        if (await secondFactors.begin(session, operator.passwordHash, proof, audit)) {
          await attempt.succeeded();
          return { operator, session, token: sessionToken };
        }
      }
      const refused = systemAuditEntry(clock, 'operator.sign_in_refused', operator.id);
      await store.audit.write({ ...refused, address: browser.address });
      throw new Refusal('unauthenticated', 'The code is not right, or was used before.');
    },

    /** Creates the secret of an authenticator app. `setUp` is needed to add it. Stores nothing. */
    async startAuthenticator(principal: Principal, password: string) {
      const { operator, attempt } = await confirmPassword(principal, password, 'password');
      await attempt.succeeded();
      if (await secondFactors.authenticator(ownerOf(principal))) throw hasOne();
      const secret = await codes.newSecret();
      return {
        secret,
        address: await codes.address(secret, operator.email),
        setUp: steps.setUp(operator.id, secret),
      };
    },

    /** Adds the app after its first code, and ends the other sessions. Returns the recovery codes. */
    async addAuthenticator(principal: Principal, given: { setUp: string; code: string }): Promise<string[]> {
      const { id, sessionId } = signedInOperator(principal);
      const owner = ownerOf(principal);
      const secret = steps.readSetUp(id, given.setUp);
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
      const recoveryCodes = newRecoveryCodes();
      const hashes = recoveryCodes.map((code) => hashRecoveryCode({ ...owner, id }, code));
      const row = { ...owner, secret: sealer.seal(secret, secretContext(owner)), lastStep: step, createdAt: at };
      const audit = auditEntry(principal, clock, 'operator.second_factor_added', id);
      if (!(await secondFactors.addAuthenticator(row, hashes, sessionId, audit))) throw hasOne();
      return recoveryCodes;
    },

    /** Removes the app and the recovery codes, and ends the other sessions. */
    async removeAuthenticator(principal: Principal, password: string): Promise<OwnSecondFactors> {
      const { id, sessionId } = signedInOperator(principal);
      const { attempt } = await confirmPassword(principal, password, 'password');
      await attempt.succeeded();
      const audit = auditEntry(principal, clock, 'operator.second_factor_removed', id);
      if (!(await secondFactors.remove(ownerOf(principal), sessionId, audit)))
        throw new Refusal('not_found', 'You have no authenticator app.');
      return await own(principal);
    },

    /** Replaces the recovery codes. */
    async createRecoveryCodes(principal: Principal, password: string): Promise<string[]> {
      const { operator, attempt } = await confirmPassword(principal, password, 'password');
      await attempt.succeeded();
      const recoveryCodes = newRecoveryCodes();
      const hashes = recoveryCodes.map((code) => hashRecoveryCode(operator, code));
      const audit = auditEntry(principal, clock, 'operator.recovery_codes_created', operator.id);
      if (!(await secondFactors.replaceRecoveryCodes(ownerOf(principal), hashes, audit)))
        throw new Refusal('conflict', 'You have no second factor: set up an authenticator app first.');
      return recoveryCodes;
    },

    /** Removes all second factors of an operator (owners only), and ends the operator's sessions. */
    async reset(principal: Principal, id: string): Promise<OperatorRow> {
      ownersOnly(principal);
      const { organizationId } = principal;
      const operator = await operatorById(store, organizationId, id);
      const audit = auditEntry(principal, clock, 'operator.second_factor_reset', id);
      if (!(await secondFactors.remove({ organizationId, operatorId: id }, null, audit)))
        throw new Refusal('not_found', `${operator.name} has no second factor.`);
      return { ...operator, secondFactorSince: null };
    },
  };
}
