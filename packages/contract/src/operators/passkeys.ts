import { z } from 'zod';
import { sessionState } from './session.js';
import { route } from '../routes/route.js';
import { proof, recoveryCodes, secondFactors } from './second-factor.js';
import { passkeyRecord, passkeyReply } from './passkey-messages.js';
import { displayName } from '../vocabulary.js';

const tag = 'Console';
const signedIn = { scopes: [], tag } as const;
const byId = z.object({ id: z.string() });
const name = displayName.meta({ description: 'A name by which you recognise it.' });

const request = z
  .object({
    options: z
      .looseObject({})
      .meta({ description: 'For `navigator.credentials`, as JSON (WebAuthn level 3): binary values are base64url.' }),
    challenge: z.string().meta({ description: 'Send it with the reply of the browser. It works once, for 5 minutes.' }),
  })
  .meta({ id: 'PasskeyRequest' });
export type PasskeyRequest = z.output<typeof request>;

export const requestPasskey = route({
  id: 'requestPasskey',
  method: 'POST',
  path: '/console/session/passkey/request',
  scopes: null,
  tag,
  summary: 'Ask for the use of a passkey',
  description:
    '`sign_in`: instead of the password. `second_factor`: after the password, in the same browser. `confirm`: to confirm a change of your own second factors. Passkeys need https and a host name, or localhost.',
  body: z.strictObject({ purpose: z.enum(['sign_in', 'second_factor', 'confirm']) }).meta({ id: 'PasskeyPurpose' }),
  status: 200,
  reply: request,
  errors: [400, 409, 413, 415],
});

export const signInWithPasskey = route({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/console/session/passkey',
  scopes: null,
  tag,
  summary: 'Sign in with a passkey, or complete a sign-in with it',
  description:
    'A passkey alone counts as both factors, so its owner must unlock it. Repeated failures delay the next attempt, as with passwords. 409: the request has expired, was used, or began in another browser.',
  body: z
    .strictObject({ purpose: z.enum(['sign_in', 'second_factor']), passkey: passkeyReply })
    .meta({ id: 'PasskeySignIn' }),
  status: 200,
  reply: sessionState,
  errors: [400, 409, 413, 415, 429],
});

export const startPasskey = route({
  id: 'startPasskey',
  method: 'POST',
  path: '/console/session/second-factor/passkeys/start',
  ...signedIn,
  summary: 'Start to add a passkey',
  description: 'Nothing is stored. The reply of the browser adds the passkey, within 5 minutes.',
  body: proof,
  status: 200,
  reply: request,
  errors: [400, 409, 413, 415, 429],
});

export const addPasskey = route({
  id: 'addPasskey',
  method: 'POST',
  path: '/console/session/second-factor/passkeys',
  ...signedIn,
  summary: 'Add a passkey as a second factor, and for signing in without the password',
  description: 'Ends all other sessions.',
  body: z.strictObject({ name, passkey: passkeyReply }).meta({ id: 'NewPasskey' }),
  status: 201,
  reply: z.object({ passkey: passkeyRecord, recovery_codes: recoveryCodes }),
  errors: [400, 404, 409, 413, 415],
});

export const renamePasskey = route({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/console/session/second-factor/passkeys/{id}',
  ...signedIn,
  summary: 'Rename one of your passkeys',
  params: byId,
  body: z.strictObject({ name }).meta({ id: 'PasskeyPatch' }),
  status: 200,
  reply: passkeyRecord,
  errors: [400, 404, 413, 415],
});

export const removePasskey = route({
  id: 'removePasskey',
  method: 'POST',
  path: '/console/session/second-factor/passkeys/{id}/remove',
  ...signedIn,
  summary: 'Remove one of your passkeys',
  description: 'Ends all other sessions. The recovery codes are deleted with the last second factor.',
  params: byId,
  body: proof,
  status: 200,
  reply: secondFactors,
  errors: [400, 404, 409, 413, 415, 429],
});
