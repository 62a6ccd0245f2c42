import { z } from 'zod';
import { route } from './route.js';

export const getHealth = route({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  scopes: null,
  tag: 'Operations',
  summary: 'Whether the process is up',
  status: 200,
  reply: z.object({ status: z.literal('ok') }),
  errors: [400],
});

export const getReadiness = route({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  scopes: null,
  tag: 'Operations',
  summary: 'Whether the database stores what it is given and requests are taken',
  status: 200,
  reply: z.object({ status: z.literal('ok') }),
  errors: [400, 503],
});

export const getMetrics = route({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  scopes: null,
  tag: 'Operations',
  summary: 'Figures for Prometheus',
  description: 'With `METRICS_TOKEN` as a bearer token; where that is not set, from this machine only.',
  produces: 'text/plain',
  status: 200,
  reply: z.string(),
  errors: [400],
});
