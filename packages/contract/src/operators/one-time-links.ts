import { z } from 'zod';
import { newPassword, oneTimeToken } from './operators.js';
import { sessionState } from './session.js';
import { route } from '../routes/route.js';
import { dateTime, displayName, email, roles } from '../vocabulary.js';

const role = z.enum(roles);

export const invitationRecord = z
  .object({
    id: z.string(),
    role,
    email: z.string().nullable(),
    created_at: dateTime,
    expires_at: dateTime,
  })
  .meta({ id: 'Invitation' });

const tag = 'Console';
const byId = z.object({ id: z.string() });
const signedIn = { scopes: [], tag } as const;

const link = z
  .string()
  .meta({ description: 'The one-time link. It is shown only once. Its token is in the fragment.' });

export const createPasswordLink = route({
  id: 'createPasswordLink',
  method: 'POST',
  path: '/console/session/operators/{id}/password-link',
  ...signedIn,
  summary: 'Create a one-time link with which an operator sets a new password (owners only)',
  params: byId,
  status: 201,
  reply: z.object({ link, expires_at: dateTime }),
  errors: [400, 404],
});

export const listInvitations = route({
  id: 'listInvitations',
  method: 'GET',
  path: '/console/session/invitations',
  ...signedIn,
  summary: 'List open invitations (owners only)',
  status: 200,
  reply: z.array(invitationRecord),
  errors: [400],
});

/** The body of `createInvitation`. */
export const newInvitation = z
  .strictObject({
    role,
    email: email
      .nullish()
      .transform((text) => text ?? null)
      .meta({ description: 'Restricts the invitation to this e-mail address.' }),
  })
  .meta({ id: 'NewInvitation' });

export const createInvitation = route({
  id: 'createInvitation',
  method: 'POST',
  path: '/console/session/invitations',
  ...signedIn,
  ownerOnly: true,
  summary: 'Invite an operator with a one-time link (owners only)',
  body: newInvitation,
  status: 201,
  reply: invitationRecord.extend({ link }).meta({ id: 'CreatedInvitation' }),
  errors: [400, 409, 413, 415],
});

export const revokeInvitation = route({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/console/session/invitations/{id}',
  ...signedIn,
  summary: 'Revoke an invitation (owners only)',
  params: byId,
  status: 200,
  reply: invitationRecord,
  errors: [400, 404],
});

export const readLink = route({
  id: 'readLink',
  method: 'POST',
  path: '/console/session/link',
  scopes: null,
  tag,
  summary: 'Get the purpose of a one-time link without using it',
  body: z.strictObject({ token: oneTimeToken }).meta({ id: 'OneTimeToken' }),
  status: 200,
  reply: z.object({
    purpose: z.enum(['setup', 'invitation', 'password']),
    role: role.nullable(),
    email: z.string().nullable(),
    expires_at: dateTime,
  }),
  errors: [400, 404, 413, 415, 429],
});

export const acceptInvitation = route({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/console/session/accept',
  scopes: null,
  tag,
  summary: 'Accept an invitation and become an operator',
  description: 'Also signs in. The link works once.',
  body: z
    .strictObject({ token: oneTimeToken, name: displayName, email, password: newPassword })
    .meta({ id: 'Acceptance' }),
  status: 201,
  reply: sessionState,
  errors: [400, 404, 409, 413, 415, 429],
});

export const resetPassword = route({
  id: 'resetPassword',
  method: 'POST',
  path: '/console/session/reset',
  scopes: null,
  tag,
  summary: 'Set a new password with a one-time link',
  description:
    'Ends all sessions of the operator, and signs in. With a second factor the reply has `second_factor` instead. The link works once.',
  body: z.strictObject({ token: oneTimeToken, password: newPassword }).meta({ id: 'PasswordReset' }),
  status: 200,
  reply: sessionState,
  errors: [400, 404, 413, 415, 429],
});
