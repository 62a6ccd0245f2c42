import { describe, expect, it } from 'vitest';
import { hasPython } from '../../python-client/python.js';
import { startOnce } from '../../harness/shared.js';
import { fakeSide } from './fake-side.js';
import { startGatewaySides } from './gateway-side.js';
import { resultsOfPython } from './python-side.js';
import { scenarios } from './scenarios.js';
import { make } from './make-steps.js';

const start = startOnce(async () => {
  const gatewaySide = await startGatewaySides();
  const results = new Map<string, Promise<unknown[]>>();
  return {
    /** What comes of a scenario with a gateway. It is made once. */
    async real(name: string): Promise<unknown[]> {
      const made = results.get(name) ?? make(await gatewaySide(), scenarios[name] ?? []);
      results.set(name, made);
      return await made;
    },
    python: hasPython ? resultsOfPython(scenarios) : {},
  };
});

describe.each(Object.entries(scenarios))('as a gateway does to %s', (name, steps) => {
  it('replies fakeGateway', async () => {
    const real = await start().real(name);
    expect(real.length).toBeGreaterThan(0);
    expect(await make(fakeSide(), steps)).toEqual(real);
  });

  it.skipIf(!hasPython)('replies fake_gateway of Python', async () => {
    expect(start().python[name]).toEqual(await start().real(name));
  });
});
