import type { KeyClaim } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, now, org, twoStores } from './fixture.js';

const request = (change: Partial<KeyClaim & { fingerprint: string }> = {}) => ({
  organizationId: org,
  caller: 'key-1',
  key: 'order-7',
  fingerprint: 'f',
  until: after(60),
  ...change,
});
const outcome = { status: 200, body: '{"prompt_id":"#1"}' };

onEveryEngine((engine) => {
  test('of many that ask for a key at once, on two instances, one begins', async () => {
    const stores = await twoStores(engine);
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, index) => stores[index % 2 ? 1 : 0].idempotency.begin(request(), now)),
    );
    expect(begun.map(({ state }) => state).toSorted()).toEqual([
      'begun',
      ...Array.from({ length: 19 }, () => 'running'),
    ]);
  });

  test('the outcome is given to repeats until it is forgotten; another body is a mismatch', async () => {
    const { idempotency } = await freshStore(engine);
    expect(await idempotency.begin(request(), now)).toEqual({ state: 'begun' });
    expect(await idempotency.begin(request({ fingerprint: 'other' }), now)).toEqual({ state: 'mismatch' });
    await idempotency.finish(request(), outcome, after(3600));
    expect(await idempotency.begin(request({ until: after(90) }), after(30))).toEqual({ state: 'done', outcome });
    expect(await idempotency.begin(request({ fingerprint: 'other' }), after(3599))).toEqual({ state: 'mismatch' });
    expect(await idempotency.begin(request({ fingerprint: 'other', until: after(3660) }), after(3600))).toEqual({
      state: 'begun',
    });
  });

  test('each caller and organization has keys of its own', async () => {
    const { idempotency } = await freshStore(engine);
    for (const own of [
      request(),
      request({ caller: 'key-2' }),
      request({ organizationId: 'elsewhere' }),
      request({ key: 'Order-7' }),
    ]) {
      expect(await idempotency.begin(own, now)).toEqual({ state: 'begun' });
    }
  });

  test('a released key is free at once', async () => {
    const { idempotency } = await freshStore(engine);
    await idempotency.begin(request(), now);
    await idempotency.release(request());
    expect(await idempotency.begin(request({ fingerprint: 'other' }), now)).toEqual({ state: 'begun' });
  });

  test('a claim that is prolonged holds; one whose instance died is taken over, and its late end changes nothing', async () => {
    const { idempotency } = await freshStore(engine);
    await idempotency.begin(request(), now);
    expect(await idempotency.renew(request(), after(80))).toBe(true);
    const dead = request({ until: after(80) });
    expect(await idempotency.begin(request(), after(79))).toEqual({ state: 'running' });
    const taken = request({ until: after(140) });
    expect(await idempotency.begin(taken, after(80))).toEqual({ state: 'begun' });

    expect(await idempotency.renew(dead, after(200))).toBe(false);
    await idempotency.finish(dead, { status: 400, body: 'late' }, after(3600));
    await idempotency.release(dead);
    expect(await idempotency.begin(request(), after(81))).toEqual({ state: 'running' });
    await idempotency.finish(taken, outcome, after(3600));
    await idempotency.release(taken);
    expect(await idempotency.begin(request(), after(81))).toEqual({ state: 'done', outcome });
  });
});
