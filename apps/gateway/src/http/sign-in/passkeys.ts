import {
  addPasskey,
  removePasskey,
  renamePasskey,
  requestPasskey,
  signInWithPasskey,
  startPasskey,
  type Route,
} from '@gateway/contract';
import type { Gateway, PasskeyRequest } from '@gateway/core';
import { relyingPartyOf } from '../access/relying-party.js';
import { sessionCookie, type SessionCookie } from '../access/session-cookie.js';
import { endpoint, type Call, type Endpoint } from '../endpoint.js';
import { passkeyRecord } from '../records/passkey.js';
import { proofOf, secondFactorsRecord } from './second-factor.js';
import { browserOf, signInReplies, type ConsoleFacts } from './session.js';

/** Passkeys: as a second factor, and for signing in without the password. */
export function passkeyRoutes({ operators }: Gateway, cookie: SessionCookie, facts: ConsoleFacts): Endpoint[] {
  const { secondFactor } = operators;
  const { passkeys, passkeySignIn, step } = secondFactor;
  const stepCookie = sessionCookie(facts.publicUrl, 'secondFactor');
  const signInReply = signInReplies(operators, cookie, facts);
  const partyOf = ({ headers }: Pick<Call<Route>, 'headers'>) => relyingPartyOf(headers, facts);

  return [
    endpoint(requestPasskey, async (call) => {
      const party = partyOf(call);
      switch (call.body.purpose) {
        case 'sign_in':
          return requestRecord(await passkeySignIn.request(party));
        case 'second_factor':
          return requestRecord(await step.passkeyRequest(stepCookie.read(call.headers), party));
        case 'confirm':
          return requestRecord(await passkeys.confirmation(call.principal, party));
      }
    }),
    endpoint(signInWithPasskey, async (call) => {
      const { purpose, passkey } = call.body;
      const party = partyOf(call);
      const browser = browserOf(call, facts);
      return signInReply(
        call,
        purpose === 'sign_in'
          ? await passkeySignIn.signIn(passkey, party, browser)
          : await step.withPasskey(stepCookie.read(call.headers), passkey, party, browser),
      );
    }),
    endpoint(startPasskey, async (call) =>
      requestRecord(await passkeys.start(call.principal, proofOf(call, facts), partyOf(call))),
    ),
    endpoint(addPasskey, async (call) => {
      const { name, passkey: given } = call.body;
      const { passkey, recoveryCodes } = await passkeys.add(call.principal, { ...given, name }, partyOf(call));
      return { passkey: passkeyRecord(passkey), recovery_codes: [...recoveryCodes] };
    }),
    endpoint(renamePasskey, async ({ principal, params, body }) =>
      passkeyRecord(await passkeys.rename(principal, params.id, body.name)),
    ),
    endpoint(removePasskey, async (call) => {
      await passkeys.remove(call.principal, call.params.id, proofOf(call, facts));
      return secondFactorsRecord(await secondFactor.own(call.principal));
    }),
  ];
}

const requestRecord = ({ options, challenge }: PasskeyRequest) => ({ options: { ...options }, challenge });
