import { onTestFinished } from 'vitest';
import type { TestGateway } from '../harness/gateway.js';
import { startAsking } from './asking.js';

/** A gateway that must still answer at the end of the test, without an unexpected error in its log. */
export async function sturdy(): Promise<TestGateway> {
  const { gateway } = await startAsking();
  onTestFinished(async () => {
    const failures = gateway.logLines.filter((line) => line.includes('unexpectedly'));
    if (failures.length > 0) throw new Error(failures.join('\n'));
    if (!(await fetch(`${gateway.url}/healthz`)).ok) throw new Error('The gateway does not answer.');
  });
  return gateway;
}
