import { z } from 'zod';
import { route } from '../routes/route.js';
import { characters, cursor, dateTime, listLimit, listOrder } from '../vocabulary.js';

/** The recorded actions, as `<resource>.<event>`. Entries of other versions may have more. */
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
  'audit.removed',
  'prompt.created',
  'prompt.cancelled',
  'prompt.answered',
  'prompt.voted',
  'prompt.taken',
  'prompt.released',
  'prompt.escalated',
  'prompt.consumed',
  'prompt.consume_refused',
  'prompt.withdrawn',
  'answer.refused',
  'delivery.retried',
  'delivery.curl_created',
  'receiver.updated',
  'receiver.paused',
  'receiver.resumed',
  'operator.created',
  'operator.updated',
  'operator.removed',
  'operator.identity_linked',
  'operator.signed_in',
  'operator.signed_out',
  'operator.session_ended',
  'operator.sessions_ended',
  'operator.sign_in_refused',
  'operator.password_changed',
  'operator.password_reset',
  'operator.password_link_created',
  'operator.second_factor_added',
  'operator.second_factor_removed',
  'operator.second_factor_reset',
  'operator.passkey_added',
  'operator.passkey_renamed',
  'operator.passkey_removed',
  'operator.recovery_codes_created',
  'operator.recovery_code_used',
  'invitation.created',
  'invitation.revoked',
  'person.created',
  'person.updated',
  'person.deleted',
  'group.created',
  'group.updated',
  'group.deleted',
  'policy.created',
  'policy.updated',
  'policy.deleted',
  'rule.created',
  'rule.updated',
  'rule.deleted',
  'rule.ordered',
  'rule.failed',
  'grant.given',
  'grant.ended',
  'signing_secret.shown',
  'export.started',
  'request.denied',
] as const;
export type AuditAction = (typeof auditActions)[number];

const auditChange = z
  .object({
    field: z.string().meta({ examples: ['role'] }),
    before: z
      .unknown()
      .optional()
      .meta({ examples: ['viewer'] }),
    after: z
      .unknown()
      .optional()
      .meta({ examples: ['operator'] }),
  })
  .meta({
    id: 'AuditChange',
    description:
      'A changed field with its value before and after. The values are left out for credentials, and for readers without the scope that ' +
      'reads the resource, such as `channels:read`. A URL has no user, password and query.',
  });

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
            'A readable name, if the id is not one: the name of a key or an operator; the e-mail address of an invitation (only for owners ' +
            'and `admin` keys); the prompt or channel of a callback. Null: unknown, or deleted.',
        }),
    }),
    address: z.string().nullable().meta({ description: 'The client address of the request.' }),
    changes: z.array(auditChange).meta({
      description:
        'The changed fields of an update, named as in the API. Of `audit.removed` how many `entries` and `keys` retention deleted, and `until` which time. Of `prompt.consume_refused` the `code` of the error, of `rule.failed` the `error` of the condition, of `prompt.taken` and `prompt.released` who had the prompt before and has it now, of `grant.given` the `prompt_id`, and of `grant.ended` the `ended_reason`. Empty for other actions.',
    }),
    answer: z
      .string()
      .nullable()
      .meta({
        description:
          'Of `prompt.answered` the answer, and of `prompt.voted` the vote, as the prompt has it now. Null: another action, a deleted prompt, ' +
          'or the reader has no `prompts:read`.',
        examples: ['approve'],
      }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = route({
  id: 'listAudit',
  method: 'GET',
  path: '/v1/audit',
  scopes: ['audit:read'],
  tag: 'Operations',
  summary: 'List audit log entries, newest first',
  query: z.strictObject({
    action: characters(64, 1).optional(),
    resource_id: characters(128, 1).optional(),
    actor_id: characters(128, 1).optional(),
    since: dateTime.optional().meta({ description: 'Only entries of this time or later.' }),
    until: dateTime.optional().meta({ description: 'Only entries before this time.' }),
    order: listOrder,
    limit: listLimit,
    cursor,
  }),
  status: 200,
  reply: z.array(auditEntry),
  errors: [400],
});
