import type { PasskeyRow } from '../../../ports/people/passkey-store.js';

/** The website of passkeys. A browser uses a passkey only on pages whose host is `id` or below it. */
export interface RelyingParty {
  /** A host name without port. */
  readonly id: string;
  /** Such as `https://gateway.example.com`. */
  readonly origin: string;
}

/** A message of the browser's interface, as JSON with binary values in base64url. */
export type PasskeyMessage = Readonly<Record<string, unknown>>;

/** `required`: the authenticator must ask for a fingerprint, a PIN or the like. */
export type UserVerification = 'required' | 'preferred';

interface Ceremony {
  readonly relyingParty: RelyingParty;
  /** 32 random bytes, base64url. */
  readonly challenge: string;
}

/** What browsers and authenticators exchange (WebAuthn level 3). Attestation is not asked for. */
export interface PasskeyProtocol {
  /** Options for `navigator.credentials.create`. */
  creationOptions(
    ceremony: Ceremony & {
      readonly operator: { readonly id: string; readonly name: string; readonly email: string };
      /** Passkeys that the operator has already. */
      readonly exclude: readonly PasskeyRow[];
    },
  ): Promise<PasskeyMessage>;
  /** Options for `navigator.credentials.get`. `allow` null: any passkey of the website. */
  requestOptions(
    ceremony: Ceremony & {
      readonly allow: readonly PasskeyRow[] | null;
      readonly userVerification: UserVerification;
    },
  ): Promise<PasskeyMessage>;
  /** Null: the reply is not valid. */
  verifyCreation(
    reply: PasskeyMessage,
    ceremony: Ceremony,
  ): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'> | null>;
  /** Does not compare the counter with the stored one. Null: the reply is not valid. */
  verifyAssertion(
    reply: PasskeyMessage,
    ceremony: Ceremony & { readonly userVerification: UserVerification },
    passkey: PasskeyRow,
  ): Promise<Pick<PasskeyRow, 'counter' | 'backedUp'> | null>;
}
