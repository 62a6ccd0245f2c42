import { expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';

const nowhere = { PLATFORM_WHATSAPP_API_URL: 'http://127.0.0.1:1', PLATFORM_MESSENGER_API_URL: 'http://127.0.0.1:1' };
const secrets = { app_secret: 'a secret', verify_token: 'some words' };

it.each([
  ['whatsapp', '4915112345678', { access_token: 'EAAG', phone_number_id: '106540352242922', ...secrets }],
  ['messenger', '2001', { page_access_token: 'EAAG', ...secrets }],
])('a channel of %s accepts at most 3 options for a prompt', async (platform, target_chat_id, credentials) => {
  const gateway = await startTestGateway({ env: nowhere });
  await gateway.request('POST', '/v1/channels/new', {
    body: { channel_id: 'few', platform, target_chat_id, credentials, channel_type: 'PROMPT' },
  });
  const ask = (options: string[]) =>
    gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'few', text: 'Which?', options } });
  expect(await ask(['1', '2', '3', '4'])).toMatchObject({
    status: 400,
    json: { detail: expect.stringContaining('at most 3 options') },
  });
  // Three options fail only because nothing listens at the address.
  expect((await ask(['1', '2', '3'])).json.detail).not.toContain('options');
});
