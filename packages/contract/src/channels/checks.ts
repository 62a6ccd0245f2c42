import { z } from 'zod';
import { route } from '../routes/route.js';

export const checkStates = ['ok', 'warning', 'failed', 'skipped'] as const;

/** One check of the installation. */
export const checkResult = z
  .object({
    name: z.string().meta({ description: 'What is checked, such as `database` or `channel approvals`.' }),
    state: z.enum(checkStates),
    text: z.string().meta({ description: 'What was found, in one sentence.' }),
    advice: z.string().nullable().meta({ description: 'What to do; null: nothing.' }),
  })
  .meta({ id: 'Check' });
export type CheckResult = z.output<typeof checkResult>;

export const runChecks = route({
  id: 'runChecks',
  method: 'POST',
  path: '/console/session/checks',
  scopes: ['status:read'],
  tag: 'Console',
  summary: 'Check the installation, as `gateway-server doctor` does',
  description:
    'Calls platforms, the public address and the receivers. Takes up to 25 seconds. Simultaneous requests share one run.',
  status: 200,
  reply: z.object({ checks: z.array(checkResult) }),
  errors: [400],
});
