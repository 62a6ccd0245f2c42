import {
  addAuthenticator,
  createRecoveryCodes,
  enterCode,
  getSecondFactors,
  removeAuthenticator,
  resetSecondFactor,
  startAuthenticator,
  type SecondFactors,
} from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { sessionCookie, type SessionCookie } from '../access/session-cookie.js';
import { endpoint, type Endpoint } from '../endpoint.js';
import { browserOf, operatorRecord, signInReplies, type ConsoleFacts } from './session.js';

/** The second step of a sign-in, and the operators' second factors. */
export function secondFactorRoutes({ operators }: Gateway, cookie: SessionCookie, facts: ConsoleFacts): Endpoint[] {
  const { secondFactor } = operators;
  const step = sessionCookie(facts.publicUrl, 'secondFactor');
  const signInReply = signInReplies(operators, cookie, facts);

  return [
    endpoint(enterCode, async (call) =>
      signInReply(call, await secondFactor.signIn(step.read(call.headers), call.body.code, browserOf(call, facts))),
    ),
    endpoint(getSecondFactors, async ({ principal }) => secondFactors(await secondFactor.own(principal))),
    endpoint(startAuthenticator, async ({ principal, body }) => {
      const { secret, address, setUp } = await secondFactor.startAuthenticator(principal, body.password);
      return { secret, address, set_up: setUp };
    }),
    endpoint(addAuthenticator, async ({ principal, body }) => ({
      recovery_codes: await secondFactor.addAuthenticator(principal, { setUp: body.set_up, code: body.code }),
    })),
    endpoint(removeAuthenticator, async ({ principal, body }) =>
      secondFactors(await secondFactor.removeAuthenticator(principal, body.password)),
    ),
    endpoint(createRecoveryCodes, async ({ principal, body }) => ({
      recovery_codes: await secondFactor.createRecoveryCodes(principal, body.password),
    })),
    endpoint(resetSecondFactor, async ({ principal, params }) =>
      operatorRecord(await secondFactor.reset(principal, params.id)),
    ),
  ];
}

function secondFactors({
  authenticator,
  recoveryCodes,
}: Awaited<ReturnType<Gateway['operators']['secondFactor']['own']>>): SecondFactors {
  return {
    authenticator: authenticator && { created_at: authenticator.createdAt.toISOString() },
    recovery_codes: recoveryCodes,
  };
}
