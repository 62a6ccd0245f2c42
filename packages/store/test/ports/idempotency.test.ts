import type { KeyClaim } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newPrompt, now, org, twoStores } from './fixture.js';

const claim = (change: Partial<KeyClaim> = {}): KeyClaim => ({
  organizationId: org,
  caller: 'key-1',
  key: 'order-7',
  holder: 'first',
  ...change,
});
const request = ({ fingerprint = 'f', ...change }: Partial<KeyClaim & { fingerprint: string }> = {}) => ({
  fingerprint: { current: fingerprint, former: `former ${fingerprint}` },
  ...claim(),
  ...change,
});
/** Claims a key for one minute, `seconds` after `now`; the key expires after an hour. */
const at = (seconds: number) => ({
  now: after(seconds),
  until: after(seconds + 60),
  forgetAt: after(seconds + 3600),
});
const begun = { state: 'begun', promptNum: null };
const outcome = { status: 200, body: '{"prompt_id":"#1"}' };

onEveryEngine((engine) => {
  test('lets one of many concurrent requests with one key begin, on two instances', async () => {
    const stores = await twoStores(engine);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2 ? 1 : 0].idempotency.begin(request({ holder: `holder-${index}` }), at(0)),
      ),
    );
    expect(replies.map(({ state }) => state).toSorted()).toEqual([
      'begun',
      ...Array.from({ length: 19 }, () => 'running'),
    ]);
  });

  test('returns the stored response to repeats until it expires, and a mismatch for another body', async () => {
    const { idempotency } = await freshStore(engine);
    expect(await idempotency.begin(request(), at(0))).toEqual(begun);
    expect(await idempotency.begin(request({ fingerprint: 'other' }), at(0))).toEqual({ state: 'mismatch' });
    await idempotency.finish(claim(), outcome, after(3600));
    expect(await idempotency.begin(request(), at(30))).toEqual({ state: 'done', outcome });
    expect(await idempotency.begin(request({ fingerprint: 'other' }), at(3599))).toEqual({ state: 'mismatch' });
    expect(await idempotency.begin(request({ fingerprint: 'other' }), at(3600))).toEqual(begun);
  });

  test('recognizes a request by the fingerprint that the previous version stored', async () => {
    const { idempotency } = await freshStore(engine);
    expect(await idempotency.begin(request({ fingerprint: 'former f' }), at(0))).toEqual(begun);
    expect(await idempotency.begin(request(), at(30))).toEqual({ state: 'running' });
    const second = claim({ holder: 'second' });
    expect(await idempotency.begin(request(second), at(60))).toEqual(begun);
    await idempotency.finish(second, outcome, after(3600));
    expect(await idempotency.begin(request(), at(90))).toEqual({ state: 'done', outcome });
  });

  test('separates idempotency keys by caller and organization', async () => {
    const { idempotency } = await freshStore(engine);
    for (const own of [
      request(),
      request({ caller: 'key-2' }),
      request({ organizationId: 'elsewhere' }),
      request({ key: 'Order-7' }),
    ]) {
      expect(await idempotency.begin(own, at(0))).toEqual(begun);
    }
  });

  test('makes a released key available at once', async () => {
    const { idempotency } = await freshStore(engine);
    await idempotency.begin(request(), at(0));
    await idempotency.release(claim(), now);
    expect(await idempotency.begin(request({ fingerprint: 'other' }), at(0))).toEqual(begun);
  });

  test('keeps a renewed claim, takes over an expired one and ignores its late result', async () => {
    const { idempotency } = await freshStore(engine);
    await idempotency.begin(request(), at(0));
    expect(await idempotency.renew(claim(), after(80))).toBe(true);
    const other = claim({ holder: 'second' });
    expect(await idempotency.begin(request(other), at(79))).toEqual({ state: 'running' });
    expect(await idempotency.begin(request({ ...other, fingerprint: 'other' }), at(80))).toEqual({ state: 'mismatch' });
    expect(await idempotency.begin(request(other), at(80))).toEqual(begun);

    expect(await idempotency.renew(claim(), after(200))).toBe(false);
    await idempotency.finish(claim(), { status: 400, body: 'late' }, after(3600));
    await idempotency.release(claim(), after(80));
    expect(await idempotency.begin(request(), at(81))).toEqual({ state: 'running' });
    await idempotency.finish(other, outcome, after(3600));
    await idempotency.release(other, after(80));
    expect(await idempotency.begin(request(), at(81))).toEqual({ state: 'done', outcome });
  });

  test('links a prompt to its idempotency key until the prompt is discarded or the key expires', async () => {
    const { idempotency, prompts } = await freshStore(engine);
    await idempotency.begin(request(), at(0));
    await prompts.open(newPrompt(), claim());
    const second = claim({ holder: 'second' });
    expect(await idempotency.begin(request(second), at(60))).toEqual({ state: 'begun', promptNum: 1 });
    await idempotency.release(second, after(61));
    const third = claim({ holder: 'third' });
    expect(await idempotency.begin(request(third), at(61))).toEqual({ state: 'begun', promptNum: 1 });
    const continued = await prompts.repost(org, 1, null);
    expect(continued).toMatchObject({ num: 1, nonce: 'n0nce', postAttempts: 2, expiresAt: null });
    expect(continued && (await prompts.discard(continued, third))).toBe(true);
    await idempotency.release(third, after(62));

    await idempotency.begin(request(), at(62));
    await prompts.open(newPrompt(), claim());
    expect(await idempotency.begin(request(second), at(3662))).toEqual(begun);
  });

  test('opens no prompt and takes no number for a lost claim', async () => {
    const { idempotency, prompts } = await freshStore(engine);
    await idempotency.begin(request(), at(0));
    const second = claim({ holder: 'second' });
    await idempotency.begin(request(second), at(60));
    await expect(prompts.open(newPrompt(), claim())).rejects.toMatchObject({ kind: 'conflict' });
    expect((await prompts.open(newPrompt(), second)).num).toBe(1);
  });
});
