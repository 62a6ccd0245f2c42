import { z } from 'zod';
import { operatorRecord, sessionState } from './session.js';
import { passkeyRecord, passkeyReply } from './passkey-messages.js';
import { route } from '../routes/route.js';
import { characters, dateTime, limits } from '../vocabulary.js';

const tag = 'Console';
const signedIn = { scopes: [], tag } as const;
/** Confirms a change of the own second factors. */
export const proof = z
  .strictObject({
    password: characters(limits.passwordMax, 1)
      .meta({ format: 'password', description: 'Your own password.' })
      .optional(),
    passkey: passkeyReply
      .meta({ description: 'One of your passkeys, after `POST /console/session/passkey/request` with `confirm`.' })
      .optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    error: 'must have either password or passkey',
  })
  .meta({ id: 'OwnProof', description: 'Your password, or one of your passkeys.' });
const code = characters(64, 1).meta({ description: 'Six digits of the authenticator app, or a recovery code.' });
export const recoveryCodes = z.array(z.string()).meta({
  description:
    'Each replaces the second factor once. They are shown only once. Empty: you have had a second factor before, and its recovery codes stay valid.',
});

export const secondFactors = z
  .object({
    authenticator: z.object({ created_at: dateTime }).nullable(),
    passkeys: z.array(passkeyRecord).meta({ description: 'Oldest first.' }),
    recovery_codes: z.int().meta({ description: 'How many recovery codes are left.' }),
  })
  .meta({ id: 'SecondFactors' });
export type SecondFactors = z.output<typeof secondFactors>;

export const enterCode = route({
  id: 'enterCode',
  method: 'POST',
  path: '/console/session/code',
  scopes: null,
  tag,
  summary: 'Complete a sign-in with a code of the second factor',
  description:
    'After `POST /console/session` in the same browser. A code works once. Repeated failures delay the next attempt, as with passwords. 409: the sign-in has expired, or began in another browser.',
  body: z.strictObject({ code }).meta({ id: 'SecondFactorCode' }),
  status: 200,
  reply: sessionState,
  errors: [400, 409, 413, 415, 429],
});

export const getSecondFactors = route({
  id: 'getSecondFactors',
  method: 'GET',
  path: '/console/session/second-factor',
  ...signedIn,
  summary: 'Get your own second factors',
  status: 200,
  reply: secondFactors,
  errors: [400],
});

export const startAuthenticator = route({
  id: 'startAuthenticator',
  method: 'POST',
  path: '/console/session/second-factor/authenticator/start',
  ...signedIn,
  summary: 'Create the secret of an authenticator app',
  description: 'Nothing is stored. The first code of the app confirms the secret, within 15 minutes.',
  body: proof,
  status: 200,
  reply: z.object({
    secret: z.string().meta({ description: 'Base32, to type into the app.' }),
    address: z.string().meta({ description: 'The `otpauth:` address for a QR code.' }),
    set_up: z.string().meta({ description: 'Send it with the first code.' }),
  }),
  errors: [400, 409, 413, 415, 429],
});

export const addAuthenticator = route({
  id: 'addAuthenticator',
  method: 'POST',
  path: '/console/session/second-factor/authenticator',
  ...signedIn,
  summary: 'Add an authenticator app as your second factor',
  description: 'Ends all other sessions.',
  body: z.strictObject({ set_up: characters(1024, 1), code: characters(16, 1) }).meta({ id: 'AuthenticatorFirstCode' }),
  status: 201,
  reply: z.object({ recovery_codes: recoveryCodes }),
  errors: [400, 409, 413, 415],
});

export const removeAuthenticator = route({
  id: 'removeAuthenticator',
  method: 'POST',
  path: '/console/session/second-factor/authenticator/remove',
  ...signedIn,
  summary: 'Remove your authenticator app',
  description: 'Ends all other sessions. The recovery codes are deleted with the last second factor.',
  body: proof,
  status: 200,
  reply: secondFactors,
  errors: [400, 404, 409, 413, 415, 429],
});

export const linkProvider = route({
  id: 'linkProvider',
  method: 'POST',
  path: '/console/session/oidc/link',
  ...signedIn,
  summary: 'Link an account of the OpenID provider to your own account',
  description:
    'Open `url` in the same browser within 10 minutes. The account with which you sign in there is linked to you. You can have one.',
  body: proof,
  status: 200,
  reply: z.object({ url: z.url() }),
  errors: [400, 409, 413, 415, 429, 503],
});

export const createRecoveryCodes = route({
  id: 'createRecoveryCodes',
  method: 'POST',
  path: '/console/session/second-factor/recovery-codes',
  ...signedIn,
  summary: 'Create new recovery codes',
  description: 'The earlier ones become invalid.',
  body: proof,
  status: 201,
  reply: z.object({ recovery_codes: recoveryCodes }),
  errors: [400, 409, 413, 415, 429],
});

export const resetSecondFactor = route({
  id: 'resetSecondFactor',
  method: 'DELETE',
  path: '/console/session/operators/{id}/second-factor',
  ...signedIn,
  ownerOnly: true,
  summary: 'Remove all second factors of another operator (owners only)',
  description: 'Ends all sessions of the operator.',
  params: z.object({ id: z.string() }),
  status: 200,
  reply: operatorRecord,
  errors: [400, 404],
});
