import { z } from 'zod';
import { route } from './route.js';
import { characters, dateTime, email, isOneLine, limits, roles, scopes } from './vocabulary.js';

const role = z.enum(roles);
/** What people call an operator. */
export const operatorName = characters(limits.operatorName, 1)
  .transform((text) => text.trim())
  .refine((text) => text !== '', { error: 'must not be blank' })
  .refine(isOneLine, { error: 'must be one line without control characters' });

/** A password that is being chosen. */
export const newPassword = characters(limits.passwordMax)
  .refine((text) => [...text].length >= limits.passwordMin, {
    error: `must have at least ${limits.passwordMin} characters`,
    params: { code: 'too_small' },
  })
  .meta({ format: 'password', minLength: limits.passwordMin });

export const oneTimeToken = characters(128, 1).meta({ description: 'From the fragment of the one-time link' });

export const operatorRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role,
    created_at: dateTime,
    last_seen_at: dateTime.nullable(),
  })
  .meta({ id: 'Operator' });
export type OperatorRecord = z.output<typeof operatorRecord>;

export const sessionState = z
  .object({
    state: z
      .enum(['setup', 'signed_out', 'signed_in'])
      .meta({ description: '`setup`: there is no operator yet, the log at start has the link' }),
    operator: operatorRecord.extend({ scopes: z.array(z.enum(scopes)) }).nullable(),
    expires_at: dateTime.nullable().meta({ description: 'When the session ends unless it is used' }),
    gateway: z.object({
      version: z.string(),
      auth: z.boolean().meta({ description: 'Whether agents need a key' }),
      public_url: z.string().nullable(),
      docs: z.boolean().meta({ description: 'Whether /docs is served' }),
    }),
  })
  .meta({ id: 'ConsoleSession' });
export type SessionState = z.output<typeof sessionState>;

/** A browser in which the operator is signed in. */
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
  summary: 'Who is signed in to the console in this browser',
  status: 200,
  reply: sessionState,
  errors: [],
});

export const setUp = route({
  id: 'setUp',
  method: 'POST',
  path: '/console/session/setup',
  scopes: null,
  tag,
  summary: 'Create the first operator, with the token of the link that the log shows at start',
  description: 'Only while there is no operator. Signs in.',
  body: z.strictObject({ token: oneTimeToken, name: operatorName, email, password: newPassword }).meta({ id: 'SetUp' }),
  status: 201,
  reply: sessionState,
  errors: [400, 409, 413, 415, 429],
});

export const signIn = route({
  id: 'signIn',
  method: 'POST',
  path: '/console/session',
  scopes: null,
  tag,
  summary: 'Sign in to the console',
  description:
    'One text for every failure. Repeated failures slow the next try down: 429 with `Retry-After`; a browser in which the operator signed in before has a count of its own.',
  body: z.strictObject({ email, password: characters(limits.passwordMax, 1) }).meta({ id: 'SignIn' }),
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
  summary: 'Sign out in this browser',
  status: 200,
  reply: sessionState,
  errors: [],
});

export const changePassword = route({
  id: 'changePassword',
  method: 'POST',
  path: '/console/session/password',
  ...signedIn,
  summary: 'Change the own password',
  description: 'Signs out everywhere else.',
  body: z
    .strictObject({ current: characters(limits.passwordMax, 1), next: newPassword })
    .meta({ id: 'PasswordChange' }),
  status: 200,
  reply: done,
  errors: [400, 413, 415, 429],
});

export const listSessions = route({
  id: 'listSessions',
  method: 'GET',
  path: '/console/session/list',
  ...signedIn,
  summary: 'List the own sessions, the newest first',
  status: 200,
  reply: z.array(sessionRecord),
  errors: [400],
});

export const revokeSession = route({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/console/session/list/{id}',
  ...signedIn,
  summary: 'Sign out in one browser',
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
  summary: 'Sign out in every browser, this one too',
  status: 200,
  reply: z.object({ ended: z.int() }),
  errors: [400],
});

export const listOperators = route({
  id: 'listOperators',
  method: 'GET',
  path: '/console/session/operators',
  ...signedIn,
  summary: 'List the operators, the oldest first',
  status: 200,
  reply: z.array(operatorRecord),
  errors: [400],
});

export const updateOperator = route({
  id: 'updateOperator',
  method: 'PATCH',
  path: '/console/session/operators/{id}',
  ...signedIn,
  summary: "Change an operator's role (owners only), or the own name",
  description: 'The last owner stays one.',
  params: byId,
  body: z.strictObject({ role: role.optional(), name: operatorName.optional() }).meta({ id: 'OperatorPatch' }),
  status: 200,
  reply: operatorRecord,
  errors: [400, 404, 413, 415],
});

export const removeOperator = route({
  id: 'removeOperator',
  method: 'DELETE',
  path: '/console/session/operators/{id}',
  ...signedIn,
  summary: 'Remove an operator and end their sessions (owners only)',
  description: 'The last owner stays.',
  params: byId,
  status: 200,
  reply: operatorRecord,
  errors: [400, 404],
});

export const getSigningSecret = route({
  id: 'getSigningSecret',
  method: 'POST',
  path: '/console/session/signing-secret',
  ...signedIn,
  summary: 'Show the secret that callbacks are signed with (owners only)',
  description: 'What a receiver needs to check signatures; the audit log tells who looked.',
  status: 200,
  reply: z.object({
    secret: z.string().meta({ description: 'Its text is the key of `X-Signature`' }),
    webhook_secret: z
      .string()
      .meta({ description: 'The same as libraries of Standard Webhooks take it: `whsec_` and base64' }),
    previous: z.int().meta({ description: 'Older secrets that still sign' }),
  }),
  errors: [400],
});
