import { systemAuditEntry } from '../../../audit/audit.js';
import { DEFAULT_ORGANIZATION } from '../../../access/principal.js';
import { Refusal } from '../../../base/refusal.js';
import { knownBrowser } from '../../known-browser.js';
import { newSession, type Browser, type SignedIn } from '../../sessions.js';
import { passwordsOnly, selfAuditEntry, type OperatorsOptions } from '../../sign-in.js';
import { createThrottle } from '../../sign-in-throttle.js';
import { createAssertions, credentialOf, type PasskeyReply, type PasskeyRequest } from './assertions.js';
import type { RelyingParty } from './passkey-protocol.js';
import { refusedPasskey } from './refused-passkey.js';

/** Sign-in with a passkey and without the password. It counts as both factors. */
export function createPasskeySignIn(options: OperatorsOptions) {
  const { store, clock } = options;
  const attemptPasskey = createThrottle(store, clock);
  const assertions = createAssertions(options);
  const purpose = { kind: 'sign_in' } as const;

  return {
    async request(relyingParty: RelyingParty): Promise<PasskeyRequest> {
      passwordsOnly(options);
      return await assertions.request(purpose, null, relyingParty);
    },

    /** Starts a session. Repeated failures are refused as `throttled`. */
    async signIn(given: PasskeyReply, relyingParty: RelyingParty, browser: Browser): Promise<SignedIn> {
      passwordsOnly(options);
      const passkey = await assertions.passkeyOf(given);
      const operator = passkey && (await store.operators.get(DEFAULT_ORGANIZATION, passkey.operatorId));
      const known = operator && knownBrowser(operator, browser.known);
      const attempt = await (operator && known !== null
        ? attemptPasskey(`passkey:${operator.id}:${known}`, null)
        : attemptPasskey(`passkey:${credentialOf(given.reply)}`, browser.address));
      const use = await assertions.check(purpose, given, passkey, relyingParty);
      if (operator && typeof use !== 'string') {
        const owner = { ...operator, operatorId: operator.id };
        const { session, token } = newSession(owner, browser, new Date(clock.now()));
        const audit = selfAuditEntry(operator, browser, clock, 'operator.signed_in');
        if (await store.secondFactors.begin(session, null, { kind: 'passkey', ...use }, [audit])) {
          await attempt.succeeded();
          return { operator, session, token };
        }
      }
      const refused = systemAuditEntry(clock, 'operator.sign_in_refused', operator?.id ?? 'unknown');
      await store.audit.write({ ...refused, address: browser.address });
      throw new Refusal('unauthenticated', refusedPasskey(typeof use === 'string' ? use : 'invalid'));
    },
  };
}
