import { expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';

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

it('larger lists are compressed for the console, and not for keys, whose requests are many', async () => {
  const gateway = await startTestGateway();
  const browser = await setUpConsole(gateway);
  const get = async (path: string, encoding = 'gzip') => {
    const headers = { 'accept-encoding': encoding };
    const { text, json, headers: sent } = await browser.request('GET', path, undefined, headers);
    return { text, json, encoding: sent.get('content-encoding'), vary: sent.get('vary') };
  };
  for (let index = 0; index < 12; index += 1)
    await browser.request('POST', '/v1/keys/new', { name: `Agent ${index}`, preset: 'agent' });
  const large = '/v1/keys';
  const small = '/v1/channels';
  const plain = await get(large, 'identity');
  expect(plain.text.length).toBeGreaterThan(2048);
  expect(plain).toMatchObject({ encoding: null, vary: 'Accept-Encoding' });
  const compressed = await get(large);
  expect(compressed.encoding).toBe('gzip');
  expect(compressed.json).toEqual(plain.json);
  expect(await get(small)).toMatchObject({ encoding: null, json: [] });
  const { headers } = await gateway.request('GET', large, { headers: { 'accept-encoding': 'gzip' } });
  expect(headers.get('content-encoding')).toBeNull();
});
