import { z } from 'zod';
import { route } from './route.js';
import { characters, dateTime, displayName, email, limits, managedBy, roles, scopes } from './vocabulary.js';

const role = z.enum(roles);
/** A new password. */
export const newPassword = characters(limits.passwordMax)
  .refine((text) => [...text].length >= limits.passwordMin, {
    error: `must have at least ${limits.passwordMin} characters`,
    params: { code: 'too_small' },
  })
  .meta({ format: 'password', minLength: limits.passwordMin });

export const oneTimeToken = characters(128, 1).meta({ description: 'The token in the fragment of the one-time link.' });

export const operatorRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role,
    managed_by: managedBy,
    created_at: dateTime,
    last_seen_at: dateTime.nullable(),
  })
  .meta({ id: 'Operator' });
export type OperatorRecord = z.output<typeof operatorRecord>;

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

/** Whether passkeys work at the address that the browser uses. */
const passkeySupport = z.enum(['available', 'passwords_off', 'other_address', 'ip_address', 'not_https']).meta({
  id: 'PasskeySupport',
  description:
    'Whether passkeys work at the address of this request. `passwords_off`: only the OpenID provider signs in. `other_address`: open the console at `public_url`. `ip_address`: a browser accepts passkeys for host names only. `not_https`: except on localhost a browser accepts them over https only.',
});
export type PasskeySupport = z.output<typeof passkeySupport>;

/** The second step of a sign-in. */
const secondFactorStep = z
  .object({
    expires_at: dateTime.meta({ description: 'Until when the second factor must be given.' }),
    authenticator: z.boolean().meta({ description: 'Whether the operator has an authenticator app.' }),
    passkey: z.boolean().meta({ description: 'Whether the operator has a passkey.' }),
  })
  .meta({
    id: 'SecondFactorStep',
    description:
      'Present when this browser has given the right password and the operator has a second factor: `POST /console/session/code` or `/console/session/passkey` completes the sign-in. The state is `signed_out` until then.',
  });

export const sessionState = z
  .object({
    state: z
      .enum(['setup', 'signed_out', 'signed_in'])
      .meta({ description: '`setup`: there is no operator yet. The log at start has the setup link.' }),
    operator: operatorRecord.extend({ scopes: z.array(z.enum(scopes)), has_password: z.boolean() }).nullable(),
    expires_at: dateTime.nullable().meta({ description: 'When the session ends if it is not used before.' }),
    second_factor: secondFactorStep.optional(),
    gateway: z.object({
      version: z.string(),
      auth: z.boolean().meta({ description: 'Whether agents need an API key.' }),
      public_url: z.string().nullable(),
      docs: z.boolean().meta({ description: 'Whether `/docs` is served.' }),
      sign_in: z.object({
        password: z.boolean().meta({ description: 'Whether operators may sign in with a password.' }),
        provider: z
          .string()
          .nullable()
          .meta({ description: 'The name of the OpenID provider. `/console/session/oidc/start` signs in there.' }),
        passkeys: passkeySupport,
      }),
    }),
  })
  .meta({ id: 'ConsoleSession' });
export type SessionState = z.output<typeof sessionState>;

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

export const getSession = route({
  id: 'getSession',
  method: 'GET',
  path: '/console/session',
  scopes: null,
  tag,
  summary: 'Get the console session of this browser',
  status: 200,
  reply: sessionState,
  errors: [],
});

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
