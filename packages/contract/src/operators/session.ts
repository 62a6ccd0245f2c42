import { z } from 'zod';
import { route } from '../routes/route.js';
import { dateTime, managedBy, roles, scopes } from '../vocabulary.js';

// Its own module, because the first view of the console needs this route alone.

export const role = z.enum(roles);

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

export const getSession = route({
  id: 'getSession',
  method: 'GET',
  path: '/console/session',
  scopes: null,
  tag: 'Console',
  summary: 'Get the console session of this browser',
  status: 200,
  reply: sessionState,
  errors: [],
});
