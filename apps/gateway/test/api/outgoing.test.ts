import { describe, expect, it } from 'vitest';
import { sqlite } from '../harness/engines.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

const auth = { USE_AUTH: 'true', GATEWAY_API_KEY: 'an admin key for tests' };
const withAuth = async (env: Record<string, string> = {}) =>
  await startAsking({ env: { ...(await sqlite.empty()), ...auth, ...env } });

describe('an address given by a client', () => {
  const strict = startOnce(withAuth);
  const open = startOnce(() => startAsking({ env: { OUTBOUND_ALLOWED_HOSTS: '0.0.0.0/0,::/0' } }));

  it.each([
    'http://127.0.0.1/x',
    'http://localhost/x',
    'http://localhost.:80/x',
    'http://10.0.0.1/x',
    'http://[::1]/x',
    'http://[::ffff:127.0.0.1]/x',
    'http://2130706433/x',
    'http://0x7f000001/x',
    'http://0177.0.0.1/x',
    'http://192.168.0.1/x',
    'http://user:pass@127.0.0.1/x',
    'http://127.0.0.1:8100/v1/keys/new',
  ])('is rejected with the name of the setting when it is private and authentication is on (%s)', async (url) => {
    const { post, gateway, list } = strict();
    for (const field of ['callback_url', 'media_url']) {
      const refused = await post({ channel_id: 'approvals', text: 'x', [field]: url });
      expect([field, refused.status]).toEqual([field, 400]);
      expect(refused.json.detail).toMatch(new RegExp(`^${field}: .*OUTBOUND_ALLOWED_HOSTS`));
      expect(refused.json.issues[0].path).toEqual([field]);
    }
    for (const [method, path, body] of [
      ['PATCH', '/v1/channels/approvals', { callback_url: url }],
      [
        'POST',
        '/v1/channels/new',
        {
          channel_id: 'talk',
          platform: 'telegram',
          target_chat_id: '1',
          credentials: { bot_token: '1:x' },
          callback_url: url,
        },
      ],
    ] as const) {
      const refused = await gateway.request(method, path, { body });
      expect([path, refused.status]).toEqual([path, 400]);
      expect(refused.json.detail).toContain('OUTBOUND_ALLOWED_HOSTS');
    }
    expect((await list('?state=all')).json).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/x',
    'http://[fe80::1]/x',
    'http://224.0.0.1/x',
    'http://[::ffff:169.254.169.254]/x',
    'http://0/x',
  ])('is always rejected when it is %s', async (url) => {
    const { post } = open();
    for (const field of ['callback_url', 'media_url']) {
      const refused = await post({ channel_id: 'approvals', text: 'x', [field]: url });
      expect([field, refused.status]).toEqual([field, 400]);
      expect(refused.json.detail).toContain('never calls');
    }
  });

  it.each(['127.0.0.1', '127.0.0.0/8', 'localhost,127.0.0.1'])(
    'may be private when OUTBOUND_ALLOWED_HOSTS is %s',
    async (allowed) => {
      const receiver = await startReceiver();
      const { ask, telegram, ada } = await withAuth({ OUTBOUND_ALLOWED_HOSTS: allowed });
      await ask({ options: ['Yes'], callback_url: receiver.url });
      await telegram.press({ chat: ada, button: 'Yes' });
      expect((await receiver.waitFor(1))[0]?.json.answer.value).toBe('Yes');
    },
  );

  it('may have a password with an unescaped %', async () => {
    const receiver = await startReceiver();
    const { gateway } = await startAsking();
    const url = receiver.url.replace('http://', 'http://bob:50%off@');
    const tested = await gateway.request('POST', '/v1/channels/test-callback', { body: { callback_url: url } });
    expect(tested.json).toMatchObject({ ok: true, error: null });
    const [received] = await receiver.waitFor(1);
    expect(received?.headers.authorization).toBe(`Basic ${Buffer.from('bob:50%off').toString('base64')}`);
  });

  it('is checked again after DNS resolution, when the callback is sent', async () => {
    const receiver = await startReceiver();
    const { ask, telegram, ada, gateway } = await withAuth({
      OUTBOUND_ALLOWED_HOSTS: 'localhost',
      CALLBACK_RETRY_SCHEDULE: '0',
    });
    await ask({ options: ['Yes'], callback_url: receiver.url.replace('127.0.0.1', 'localhost') });
    await telegram.press({ chat: ada, button: 'Yes' });
    await receiver.waitFor(1);
    await gateway.stop();

    // The host name of this machine resolves to an address that is not allowed.
    const { hostname } = await import('node:os');
    const strict = await withAuth({ CALLBACK_RETRY_SCHEDULE: ',' });
    await strict.ask({ options: ['Yes'], callback_url: `http://${hostname()}:${new URL(receiver.url).port}/callback` });
    await strict.telegram.press({ chat: strict.ada, button: 'Yes' });
    const dead = await until(async () => (await strict.gateway.request('GET', '/v1/deliveries?state=dead')).json[0]);
    expect(dead.last_error).toMatch(/OUTBOUND_ALLOWED_HOSTS|does not resolve/);
    expect(receiver.received).toHaveLength(1);
  });
});
