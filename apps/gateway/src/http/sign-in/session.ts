import type { IncomingHttpHeaders } from 'node:http';
import {
  changePassword,
  getSession,
  listSessions,
  revokeSession,
  roleScopes,
  setUp,
  signIn,
  signOut,
  signOutEverywhere,
  type OperatorRecord,
  type Route,
  type SessionState,
} from '@gateway/contract';
import {
  hasPassword,
  newKnownBrowser,
  type Browser,
  type Gateway,
  type OperatorRow,
  type PendingStep,
  type Principal,
  type SignedIn,
  type SignInResult,
} from '@gateway/core';
import { version } from '../../version.js';
import { endpoint, WithHeaders, type Call, type Endpoint } from '../endpoint.js';
import { snake } from '../records/field-names.js';
import { passkeySupport } from '../access/relying-party.js';
import { sessionCookie, type SessionCookie } from '../access/session-cookie.js';

export interface ConsoleFacts {
  readonly useAuth: boolean;
  readonly publicUrl: string | null;
  readonly docs: boolean;
  readonly signIn: Omit<SessionState['gateway']['sign_in'], 'passkeys'>;
}

/** Setting up the console, signing in and out, and the caller's own sessions. */
export function sessionRoutes({ operators }: Gateway, cookie: SessionCookie, facts: ConsoleFacts): Endpoint[] {
  const { sessions } = operators;
  const known = sessionCookie(facts.publicUrl, 'browser');
  const step = sessionCookie(facts.publicUrl, 'secondFactor');
  const signInReply = signInReplies(operators, cookie, facts);

  return [
    endpoint(getSession, async ({ principal, headers }) => {
      const current = await sessions.current(principal);
      if (current) return stateOf(facts, headers, current);
      const state = (await operators.setUp.isDone()) ? 'signed_out' : 'setup';
      const stale = cookie.read(headers) !== null;
      const token = step.read(headers);
      const pending = token === null ? null : await operators.secondFactor.step.pending(token);
      return new WithHeaders(
        stateOf(facts, headers, state, pending),
        stale ? { 'set-cookie': cookie.clear(headers) } : {},
      );
    }),
    endpoint(setUp, async (call) => signInReply(call, await operators.setUp.setUp(call.body, browserOf(call, facts)))),
    endpoint(signIn, async (call) => signInReply(call, await operators.signIn(call.body, browserOf(call, facts)))),
    endpoint(signOut, async ({ principal, headers }) => {
      await sessions.signOut(principal);
      const state = (await operators.setUp.isDone()) ? 'signed_out' : 'setup';
      return new WithHeaders(stateOf(facts, headers, state), {
        'set-cookie': [cookie.clear(headers), ...(step.read(headers) === null ? [] : [step.clear(headers)])],
      });
    }),
    endpoint(changePassword, async ({ principal, body, headers }) => {
      const token = await operators.changePassword(principal, body);
      return new WithHeaders({ status: 'changed' }, { 'set-cookie': known.write(headers, token) });
    }),
    endpoint(listSessions, async ({ principal }) =>
      (await sessions.list(principal)).map((session) => sessionRecord(session, principal)),
    ),
    endpoint(revokeSession, async ({ principal, params, headers }) => {
      await sessions.end(principal, params.id);
      const isOwn = params.id === principal.operator?.sessionId;
      return new WithHeaders({ status: 'ended' }, isOwn ? { 'set-cookie': cookie.clear(headers) } : {});
    }),
    endpoint(signOutEverywhere, async ({ principal, headers }) => {
      const ended = await sessions.endAll(principal);
      return new WithHeaders({ ended }, { 'set-cookie': cookie.clear(headers) });
    }),
  ];
}

/** Makes the reply to a right password: the state of the new session and its cookies, or the step of the second factor and its cookie. */
export function signInReplies(
  { sessions, secondFactor }: Gateway['operators'],
  cookie: SessionCookie,
  facts: ConsoleFacts,
) {
  const known = sessionCookie(facts.publicUrl, 'browser');
  const step = sessionCookie(facts.publicUrl, 'secondFactor');
  return async (
    { principal, headers }: Pick<Call<Route>, 'principal' | 'headers'>,
    result: SignInResult,
  ): Promise<WithHeaders<SessionState>> => {
    // Ends the session that this browser had before.
    await sessions.signOut(principal);
    if (!('session' in result)) {
      const pending = await secondFactor.step.pending(result.token);
      return new WithHeaders(stateOf(facts, headers, 'signed_out', pending), {
        'set-cookie': [cookie.clear(headers), step.write(headers, result.token)],
      });
    }
    return new WithHeaders(stateOf(facts, headers, result), {
      'set-cookie': [
        cookie.write(headers, result.token),
        known.write(headers, newKnownBrowser(result.operator)),
        ...(step.read(headers) === null ? [] : [step.clear(headers)]),
      ],
    });
  };
}

export function browserOf(
  { headers, address }: Pick<Call<Route>, 'headers' | 'address'>,
  { publicUrl }: Pick<ConsoleFacts, 'publicUrl'>,
): Browser {
  const known = sessionCookie(publicUrl, 'browser').read(headers);
  return { userAgent: headers['user-agent'] ?? null, address, known };
}

export function sessionRecord(session: SignedIn['session'], { operator }: Pick<Principal, 'operator'>) {
  return {
    id: session.id,
    current: session.id === operator?.sessionId,
    ...snake(session, 'userAgent', 'address', 'createdAt', 'lastSeenAt', 'expiresAt'),
  };
}

export const operatorRecord = (operator: OperatorRow): OperatorRecord =>
  snake(operator, 'id', 'name', 'email', 'role', 'createdAt', 'lastSeenAt');

function stateOf(
  { useAuth, publicUrl, docs, signIn }: ConsoleFacts,
  headers: IncomingHttpHeaders,
  who: 'setup' | 'signed_out' | Pick<SignedIn, 'operator' | 'session'>,
  /** The second factor that is awaited; null: none is. */
  pending: PendingStep | null = null,
): SessionState {
  // After a link from the command line a passkey is the second factor also where passwords are off.
  const passkeys = passkeySupport(headers, { publicUrl, passwords: signIn.password || pending !== null });
  const gateway = { version, auth: useAuth, public_url: publicUrl, docs, sign_in: { ...signIn, passkeys } };
  if (typeof who === 'string') {
    const step = pending && {
      second_factor: {
        expires_at: pending.expiresAt.toISOString(),
        authenticator: pending.authenticator,
        passkey: pending.passkeys > 0,
      },
    };
    return { state: who, operator: null, expires_at: null, ...step, gateway };
  }
  const { operator, session } = who;
  return {
    state: 'signed_in',
    operator: {
      ...operatorRecord(operator),
      scopes: [...roleScopes[operator.role]],
      has_password: hasPassword(operator),
    },
    expires_at: session.expiresAt.toISOString(),
    gateway,
  };
}
