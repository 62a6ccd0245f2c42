import { afterEach } from 'vitest';
import type { TestGateway } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

/**
 * Starts one gateway for all tests of a file. After each test it must still answer, and its log must be without unexpected errors.
 */
export function startUnfailingGateway(): () => TestGateway {
  const asking = startOnce(startAsking);
  afterEach(async () => {
    const { gateway } = asking();
    const failures = gateway.logLines.filter((line) => line.includes('unexpectedly'));
    if (failures.length > 0) throw new Error(failures.join('\n'));
    if (!(await fetch(`${gateway.url}/healthz`)).ok) throw new Error('The gateway does not answer.');
  });
  return () => asking().gateway;
}
