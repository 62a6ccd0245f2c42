import { describe, expect, it } from 'vitest';
import { startOnce } from '../../harness/shared.js';
import { fakeSide } from './fake-side.js';
import { startGatewaySides } from './gateway-side.js';
import { scenarios } from './scenarios.js';
import { make } from './steps.js';

const gatewaySide = startOnce(startGatewaySides);

describe('fakeGateway replies as a gateway does', () => {
  it.each(Object.entries(scenarios))('to %s', async (_name, steps) => {
    const real = await make(await gatewaySide()(), steps);
    expect(real.length).toBeGreaterThan(0);
    expect(await make(fakeSide(), steps)).toEqual(real);
  });
});
