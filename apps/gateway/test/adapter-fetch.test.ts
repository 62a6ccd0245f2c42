import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestGateway } from './harness/gateway.js';
import { startGetter } from './harness/getter.js';
import { startKeyedGateway } from './harness/keys.js';

/** A local server; `/away?<address>` redirects to that address. */
async function startServer(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const away = /^\/away\?(.*)$/.exec(request.url ?? '')?.[1];
    if (away === undefined) response.end('reached');
    else response.writeHead(302, { location: decodeURIComponent(away) }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the fetch function of an adapter', () => {
  it('reaches no private address with authentication on, and the log names the setting', async () => {
    const server = await startServer();
    const { gateway, get } = await startGetter({});
    expect(await get(server)).toBe('EREFUSED_ADDRESS');
    expect(await get(server.replace('127.0.0.1', 'localhost'))).toBe('EREFUSED_ADDRESS');
    expect(await get('http://169.254.169.254/latest/meta-data')).toBe('EREFUSED_ADDRESS');
    expect(gateway.logLines.some((line) => line.includes('OUTBOUND_ALLOWED_HOSTS') && line.includes('getter'))).toBe(
      true,
    );
  });

  it('reaches private addresses in OUTBOUND_ALLOWED_HOSTS', async () => {
    const server = await startServer();
    const { get } = await startGetter({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' });
    expect(await get(server)).toBe('reached');
  });

  it('reaches a private API address that the operator set, and follows no redirect from it to another', async () => {
    const [chosen, other] = [await startServer(), await startServer()];
    const { get } = await startGetter({ PLATFORM_GETTER_API_URL: `${chosen}/api` });
    expect(await get(`${chosen}/api/send`)).toBe('reached');
    expect(await get(other)).toBe('EREFUSED_ADDRESS');
    expect(await get(`${chosen}/away?${encodeURIComponent(other)}`)).toBe('EREFUSED_ADDRESS');
  });

  it('does not reach a private API address from the manifest of the adapter', async () => {
    const server = await startServer();
    const { get } = await startGetter({}, startKeyedGateway, server);
    expect(await get(server)).toBe('EREFUSED_ADDRESS');
  });

  it('reaches the local machine without authentication, but no link-local address', async () => {
    const server = await startServer();
    const { get } = await startGetter({}, startTestGateway);
    expect(await get(server)).toBe('reached');
    expect(await get('http://169.254.169.254/')).toBe('EREFUSED_ADDRESS');
  });
});
