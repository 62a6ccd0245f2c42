import { expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';

it('GET /v1/platforms is compressed for clients that accept gzip, and the same for others', async () => {
  const gateway = await startTestGateway();
  const get = (encoding: string) =>
    gateway.request('GET', '/v1/platforms', { headers: { 'accept-encoding': encoding } });
  const plain = await get('identity');
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
  expect(plain.json).not.toHaveLength(0);
  for (const [accepted, isCompressed] of [
    ['gzip, deflate, br', true],
    ['br;q=1.0, GZIP;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip;q=0.000, br', false],
    ['', false],
  ] as const) {
    const reply = await get(accepted);
    expect(reply.headers.get('content-encoding'), accepted).toBe(isCompressed ? 'gzip' : null);
    expect(reply.json, accepted).toEqual(plain.json);
  }
  const head = await gateway.request('HEAD', '/v1/platforms', { headers: { 'accept-encoding': 'gzip' } });
  expect([head.status, head.headers.get('content-encoding'), head.text]).toEqual([200, 'gzip', '']);
});
