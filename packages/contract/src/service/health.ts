import { z } from 'zod';
import { route } from '../routes/route.js';

export const getHealth = route({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  scopes: null,
  tag: 'Operations',
  summary: 'Liveness: the process is running',
  description: 'For the liveness probe of an orchestrator. Does not read the database.',
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
  summary: 'Readiness: the database can be written, and the instance accepts requests',
  description: 'For load balancers. Answers 503 while the database cannot be written, and after a stop signal.',
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
  summary: 'Metrics in Prometheus text format',
  description:
    'Send `METRICS_TOKEN` as a bearer token. If it is not set, only requests from the same machine are answered.',
  produces: 'text/plain',
  status: 200,
  reply: z.string(),
  errors: [400],
});
