import { DEFAULT_ORGANIZATION } from '../../../access/principal.js';
import type { OperatorRow } from '../../../ports/people/operator-store.js';
import type { OperatorsOptions } from '../../sign-in.js';
import { createChallenges, type ChallengePurpose } from './challenges.js';
import type { PasskeyMessage, RelyingParty, UserVerification } from './passkey-protocol.js';
import type { PasskeyRow, PasskeyUse } from '../../../ports/people/passkey-store.js';

/** What a browser sends after the person has used a passkey. */
export interface PasskeyReply {
  /** The sealed challenge. */
  readonly challenge: string;
  readonly reply: PasskeyMessage;
}

/** The options for the browser, and the sealed challenge that it sends back with its reply. */
export interface PasskeyRequest {
  readonly options: PasskeyMessage;
  readonly challenge: string;
}

/** `copied`: the counter of the authenticator is not higher than before. */
export type AssertionResult = PasskeyUse | 'invalid' | 'copied';

/** A sign-in without the password needs the fingerprint or PIN, because it counts as both factors. A confirmation does too. */
const verificationOf = ({ kind }: ChallengePurpose): UserVerification =>
  kind === 'second_factor' ? 'preferred' : 'required';

/** Asks for the use of a passkey, and checks it. */
export function createAssertions({
  store,
  clock,
  sealer,
  passkeyProtocol,
}: Pick<OperatorsOptions, 'store' | 'clock' | 'sealer' | 'passkeyProtocol'>) {
  const challenges = createChallenges({ store, sealer, clock });

  return {
    /** `operator` null: any passkey of the website. */
    async request(
      purpose: ChallengePurpose,
      operator: OperatorRow | null,
      relyingParty: RelyingParty,
    ): Promise<PasskeyRequest> {
      const { challenge, sealed } = challenges.issue(purpose);
      const { organizationId, id: operatorId } = operator ?? {};
      const allow =
        organizationId === undefined || operatorId === undefined
          ? null
          : await store.passkeys.list({ organizationId, operatorId });
      const userVerification = verificationOf(purpose);
      const options = await passkeyProtocol.requestOptions({ relyingParty, challenge, allow, userVerification });
      return { options, challenge: sealed };
    },

    /** The passkey that a reply names; null: it is unknown. Nothing is checked yet. */
    async passkeyOf({ reply }: Pick<PasskeyReply, 'reply'>): Promise<PasskeyRow | null> {
      return await store.passkeys.byCredential(DEFAULT_ORGANIZATION, credentialOf(reply));
    },

    /** Uses up the challenge, and checks the reply. The result must be used up too. */
    async check(
      purpose: ChallengePurpose,
      { challenge: sealed, reply }: PasskeyReply,
      passkey: PasskeyRow | null,
      relyingParty: RelyingParty,
    ): Promise<AssertionResult> {
      const challenge = await challenges.use(purpose, sealed);
      if (!passkey || !isOfOwner(reply, passkey, purpose)) return 'invalid';
      const userVerification = verificationOf(purpose);
      const verified = await passkeyProtocol.verifyAssertion(
        reply,
        { relyingParty, challenge, userVerification },
        passkey,
      );
      if (!verified) return 'invalid';
      const { counter, backedUp } = verified;
      const isCopied = (counter > 0 || passkey.counter > 0) && counter <= passkey.counter;
      return isCopied ? 'copied' : { id: passkey.id, counter, backedUp, at: new Date(clock.now()) };
    },
  };
}

/** The credential id in a reply. */
export const credentialOf = (reply: PasskeyMessage): string => String(reply['id']);

/** The authenticator names the operator whom it stored the passkey for, always when it chose the passkey itself. */
function isOfOwner(reply: PasskeyMessage, { operatorId }: PasskeyRow, purpose: ChallengePurpose): boolean {
  if (purpose.kind !== 'sign_in' && purpose.operatorId !== operatorId) return false;
  const { userHandle } = reply['response'] as { readonly userHandle?: string | undefined };
  if (userHandle === undefined) return purpose.kind !== 'sign_in';
  return Buffer.from(userHandle, 'base64url').toString() === operatorId;
}
