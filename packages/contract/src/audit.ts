import { z } from 'zod';
import { route } from './route.js';
import { characters, cursor, dateTime, listLimit } from './vocabulary.js';

/** What the log tells of, as `<resource>.<what happened>`; entries of other versions may name more. */
export const auditActions = [
  'key.created',
  'key.rolled',
  'key.revoked',
  'key.refused',
  'channel.created',
  'channel.updated',
  'channel.unregistered',
  'channel.message_sent',
  'settings.updated',
  'prompt.created',
  'prompt.cancelled',
  'prompt.answered',
  'delivery.retried',
  'operator.created',
  'operator.updated',
  'operator.removed',
  'operator.signed_in',
  'operator.signed_out',
  'operator.sign_in_refused',
  'operator.password_changed',
  'operator.password_reset',
  'operator.password_link_created',
  'invitation.created',
  'invitation.revoked',
  'signing_secret.shown',
  'request.denied',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEntry = z
  .object({
    id: z.string(),
    at: dateTime,
    actor: z.object({
      kind: z.enum(['key', 'operator', 'open', 'system']),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    action: z.string().meta({ examples: ['channel.created'] }),
    resource: z.object({
      kind: z.string(),
      id: z.string(),
      name: z
        .string()
        .nullable()
        .meta({
          description:
            'What people call it, where the id does not say so: the name of a key or an operator; whom an invitation is for ' +
            '(for owners and `admin` keys only); the prompt or else the channel of a callback. Null when it is not known, or not any more',
        }),
    }),
    address: z.string().nullable().meta({ description: 'Where the request came from' }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = route({
  id: 'listAudit',
  method: 'GET',
  path: '/v1/audit',
  scopes: ['audit:read'],
  tag: 'Operations',
  summary: 'Who did what, newest first',
  query: z.strictObject({
    action: characters(64, 1).optional(),
    resource_id: characters(128, 1).optional(),
    actor_id: characters(128, 1).optional(),
    limit: listLimit,
    cursor,
  }),
  status: 200,
  reply: z.array(auditEntry),
  errors: [400],
});
