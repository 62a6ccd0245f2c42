import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expectNoSecret, rejection } from '@gateway/platform-kit/testing';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdapterConnect } from '../src/fetch/adapter-connect.js';
import { createAdapterFetch } from '../src/fetch/adapter-fetch.js';
import { createAddressRules } from '../src/network/addresses.js';
import { createProxyOf } from '../src/network/egress-proxy.js';
import { localhostCertificate } from './harness/certificate.js';
import { startConnectProxy } from './harness/connect-proxy.js';
import { freePort } from './harness/free-port.js';
import { startGetter } from './harness/getter.js';

/** A server whose sockets greet, as those of mail do. */
async function startGreeter(host = '127.0.0.1'): Promise<number> {
  const server = createServer((socket) => void socket.on('error', () => {}).end('220 hello'));
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('a socket of an adapter', () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST.',
    'any.localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '::1',
    '::ffff:127.0.0.1',
    '0:0:0:0:0:ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '10.0.0.1',
    'fd00::1',
    '0.0.0.0',
    '169.254.169.254',
    'fe80::1',
  ];

  it('reaches no private address in any form with authentication on, and the error names the setting', async () => {
    const port = await startGreeter();
    const { gateway, get } = await startGetter({});
    const outcomes = await Promise.all(hosts.map((host) => get(`socket ${host} ${port}`)));
    expect(outcomes.filter((outcome) => !outcome.startsWith('PlatformError The gateway does not connect to '))).toEqual(
      [],
    );
    expect(outcomes[0]).toBe(
      `PlatformError The gateway does not connect to 127.0.0.1:${port}. 127.0.0.1 is a private address: name it in OUTBOUND_ALLOWED_HOSTS to allow it.`,
    );
    expect(gateway.logLines.some((line) => line.includes('OUTBOUND_ALLOWED_HOSTS') && line.includes('getter'))).toBe(
      true,
    );
  });

  it.each(['127.0.0.1@example.com', '127.0.0.1/x', '127.0.0.1:1', 'fe80::1%lo', '[::1]x', '', 'a\\b', 'a#b', 'a?b'])(
    'is refused for a host that is none: %j',
    async (host) => {
      const { connect } = networkOf({ privateAllowed: true, allowed: [] });
      await expect(connect({ host, port: 25 })).rejects.toMatchObject({ name: 'PlatformError', code: 'invalid' });
    },
  );

  it('reaches an address in OUTBOUND_ALLOWED_HOSTS, and that of an API address that the operator set', async () => {
    const port = await startGreeter();
    const allowed = await startGetter({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' });
    expect(await allowed.get(`socket 127.0.0.1 ${port}`)).toBe('220 hello');
    const set = await startGetter({ PLATFORM_GETTER_API_URL: `http://127.0.0.1:${port}` });
    expect(await set.get(`socket 127.0.0.1 ${port}`)).toBe('220 hello');
    expect(await set.get(`socket 127.0.0.1 ${port + 1}`)).toContain('OUTBOUND_ALLOWED_HOSTS');
  });

  it('is refused where the port is closed, with the code of the network and without a hint of a setting', async () => {
    const { connect } = networkOf({ privateAllowed: true, allowed: [] });
    const port = await freePort();
    await expect(connect({ host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'unavailable',
      message: `127.0.0.1:${port} could not be reached (ECONNREFUSED).`,
    });
  });

  it('goes to the address that was checked, although the name has another one at the next look-up', async () => {
    const port = await startGreeter('127.0.0.2');
    const answers = ['127.0.0.2', '127.0.0.1'];
    let lookups = 0;
    const resolve = (_host: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(null, [{ address: answers[lookups++] ?? '127.0.0.1', family: 4 }]);
    const options = { proxyOf: null, log: pino({ level: 'silent' }), platform: 'x', configured: [] };
    const rules = createAddressRules({ privateAllowed: false, allowed: ['127.0.0.2'] });
    const connect = createAdapterConnect({ ...options, rules, resolve: resolve as never });
    const socket = await connect({ host: 'rebinding.example', port });
    expect([socket.remoteAddress, lookups]).toEqual(['127.0.0.2', 1]);
    socket.destroy();
    await expect(connect({ host: 'rebinding.example', port })).rejects.toMatchObject({
      message: `The gateway does not connect to rebinding.example:${port}.`,
      hint: expect.stringContaining('OUTBOUND_ALLOWED_HOSTS'),
    });
  });

  it('goes through the proxy with its password, stays open after its signal aborts, and asks it for no private address', async () => {
    const port = await startGreeter();
    const proxy = await startConnectProxy({ 'mail.test': `http://127.0.0.1:${port}` });
    const http = proxy.url.replace('//', '//gate:proxy-secret@');
    const { connect } = networkOf({ privateAllowed: false, allowed: [] }, http);
    const abort = new AbortController();
    const socket = await connect({ host: 'mail.test', port: 143, signal: abort.signal });
    abort.abort();
    expect(String((await once(socket, 'data'))[0])).toBe('220 hello');
    expect(proxy.targets).toEqual(['mail.test:143']);
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('gate:proxy-secret').toString('base64')}`]);
    await expect(connect({ host: '2130706434', port: 143 })).rejects.toThrow('The gateway does not connect to');
    const refused = await rejection(connect({ host: 'other.test', port: 143 }));
    expect(refused).toMatchObject({ code: 'unavailable', hint: expect.stringContaining('HTTPS_PROXY') });
    expectNoSecret(refused, 'proxy-secret');
    expect(proxy.targets).toEqual(['mail.test:143', 'other.test:143']);
  });

  it('with TLS verifies the certificate of the server, and fails where there is no TLS', async () => {
    const { key, cert } = localhostCertificate;
    const server = createTlsServer({ key, cert }, (socket) => void socket.on('error', () => {}).end('secret hello'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { connect } = networkOf({ privateAllowed: true, allowed: [] });
    const socket = await connect({ host: 'localhost', port, tls: { ca: cert } });
    expect(String((await once(socket, 'data'))[0])).toBe('secret hello');
    await expect(connect({ host: 'localhost', port, tls: true })).rejects.toThrow(/could not be reached \([A-Z_]+\)/);
    const wrongName = connect({ host: '127.0.0.1', port, tls: { ca: cert } });
    await expect(wrongName).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
    const plain = connect({ host: 'localhost', port: await startGreeter(), tls: true });
    await expect(plain).rejects.toThrow('could not be reached');
  });
});

function networkOf(rules: Parameters<typeof createAddressRules>[0], proxy?: string) {
  const proxyOf = proxy === undefined ? null : createProxyOf({ https: proxy, http: proxy, except: [] });
  const network = createAdapterFetch(createAddressRules(rules), proxyOf, pino({ level: 'silent' }));
  return network.networkFor({ id: 'x', endpoints: {} }, {});
}
