import { onTestFinished } from 'vitest';
import type { TestGateway } from '../harness/gateway.js';
import { startAsking } from './asking.js';

/** A gateway that must still answer, and have failed nowhere, when the test is over. */
export async function sturdy(): Promise<TestGateway> {
  const { gateway } = await startAsking();
  onTestFinished(async () => {
    const failures = gateway.logLines.filter((line) => line.includes('unexpectedly'));
    if (failures.length > 0) throw new Error(failures.join('\n'));
    if (!(await fetch(`${gateway.url}/healthz`)).ok) throw new Error('The gateway answers no more.');
  });
  return gateway;
}
