import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startKeyedGateway } from './harness/keys.js';
import { startTestGateway, type GatewayOptions, type TestGateway } from './harness/gateway.js';

/** An adapter that fetches the address in a message and returns the outcome as the message id. */
const source = (endpoint: string) => `
const text = { parse: (given) => given, safeParse: (given) => ({ success: true, data: given }), shape: { token: {} } };
export default {
  apiVersion: 1, id: 'getter', name: 'Getter', icon: '<svg/>', credentials: text,
  target: { title: 'Room', placeholder: '!room:server', help: 'A room id' },
  capabilities: { webhook: 'none', stream: 'none', buttons: { max: 5, labelLength: 20, dataBytes: 64 }, text: { max: 500 },
    media: { url: false, bytes: false }, edit: 'none', threads: false, ackWithin: 1000 },
  endpoints: { api: { help: 'The API', default: '${endpoint}' } }, guide: async () => 'How to set it up', account: () => 'account',
  connect: async ({ fetch }) => {
    const get = async (url) => {
      const form = new FormData();
      form.append('file', new Blob(['content']), 'a.txt');
      const messageId = await fetch(url, { method: 'POST', body: form }).then((reply) => reply.text(), (error) => String(error.cause?.code));
      return { messageId, messageIds: [messageId], ref: null };
    };
    return { probe: async () => ({ ok: true, account: null, target: null, problems: [] }), sendMessage: async ({ text }) => await get(text),
      sendPrompt: async ({ texts }) => await get(texts[0]), close: async () => {} };
  },
};`;

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

async function startGetter(
  env: Record<string, string>,
  start: (options: GatewayOptions) => Promise<TestGateway> = startKeyedGateway,
  endpoint = 'https://api.example.com',
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'adapter-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const declared = { gatewayPlatform: { apiVersion: 1, id: 'getter', name: 'Getter' } };
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'a-getter', type: 'module', main: 'index.js', ...declared }),
  );
  await writeFile(path.join(folder, 'index.js'), source(endpoint));
  const gateway = await start({ env: { PLATFORM_PACKAGES: folder, ...env } });
  const channel = {
    channel_id: 'room',
    platform: 'getter',
    target_chat_id: 'room',
    channel_type: 'MESSAGE',
    callback_url: 'https://agent.example.com/',
    credentials: { token: 'x' },
  };
  expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
  const get = async (text: string): Promise<string> =>
    (await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'room', text } })).json
      .platform_message_id;
  return { gateway, get };
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
