import { afterEach, expect, it } from 'vitest';
import { adapterFolder, declared, manifest } from './harness/adapter-folder.js';
import { startTestGateway } from './harness/gateway.js';

const positions = globalThis as { positions?: (string | null)[] };
afterEach(() => delete positions.positions);

/** An adapter that notes the position it finds at each post, and stores another one. Its credentials are `user:password`. */
const source = manifest('matrix')
  .replace("account: ({ token }) => 'account of ' + token.length", "account: ({ token }) => 'account of ' + token")
  .replace('connect: async () => {', "identity: ({ token }) => token.split(':')[0], connect: async ({ state }) => {")
  .replace(
    'globalThis.lastQuestion = question;',
    "globalThis.positions.push(await state.get('position')); await state.set('position', question.texts[0].split('\\n')[0]);",
  );

it('the state of an adapter stays when the password of its account is replaced, and is empty for another account', async () => {
  positions.positions = [];
  const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: await adapterFolder(declared, source) } });
  const channel = { channel_id: 'room', platform: 'matrix', target_chat_id: '!a:b', channel_type: 'PROMPT' };
  const ask = async (text: string) =>
    expect((await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'room', text } })).status).toBe(200);
  const setToken = async (token: string) =>
    expect((await gateway.request('PATCH', '/v1/channels/room', { body: { credentials: { token } } })).status).toBe(
      200,
    );

  const credentials = { token: 'ada:first' };
  expect((await gateway.request('POST', '/v1/channels/new', { body: { ...channel, credentials } })).status).toBe(201);
  await ask('one');
  await setToken('ada:second');
  await ask('two');
  await setToken('ben:third');
  await ask('three');
  await setToken('ada:second');
  await ask('four');
  expect(positions.positions).toEqual([null, 'one', null, 'two']);
});
