import {
  acceptInvitation,
  createInvitation,
  createPasswordLink,
  endOperatorSession,
  endOperatorSessions,
  getSigningSecret,
  listInvitations,
  listOperators,
  listOperatorSessions,
  readLink,
  removeOperator,
  resetPassword,
  revokeInvitation,
  updateOperator,
  type Route,
} from '@gateway/contract';
import type { FileOf, Gateway, OneTimeLinkRow, OperatorRow } from '@gateway/core';
import { linkOf } from '../../sign-in/one-time-link.js';
import { endpoint, type Call, type Endpoint } from '../endpoint.js';
import type { SessionCookie } from '../access/session-cookie.js';
import { snake } from '../records/field-names.js';
import { managedBy } from '../records/managed.js';
import { browserOf, operatorRecord, sessionRecord, signInReplies, type ConsoleFacts } from '../sign-in/session.js';

/** The operators, and the links for invitations and password resets. */
export function operatorRoutes(
  { operators, managed, guesses }: Gateway,
  cookie: SessionCookie,
  facts: ConsoleFacts,
): Endpoint[] {
  const { links, team, teamSessions, secondFactor } = operators;
  const signInReply = signInReplies(operators, cookie, facts);
  const tryLink = <T>(token: string, address: string | null, read: () => Promise<T>) =>
    guesses.read(`link ${token}`, address, read);
  /** The public address when it is known, otherwise the name that the caller used. */
  const originOf = ({ headers }: Pick<Call<Route>, 'headers'>) =>
    facts.publicUrl ?? `http://${headers.host ?? 'localhost'}`;

  return [
    endpoint(listOperators, async ({ principal }) => {
      const files = await managed.files(principal);
      const factors = principal.operator?.role === 'owner' ? await secondFactor.summaries(principal) : null;
      return (await team.list(principal)).map((row) =>
        Object.assign(
          teamRecord(row, files),
          factors && {
            second_factor: row.secondFactorSince !== null,
            second_factors: factors.get(row.id) ?? { authenticator: false, passkeys: 0 },
          },
        ),
      );
    }),
    endpoint(updateOperator, async ({ principal, params, body }) =>
      teamRecord(await team.update(principal, params.id, body), await managed.files(principal)),
    ),
    endpoint(removeOperator, async ({ principal, params }) =>
      teamRecord(await team.remove(principal, params.id), await managed.files(principal)),
    ),
    endpoint(listOperatorSessions, async ({ principal, params }) =>
      (await teamSessions.list(principal, params.id)).map((session) => sessionRecord(session, principal)),
    ),
    endpoint(endOperatorSession, async ({ principal, params }) => {
      await teamSessions.end(principal, params.id, params.session_id);
      return { status: 'ended' };
    }),
    endpoint(endOperatorSessions, async ({ principal, params }) => ({
      ended: await teamSessions.endAll(principal, params.id),
    })),
    endpoint(createPasswordLink, async (call) => {
      const { link, token } = await links.passwordLink(call.principal, call.params.id);
      return { link: linkOf(originOf(call), 'password', token), ...snake(link, 'expiresAt') };
    }),
    endpoint(listInvitations, async ({ principal }) => (await links.invitations(principal)).map(invitationRecord)),
    endpoint(createInvitation, async (call) => {
      const { link, token } = await links.invite(call.principal, call.body);
      return { ...invitationRecord(link), link: linkOf(originOf(call), 'invitation', token) };
    }),
    endpoint(revokeInvitation, async ({ principal, params }) =>
      invitationRecord(await links.revokeInvitation(principal, params.id)),
    ),
    endpoint(readLink, async ({ body, address }) => {
      const link = await tryLink(body.token, address, () => links.read(body.token));
      return snake(link, 'purpose', 'role', 'email', 'expiresAt');
    }),
    endpoint(acceptInvitation, async (call) =>
      signInReply(
        call,
        await tryLink(call.body.token, call.address, () => links.accept(call.body, browserOf(call, facts))),
      ),
    ),
    endpoint(resetPassword, async (call) =>
      signInReply(
        call,
        await tryLink(call.body.token, call.address, () => links.resetPassword(call.body, browserOf(call, facts))),
      ),
    ),
    endpoint(getSigningSecret, async ({ principal }) =>
      snake(await team.signingSecret(principal), 'secret', 'webhookSecret', 'previous'),
    ),
  ];
}

function teamRecord(operator: OperatorRow, files: FileOf) {
  return { ...operatorRecord(operator), ...managedBy(files, 'operator', operator.email) };
}

function invitationRecord(link: OneTimeLinkRow) {
  return {
    id: link.id,
    role: link.role ?? 'viewer',
    ...snake(link, 'email', 'createdAt', 'expiresAt'),
  };
}
