import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startKeyedGateway } from './keys.js';
import type { GatewayOptions, TestGateway } from './gateway.js';

/**
 * An adapter that fetches the address in a message and returns the outcome as the message id. With `socket <host> <port>` it opens a
 * socket instead.
 */
const source = (endpoint: string) => `
const text = { parse: (given) => given, safeParse: (given) => ({ success: true, data: given }), shape: { token: {} } };
export default {
  apiVersion: 1, id: 'getter', name: 'Getter', icon: '<svg/>', credentials: text,
  target: { title: 'Room', placeholder: '!room:server', help: 'A room id' },
  capabilities: { webhook: 'none', stream: 'none', buttons: { max: 5, labelLength: 20, dataBytes: 64 }, text: { max: 500 },
    media: { url: false, bytes: false }, edit: 'none', threads: false, ackWithin: 1000 },
  endpoints: { api: { help: 'The API', default: '${endpoint}' } }, guide: async () => 'How to set it up', account: () => 'account',
  connect: async ({ fetch, connect }) => {
    const open = (host, port) => connect({ host, port: Number(port) }).then(
      (socket) => new Promise((resolve) => socket.on('data', (data) => (socket.destroy(), resolve(String(data))))),
      (error) => error.name + ' ' + error.explanation,
    );
    const get = async (url) => {
      if (url.startsWith('socket ')) {
        const messageId = await open(...url.split(' ').slice(1));
        return { messageId, messageIds: [messageId], ref: null };
      }
      const form = new FormData();
      form.append('file', new Blob(['content']), 'a.txt');
      const messageId = await fetch(url, { method: 'POST', body: form }).then((reply) => reply.text(), (error) => String(error.cause?.code));
      return { messageId, messageIds: [messageId], ref: null };
    };
    return { probe: async () => ({ ok: true, account: null, target: null, problems: [] }), sendMessage: async ({ text }) => await get(text),
      sendPrompt: async ({ texts }) => await get(texts[0]), close: async () => {} };
  },
};`;

/** A gateway with that adapter and a channel of it. `get` returns the outcome for a message. */
export async function startGetter(
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
