import {
  requestPasskey,
  type BodyInput,
  type PasskeyReply,
  type PasskeyRequest,
  type PasskeySupport,
} from '@gateway/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from './api.js';

/** The person closed the dialog of the browser, or it timed out. */
class PasskeyCancelled extends Error {
  constructor() {
    super('No passkey was used: the dialog of the browser was closed, or took too long. Try again.');
    this.name = 'PasskeyCancelled';
  }
}

// Loaded at the first use.
const library = () => import('@simplewebauthn/browser');

export type PasskeyPurpose = BodyInput<typeof requestPasskey>['purpose'];

/** Whether this browser knows passkeys. */
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
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCancelled();
    if (name === 'InvalidStateError') throw new Error('This device has one of your passkeys already.');
    throw new Error('The browser could not use a passkey. Try another browser or device.', { cause: error });
  }
}

/** Why passkeys do not work at this address, as a sentence; null: they work. */
export function passkeyProblem(support: PasskeySupport, publicUrl: string | null): string | null {
  switch (support) {
    case 'available':
      return browserHasPasskeys() ? null : 'This browser does not know passkeys. Use a newer one.';
    case 'ip_address':
      return 'Passkeys need a host name, and you opened the console at an IP address. Open it at the name of the machine, over https.';
    case 'not_https':
      return 'Passkeys need https, and you opened the console over http.';
    case 'other_address':
      return `Passkeys belong to one address. Open the console at ${publicUrl ?? 'its public address'} to use them.`;
    case 'passwords_off':
      return 'Operators sign in with the OpenID provider only.';
  }
}
