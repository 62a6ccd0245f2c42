import { z } from 'zod';
import { route } from '../routes/route.js';
import { operatorRecord, role, sessionState } from './session.js';
import { characters, dateTime, displayName, email, limits } from '../vocabulary.js';

/** A new password. */
export const newPassword = characters(limits.passwordMax)
  .refine((text) => [...text].length >= limits.passwordMin, {
    error: `must have at least ${limits.passwordMin} characters`,
    params: { code: 'too_small' },
  })
  .meta({ format: 'password', minLength: limits.passwordMin });

export const oneTimeToken = characters(128, 1).meta({ description: 'The token in the fragment of the one-time link.' });

const listedOperator = operatorRecord
  .extend({
    second_factor: z
      .boolean()
      .optional()
      .meta({ description: 'Whether a sign-in with the password needs a second factor. Only owners see it.' }),
    second_factors: z
      .object({ authenticator: z.boolean(), passkeys: z.int() })
      .optional()
      .meta({ description: 'The authenticator app, and the number of passkeys. Only owners see it.' }),
  })
  .meta({ id: 'ListedOperator' });
export type ListedOperator = z.output<typeof listedOperator>;

/** A session of an operator in one browser. */
export const sessionRecord = z
  .object({
    id: z.string(),
    current: z.boolean(),
    user_agent: z.string().nullable(),
    address: z.string().nullable(),
    created_at: dateTime,
    last_seen_at: dateTime,
    expires_at: dateTime,
  })
  .meta({ id: 'OperatorSession' });

const tag = 'Console';
const byId = z.object({ id: z.string() });
const done = z.object({ status: z.string() });
const signedIn = { scopes: [], tag } as const;

/** The body of `setUp`. */
export const firstOperator = z
  .strictObject({ token: oneTimeToken, name: displayName, email, password: newPassword })
  .meta({ id: 'SetUp' });

export const setUp = route({
  id: 'setUp',
  method: 'POST',
  path: '/console/session/setup',
  scopes: null,
  tag,
  summary: 'Create the first operator with the token of the setup link',
  description: 'Works only while there is no operator. The log at start has the setup link. Also signs in.',
  body: firstOperator,
  status: 201,
  reply: sessionState,
  errors: [400, 409, 413, 415, 429],
});

/** The body of `signIn`. */
export const credentials = z
  .strictObject({ email, password: characters(limits.passwordMax, 1) })
  .meta({ id: 'SignIn' });

export const signIn = route({
  id: 'signIn',
  method: 'POST',
  path: '/console/session',
  scopes: null,
  tag,
  summary: 'Sign in to the console',
  description:
    'For an operator with a second factor the reply has `second_factor`, and `POST /console/session/code` or `/console/session/passkey` completes the sign-in. All failures have the same text. After repeated failures the next attempt is delayed: 429 with `Retry-After`. A browser in which the operator has signed in before is counted separately.',
  body: credentials,
  status: 200,
  reply: sessionState,
  errors: [400, 413, 415, 429],
});

export const signOut = route({
  id: 'signOut',
  method: 'DELETE',
  path: '/console/session',
  scopes: null,
  tag,
  summary: 'Sign out of this browser',
  status: 200,
  reply: sessionState,
  errors: [],
});

/** Why a new password is refused. A refusal contains one of these texts after the name of the field. */
export const weakPasswords = {
  common: 'is one of the most used passwords',
  repeated: 'repeats a few characters',
  sequence: 'is mostly a sequence of neighbouring keys, letters or digits',
  known_words:
    'is mostly a word that others try first, such as your name, your e-mail address or the name of this product',
} as const;

/** The body of `changePassword`. */
export const passwordChange = z
  .strictObject({ current: characters(limits.passwordMax, 1), next: newPassword })
  .meta({ id: 'PasswordChange' });

export const changePassword = route({
  id: 'changePassword',
  method: 'POST',
  path: '/console/session/password',
  ...signedIn,
  summary: 'Change your own password',
  description: 'Ends all other sessions.',
  body: passwordChange,
  status: 200,
  reply: done,
  errors: [400, 413, 415, 429],
});

export const listSessions = route({
  id: 'listSessions',
  method: 'GET',
  path: '/console/session/list',
  ...signedIn,
  summary: 'List your own sessions, newest first',
  status: 200,
  reply: z.array(sessionRecord),
  errors: [400],
});

export const revokeSession = route({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/console/session/list/{id}',
  ...signedIn,
  summary: 'End one of your own sessions',
  params: byId,
  status: 200,
  reply: done,
  errors: [400, 404],
});

export const signOutEverywhere = route({
  id: 'signOutEverywhere',
  method: 'DELETE',
  path: '/console/session/list',
  ...signedIn,
  summary: 'End all your own sessions, including this one',
  status: 200,
  reply: z.object({ ended: z.int() }),
  errors: [400],
});

export const listOperators = route({
  id: 'listOperators',
  method: 'GET',
  path: '/console/session/operators',
  ...signedIn,
  summary: 'List operators, oldest first',
  status: 200,
  reply: z.array(listedOperator),
  errors: [400],
});

export const updateOperator = route({
  id: 'updateOperator',
  method: 'PATCH',
  path: '/console/session/operators/{id}',
  ...signedIn,
  summary: "Change an operator's role (owners only), or your own name",
  description: 'The role of the last owner cannot be changed.',
  params: byId,
  body: z.strictObject({ role: role.optional(), name: displayName.optional() }).meta({ id: 'OperatorPatch' }),
  status: 200,
  reply: operatorRecord,
  errors: [400, 404, 409, 413, 415],
});

export const removeOperator = route({
  id: 'removeOperator',
  method: 'DELETE',
  path: '/console/session/operators/{id}',
  ...signedIn,
  summary: 'Remove an operator and end their sessions (owners only)',
  description: 'The last owner cannot be removed.',
  params: byId,
  status: 200,
  reply: operatorRecord,
  errors: [400, 404, 409],
});

export const getSigningSecret = route({
  id: 'getSigningSecret',
  method: 'POST',
  path: '/console/session/signing-secret',
  ...signedIn,
  summary: 'Get the secret that signs callbacks (owners only)',
  description: 'Receivers need it to verify signatures. Each call is recorded in the audit log.',
  status: 200,
  reply: z.object({
    secret: z.string().meta({ description: 'The secret. Its text is the key of `X-Signature`.' }),
    webhook_secret: z
      .string()
      .meta({ description: 'The same secret in the format of the Standard Webhooks libraries: `whsec_` and base64.' }),
    previous: z.int().meta({ description: 'The number of older secrets that still sign.' }),
  }),
  errors: [400],
});
