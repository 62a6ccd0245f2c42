import { z } from 'zod';
import { route } from '../routes/route.js';

export const operatorStatus = z
  .object({
    status: z.enum(['ok', 'error']),
    database: z.string().meta({ description: '`ok`, or what is wrong.' }),
    channels_active: z.int(),
    prompts_pending: z.int(),
    prompts_answered_24h: z.int(),
    receivers_paused: z.int().meta({ description: 'Receivers of callbacks that an operator or a key has paused.' }),
    platforms: z.record(z.string(), z.int()).meta({ description: 'Active channels by platform.' }),
  })
  .meta({ id: 'OperatorStatus' });

export const getStatus = route({
  id: 'getStatus',
  method: 'GET',
  path: '/v1/status',
  scopes: ['status:read'],
  tag: 'Operations',
  summary: 'Get the status of the service',
  status: 200,
  reply: operatorStatus,
  errors: [400],
});
