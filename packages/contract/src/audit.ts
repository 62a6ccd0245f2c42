import { z } from 'zod';
import { route } from './route.js';
import { characters, cursor, dateTime, listLimit } from './vocabulary.js';

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
    resource: z.object({ kind: z.string(), id: z.string() }),
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
