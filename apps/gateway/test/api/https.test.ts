import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';

/** With a Host header, which `fetch` does not allow. */
async function hstsOf(url: string, path: string, host: string): Promise<string | undefined> {
  return await new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.headers['strict-transport-security']);
    });
    sent.on('error', reject).end();
  });
}

it('every response to the public https address has Strict-Transport-Security', async () => {
  const env = { PUBLIC_WEBHOOK_URL: 'https://gateway.example.com', USE_AUTH: 'true', ENABLE_DOCS: 'true' };
  const { url } = await startTestGateway({ env });
  for (const path of ['/healthz', '/console/', '/docs/', '/v1/channels', '/nothing']) {
    expect([path, await hstsOf(url, path, 'gateway.example.com')]).toEqual([path, 'max-age=31536000']);
    expect(await hstsOf(url, path, '127.0.0.1')).toBeUndefined();
  }
});

it('no response has Strict-Transport-Security without a public https address', async () => {
  const env = { PUBLIC_WEBHOOK_URL: 'http://127.0.0.1:8100', TRUSTED_PROXIES: '127.0.0.1' };
  const gateway = await startTestGateway({ env });
  expect(await hstsOf(gateway.url, '/healthz', '127.0.0.1:8100')).toBeUndefined();
  const reply = await gateway.request('GET', '/healthz', { headers: { 'x-forwarded-proto': 'https' } });
  expect(reply.headers.has('strict-transport-security')).toBe(false);
});
