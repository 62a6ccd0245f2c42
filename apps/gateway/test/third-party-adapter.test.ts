import { rename } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { findPlatforms } from '../src/platforms/find-platforms.js';
import { adapterFolder, declared, manifest } from './harness/adapter-folder.js';
import { startTestGateway } from './harness/gateway.js';

describe('a third-party adapter', () => {
  it('is served like the others when PLATFORM_PACKAGES names it: form, channel and prompt limits', async () => {
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
    // A platform that cannot fetch files gets the attachment as a link.
    expect((globalThis as { lastQuestion?: unknown }).lastQuestion).toMatchObject({
      texts: ['Which?\n\nhttp://pictures.example/cat.png'],
      media: null,
    });
  });

  it('that throws causes a 500 without internals, and a log line with the request_id', async () => {
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
    expect(Object.keys(json).toSorted()).toEqual(['code', 'detail', 'request_id', 'retryable']);
    expect(json.request_id).toBe(headers.get('x-request-id'));
    expect(text).not.toMatch(/innards|\.js|Error/);
    expect(
      gateway.logLines.filter((line) => line.includes('the innards') && line.includes(json.request_id)),
    ).toHaveLength(1);
  });

  it('is loaded from a folder whose package.json has only exports', async () => {
    const folder = await adapterFolder({ ...declared, main: undefined, exports: { '.': './adapter.js' } });
    await rename(path.join(folder, 'index.js'), path.join(folder, 'adapter.js'));
    const platforms = await findPlatforms([folder], pino({ level: 'silent' }));
    expect(await platforms.load('matrix')).toMatchObject({ id: 'matrix', name: 'Matrix' });
  });
});
