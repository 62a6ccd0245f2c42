import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPlatforms } from '../src/platforms.js';
import { startTestGateway } from './harness/gateway.js';

const manifest = (id: string) => `
const text = { parse: (given) => given, safeParse: (given) => ({ success: true, data: given }), shape: { token: {} } };
export default {
  apiVersion: 1, id: ${JSON.stringify(id)}, name: 'Matrix', icon: '<svg/>', credentials: text,
  target: { title: 'Room', placeholder: '!room:server', help: 'The room id' },
  capabilities: { webhook: 'none', stream: 'none', buttons: { max: 5, labelLength: 20, dataBytes: 64 }, text: { max: 500 },
    media: { url: false, bytes: false }, edit: 'none', threads: false, ackWithin: 1000 },
  endpoints: {}, guide: async () => 'How to set it up', account: ({ token }) => 'account of ' + token.length,
  connect: async () => {
    const posted = () => ({ messageId: 'm1', messageIds: ['m1'], ref: null });
    return { probe: async () => ({ ok: true, account: null, target: null, problems: [] }), sendMessage: async () => posted(),
      sendPrompt: async (question) => { globalThis.lastQuestion = question; return posted(); }, close: async () => {} };
  },
};`;

async function adapterFolder(declared: object, source = manifest('matrix')): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'adapter-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'an-adapter', type: 'module', main: 'index.js', ...declared }),
  );
  await writeFile(path.join(folder, 'index.js'), source);
  return folder;
}

const declared = { gatewayPlatform: { apiVersion: 1, id: 'matrix', name: 'Matrix' } };

describe("a third party's adapter", () => {
  it('is served like the others once PLATFORM_PACKAGES names it: form, channel, question within its limits', async () => {
    const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: await adapterFolder(declared) } });
    const channel = {
      channel_id: 'room',
      platform: 'matrix',
      target_chat_id: '!a:b',
      channel_type: 'PROMPT',
      credentials: { token: 'x' },
    };
    expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
    const tooMany = { channel_id: 'room', text: 'Which?', options: ['1', '2', '3', '4', '5', '6'] };
    expect((await gateway.request('POST', '/v1/prompts/new', { body: tooMany })).json.detail).toContain(
      'Matrix shows at most 5 options',
    );
    const asked = { ...tooMany, options: ['Yes'], media_url: 'http://pictures.example/cat.png' };
    expect((await gateway.request('POST', '/v1/prompts/new', { body: asked })).status).toBe(200);
    // A platform that fetches nothing gets the attachment as a link.
    expect((globalThis as { lastQuestion?: unknown }).lastQuestion).toMatchObject({
      texts: ['Which?\n\nhttp://pictures.example/cat.png'],
      media: null,
    });
  });

  it('that fails unexpectedly is a 500 without its innards; the log has them under the request_id', async () => {
    const source = manifest('matrix').replace(
      /account: .*length/,
      "account: () => { throw new Error('the innards'); }",
    );
    const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: await adapterFolder(declared, source) } });
    const body = {
      channel_id: 'room',
      platform: 'matrix',
      target_chat_id: '!a:b',
      channel_type: 'PROMPT',
      credentials: { token: 'x' },
    };
    const { status, json, text, headers } = await gateway.request('POST', '/v1/channels/new', { body });
    expect(status).toBe(500);
    expect(Object.keys(json).toSorted()).toEqual(['detail', 'request_id']);
    expect(json.request_id).toBe(headers.get('x-request-id'));
    expect(text).not.toMatch(/innards|\.js|Error/);
    expect(
      gateway.logLines.filter((line) => line.includes('the innards') && line.includes(json.request_id)),
    ).toHaveLength(1);
  });

  it('is loaded by its folder also when its package.json names its file only under exports', async () => {
    const folder = await adapterFolder({ ...declared, main: undefined, exports: { '.': './adapter.js' } });
    await rename(path.join(folder, 'index.js'), path.join(folder, 'adapter.js'));
    expect(await findPlatforms([folder]).load('matrix')).toMatchObject({ id: 'matrix', name: 'Matrix' });
  });

  it('that is broken does not hide the others', async () => {
    const gateway = await startTestGateway({
      env: { PLATFORM_PACKAGES: await adapterFolder(declared, 'throw new Error("broken")') },
    });
    const platforms = (await gateway.request('GET', '/v1/platforms')).json as { id: string }[];
    expect(platforms.map(({ id }) => id)).not.toContain('matrix');
    expect(platforms.length).toBeGreaterThan(0);
  });

  it.each([['is not installed', '@nobody/has-this', 'is not an installed adapter']])(
    'that %s is refused at start',
    (_, name, sentence) => {
      expect(() => findPlatforms([name])).toThrow(sentence);
    },
  );

  it('that was written for another version, or for a platform that is served already, is refused at start', async () => {
    const newer = await adapterFolder({ gatewayPlatform: { apiVersion: 2, id: 'matrix', name: 'Matrix' } });
    expect(() => findPlatforms([newer])).toThrow('version 2 of the adapter interface; this gateway speaks 1');
    const second = await adapterFolder({ gatewayPlatform: { apiVersion: 1, id: 'telegram', name: 'Mine' } });
    expect(() => findPlatforms([second])).toThrow('already serves the platform "telegram"');
  });
});
