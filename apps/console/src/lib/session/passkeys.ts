import type { BodyInput, PasskeyReply, PasskeyRequest, PasskeySupport } from '@gateway/contract';
import { requestPasskey } from '@gateway/contract/values';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '../api.js';
import { t } from '../language/page-texts/texts.js';

// Loaded at the first use.
const library = () => import('@simplewebauthn/browser');

export type PasskeyPurpose = BodyInput<typeof requestPasskey>['purpose'];

/** Whether this browser supports passkeys. */
export const browserHasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Asks the person to use a passkey. Throws an error whose message is a sentence for the person. */
export async function askForPasskey(purpose: PasskeyPurpose): Promise<PasskeyReply> {
  const { options, challenge } = await call(requestPasskey, { body: { purpose } });
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return {
    challenge,
    reply: (await explained(startAuthentication({ optionsJSON }))) as unknown as PasskeyReply['reply'],
  };
}

/** Asks the person to create a passkey. Throws an error whose message is a sentence for the person. */
export async function createPasskey({ options, challenge }: PasskeyRequest): Promise<PasskeyReply> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return {
    challenge,
    reply: (await explained(startRegistration({ optionsJSON }))) as unknown as PasskeyReply['reply'],
  };
}

async function explained<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    const { name = '' } = error as { readonly name?: string };
    // The person closed the dialog of the browser, or it timed out.
    if (name === 'NotAllowedError' || name === 'AbortError') throw new Error(t.passkeys.cancelled);
    if (name === 'InvalidStateError') throw new Error(t.passkeys.onThisDevice);
    throw new Error(t.passkeys.failed, { cause: error });
  }
}

/** Why passkeys do not work at this address, as a sentence; null: they work. */
export function passkeyProblem(support: PasskeySupport, publicUrl: string | null): string | null {
  switch (support) {
    case 'available':
      return browserHasPasskeys() ? null : t.passkeys.notSupported;
    case 'ip_address':
      return t.passkeys.ipAddress;
    case 'not_https':
      return t.passkeys.notHttps;
    case 'other_address':
      return t.passkeys.otherAddress(publicUrl);
    case 'passwords_off':
      return t.passkeys.passwordsOff;
  }
}
