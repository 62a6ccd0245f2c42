import type { Logger, PasskeyMessage, PasskeyProtocol, PasskeyRow } from '@gateway/core';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** How long the browser waits. Longer than the challenge, which the gateway refuses itself, would be useless. */
const TIMEOUT_MS = 5 * 60_000;

/** WebAuthn by a library, which is loaded at the first use. */
export function createPasskeyProtocol(log: Logger): PasskeyProtocol {
  const library = () => import('@simplewebauthn/server');

  /** Null, and the reason in the log, when the library refuses a reply. Its errors have no secrets. */
  async function unlessRefused<T>(verify: () => Promise<T>): Promise<T | null> {
    try {
      return await verify();
    } catch (error) {
      log.info(
        { reason: error instanceof Error ? error.message : String(error) },
        'The reply of a passkey is not valid',
      );
      return null;
    }
  }

  return {
    async creationOptions({ relyingParty, challenge, operator, exclude }) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: 'Gateway',
        rpID: relyingParty.id,
        userID: Uint8Array.from(Buffer.from(operator.id)),
        userName: operator.email,
        userDisplayName: operator.name,
        challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: exclude.map(descriptor),
        // A security key without room for passkeys can still be a second factor.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      return { ...options };
    },

    async requestOptions({ relyingParty, challenge, allow, userVerification }) {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: relyingParty.id,
        challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
        timeout: TIMEOUT_MS,
        userVerification,
        ...(allow && { allowCredentials: allow.map(descriptor) }),
      });
      return { ...options };
    },

    verifyCreation: (reply, { relyingParty, challenge }) =>
      unlessRefused(async () => {
        const { verifyRegistrationResponse } = await library();
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: reply as unknown as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: relyingParty.origin,
          expectedRPID: relyingParty.id,
          requireUserVerification: false,
        });
        if (!verified) return null;
        const { credential, credentialBackedUp } = registrationInfo;
        return {
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: transportsOf(reply),
          backedUp: credentialBackedUp,
        };
      }),

    verifyAssertion: (reply, { relyingParty, challenge, userVerification }, { credentialId, publicKey }) =>
      unlessRefused(async () => {
        const { verifyAuthenticationResponse } = await library();
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: reply as unknown as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: relyingParty.origin,
          expectedRPID: relyingParty.id,
          // The core compares the counter: it says so when there may be a copy.
          credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
          requireUserVerification: userVerification === 'required',
        });
        if (!verified) return null;
        return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
      }),
  };
}

function descriptor({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports: [...transports] as AuthenticatorTransport[] };
}

function transportsOf(reply: PasskeyMessage): string[] {
  const { transports = [] } = reply['response'] as { readonly transports?: string[] };
  return transports;
}
