import { runChecks, type CheckResult } from '@gateway/contract';
import { requireAllChannels } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';

/** The checks of the installation. Simultaneous requests share one run, because a run calls platforms and receivers. */
export function checkRoutes(run: () => Promise<readonly CheckResult[]>): Endpoint[] {
  let running: Promise<readonly CheckResult[]> | null = null;
  return [
    endpoint(runChecks, async ({ principal }) => {
      requireAllChannels(principal, 'The checks');
      running ??= run().finally(() => (running = null));
      return { checks: [...(await running)] };
    }),
  ];
}
