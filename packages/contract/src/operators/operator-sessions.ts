import { z } from 'zod';
import { sessionRecord } from './operators.js';
import { route } from '../routes/route.js';

export const listOperatorSessions = route({
  id: 'listOperatorSessions',
  method: 'GET',
  path: '/console/session/operators/{id}/sessions',
  scopes: [],
  tag: 'Console',
  summary: 'List the sessions of an operator, newest first (owners only)',
  params: z.object({ id: z.string() }),
  status: 200,
  reply: z.array(sessionRecord),
  errors: [400, 404],
});

export const endOperatorSession = route({
  id: 'endOperatorSession',
  method: 'DELETE',
  path: '/console/session/operators/{id}/sessions/{session_id}',
  scopes: [],
  tag: 'Console',
  summary: 'End one session of another operator (owners only)',
  description:
    'Also removes the devices that were registered in it for notifications. Your own: `/console/session/list`.',
  params: z.object({ id: z.string(), session_id: z.string() }),
  status: 200,
  reply: z.object({ status: z.string() }),
  errors: [400, 404],
});

export const endOperatorSessions = route({
  id: 'endOperatorSessions',
  method: 'DELETE',
  path: '/console/session/operators/{id}/sessions',
  scopes: [],
  tag: 'Console',
  summary: 'End all sessions of another operator (owners only)',
  description: 'Also removes the devices that were registered for notifications. Your own: `/console/session/list`.',
  params: z.object({ id: z.string() }),
  status: 200,
  reply: z.object({ ended: z.int() }),
  errors: [400, 404],
});
