import {
  addAuthenticator,
  createRecoveryCodes,
  enterCode,
  getSecondFactors,
  removeAuthenticator,
  resetSecondFactor,
  startAuthenticator,
  type PasskeyReply,
  type Route,
  type SecondFactors,
} from '@gateway/contract';
import type { Gateway, Proof } from '@gateway/core';
import { HttpError } from '../errors/errors.js';
import { relyingPartyOf } from '../access/relying-party.js';
import { sessionCookie, type SessionCookie } from '../access/session-cookie.js';
import { endpoint, type Call, type Endpoint } from '../endpoint.js';
import { passkeyRecord } from '../records/passkey.js';
import { browserOf, operatorRecord, signInReplies, type ConsoleFacts } from './session.js';

/** The second step of a sign-in with a code, and the operators' second factors. */
export function secondFactorRoutes({ operators }: Gateway, cookie: SessionCookie, facts: ConsoleFacts): Endpoint[] {
  const { secondFactor } = operators;
  const { authenticator, step } = secondFactor;
  const stepCookie = sessionCookie(facts.publicUrl, 'secondFactor');
  const signInReply = signInReplies(operators, cookie, facts);

  return [
    endpoint(enterCode, async (call) =>
      signInReply(call, await step.withCode(stepCookie.read(call.headers), call.body.code, browserOf(call, facts))),
    ),
    endpoint(getSecondFactors, async ({ principal }) => secondFactorsRecord(await secondFactor.own(principal))),
    endpoint(startAuthenticator, async (call) => {
      const { secret, address, setUp } = await authenticator.start(call.principal, proofOf(call, facts));
      return { secret, address, set_up: setUp };
    }),
    endpoint(addAuthenticator, async ({ principal, body }) => ({
      recovery_codes: [...(await authenticator.add(principal, { setUp: body.set_up, code: body.code }))],
    })),
    endpoint(removeAuthenticator, async (call) => {
      await authenticator.remove(call.principal, proofOf(call, facts));
      return secondFactorsRecord(await secondFactor.own(call.principal));
    }),
    endpoint(createRecoveryCodes, async (call) => ({
      recovery_codes: [...(await secondFactor.createRecoveryCodes(call.principal, proofOf(call, facts)))],
    })),
    endpoint(resetSecondFactor, async ({ principal, params }) =>
      operatorRecord(await secondFactor.reset(principal, params.id)),
    ),
  ];
}

/** What confirms a change of the own second factors. */
export function proofOf(
  {
    body,
    headers,
  }: Pick<Call<Route>, 'headers'> & {
    readonly body: { readonly password?: string | undefined; readonly passkey?: PasskeyReply | undefined };
  },
  facts: Pick<ConsoleFacts, 'publicUrl'>,
): Proof {
  if (body.passkey !== undefined) return { passkey: body.passkey, relyingParty: relyingPartyOf(headers, facts) };
  if (body.password !== undefined) return { password: body.password };
  throw new HttpError(400, { detail: 'The body must have either password or passkey.' });
}

export function secondFactorsRecord({
  authenticator,
  passkeys,
  recoveryCodes,
}: Awaited<ReturnType<Gateway['operators']['secondFactor']['own']>>): SecondFactors {
  return {
    authenticator: authenticator && { created_at: authenticator.createdAt.toISOString() },
    passkeys: passkeys.map(passkeyRecord),
    recovery_codes: recoveryCodes,
  };
}
