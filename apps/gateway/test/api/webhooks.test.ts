import { describe, expect, it } from 'vitest';
import { onEveryEngine, sqlite, type Engine } from '../harness/engines.js';
import { freePort } from '../harness/free-port.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const secretHeader = 'x-telegram-bot-api-secret-token';

/** A gateway with a public address, which Telegram calls by webhook. */
async function startReachable(engine: Engine = sqlite) {
  const port = await freePort();
  const asking = await startAsking({
    env: { ...(await engine.empty()), PORT: String(port), PUBLIC_WEBHOOK_URL: `http://127.0.0.1:${port}` },
  });
  const settings = await until(() => asking.telegram.webhook());
  const secret = settings.secretToken ?? '';
  const path = '/webhooks/default/telegram/approvals';
  /** Sends `update` as Telegram would; `headers` replace the secret. */
  const report = (update: unknown, headers: Record<string, string> = { [secretHeader]: secret }) =>
    asking.gateway.request('POST', path, { body: update, headers: { 'content-type': 'application/json', ...headers } });
  return { ...asking, settings, secret, path, report };
}

const textFrom = (id: number, text: string, update_id = 1) => ({
  update_id,
  message: {
    message_id: 1000 + update_id,
    date: 1,
    chat: { id, type: 'private' },
    from: { id, is_bot: false, first_name: 'Ada' },
    text,
  },
});

describe('the webhook of a platform', () => {
  onEveryEngine((engine) => {
    it('is registered with address and secret, and its presses and texts answer prompts', async () => {
      const { telegram, settings, gateway, ada, ask, get } = await startReachable(engine);
      expect(settings.url).toBe(`${gateway.url}/webhooks/default/telegram/approvals`);
      expect(settings.secretToken).toMatch(/^[\w-]{32,256}$/);
      await ask({ options: ['Yes'] });
      expect((await telegram.press({ chat: ada, button: 'Yes' })).notice).toBe('Recorded: Yes');
      await ask({ allow_text: true });
      telegram.writeText({ chat: ada, text: 'ID:#2 fine' });
      expect(await get(2, '?wait=10')).toMatchObject({ answer: 'fine' });
      expect((await get(1)).answer).toBe('Yes');
      expect(telegram.calls({ method: 'getUpdates' })).toEqual([]);
    });

    it('accepts texts that no database can store', async () => {
      const { gateway, report, ada, ask, get } = await startReachable(engine);
      await ask({ allow_text: true });
      expect((await report(textFrom(ada.id, 'ID:#1 a\0b\ud800c'))).status).toBe(200);
      const { state, answer } = await get(1);
      expect(state).toBe('answered');
      expect(answer).toMatch(/^a.?b.?c$/);
      expect(gateway.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    });
  });

  it('is removed when the last channel of the bot is unregistered', async () => {
    const { telegram, gateway } = await startReachable();
    await gateway.request('DELETE', '/v1/channels/approvals');
    await until(() => telegram.webhook() === undefined);
    expect(telegram.calls({ method: 'deleteWebhook' }).length).toBeGreaterThan(0);
    await gateway.request('PATCH', '/v1/channels/approvals');
    await until(() => telegram.webhook()?.url === `${gateway.url}/webhooks/default/telegram/approvals`);
  });

  it('stays registered while the gateway restarts', async () => {
    const { telegram, gateway } = await startReachable();
    await gateway.stop();
    expect(telegram.webhook()).toBeDefined();
  });

  it('of one channel delivers events of another channel of the same bot', async () => {
    const { telegram, gateway, report } = await startReachable();
    const receiver = await startReceiver();
    const bob = telegram.addUser({ firstName: 'Bob' });
    const body = {
      channel_id: 'talk',
      platform: 'telegram',
      target_chat_id: String(bob.id),
      credentials: { bot_token: telegram.token },
      callback_url: receiver.url,
    };
    expect((await gateway.request('POST', '/v1/channels/new', { body })).status).toBe(201);
    expect((await report(textFrom(bob.id, 'hello'))).status).toBe(200);
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ channel_id: 'talk', text: 'hello' });
  });

  it('accepts events only with the secret', async () => {
    const { report, secret, ada, ask, get } = await startReachable();
    await ask({ allow_text: true });
    const update = textFrom(ada.id, 'ID:#1 forged');
    const wrong: Record<string, string>[] = [
      {},
      { [secretHeader]: '' },
      { [secretHeader]: 'wrong' },
      { [secretHeader]: `${secret}x` },
      { [secretHeader]: secret.toUpperCase() },
      { 'x-api-key': secret },
    ];
    for (const headers of wrong) {
      const refused = await report(update, headers);
      expect(refused.status).toBe(401);
      expect(refused.text).not.toContain(secret);
    }
    expect((await get(1)).state).toBe('pending');
    expect((await report(update)).status).toBe(200);
    expect((await get(1)).state).toBe('answered');
  });

  it.each([
    ['an unknown channel', '/webhooks/default/telegram/nowhere'],
    ['another platform', '/webhooks/default/slack/approvals'],
    ['an unknown platform', '/webhooks/default/constructor/approvals'],
    ['another organization', '/webhooks/acme/telegram/approvals'],
    ['an organization called __proto__', '/webhooks/__proto__/telegram/approvals'],
  ])('answers 404 when it is called for %s', async (_, path) => {
    const { gateway, secret } = await startReachable();
    for (const method of ['GET', 'POST']) {
      const refused = await gateway.request(method, path, { headers: { [secretHeader]: secret } });
      expect([method, refused.status]).toEqual([method, 404]);
    }
  });

  it('answers 404 at the address of an inactive channel', async () => {
    const { gateway, path, secret } = await startReachable();
    await gateway.request('DELETE', '/v1/channels/approvals');
    expect((await gateway.request('POST', path, { body: {}, headers: { [secretHeader]: secret } })).status).toBe(404);
  });

  it('accepts any body without a server error', async () => {
    const { gateway, report, ada } = await startReachable();
    const bodies: unknown[] = [
      '',
      '{',
      'null',
      '[]',
      '1',
      '"x"',
      '{}',
      Buffer.from([0xff, 0xfe, 0x00]),
      '['.repeat(100_000),
      '{"update_id":"x"}',
      '{"update_id":1e400}',
      '{"update_id":1.5}',
      { update_id: 1 },
      { update_id: 2, message: null },
      { update_id: 3, message: [] },
      { update_id: 4, message: { message_id: 'x' } },
      { update_id: 5, message: { message_id: 1, chat: { id: 'x' } } },
      { update_id: 6, message: { message_id: 1, chat: { id: ada.id } } },
      { update_id: 7, callback_query: {} },
      { update_id: 8, callback_query: { id: 'x', from: { id: 1 } } },
      {
        update_id: 9,
        callback_query: {
          id: 'x',
          from: { id: 1 },
          data: 'x'.repeat(100_000),
          message: { message_id: 1, chat: { id: ada.id } },
        },
      },
      { update_id: 10, edited_message: {} },
      { update_id: -1 },
      { __proto__: null, constructor: 1 },
      textFrom(ada.id, 'x'.repeat(500_000), 11),
    ];
    for (const body of bodies) {
      const { status } = await report(body);
      expect([JSON.stringify(body).slice(0, 100), status < 500]).toEqual([JSON.stringify(body).slice(0, 100), true]);
    }
    expect((await report('x'.repeat(5_000_000))).status).toBe(413);
    expect(gateway.logLines.filter((line) => line.includes('unexpectedly'))).toEqual([]);
    expect((await gateway.request('GET', '/healthz')).status).toBe(200);
  });

  it('does not answer a subscription challenge', async () => {
    const { gateway, path } = await startReachable();
    const status = (await gateway.request('GET', `${path}?hub.mode=subscribe&hub.challenge=1`)).status;
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe('the webhook address of a polled platform', () => {
  it('rejects events and names PUBLIC_WEBHOOK_URL', async () => {
    const { gateway } = await startAsking();
    const refused = await gateway.request('POST', '/webhooks/default/telegram/approvals', { body: {} });
    expect(refused.status).toBe(401);
    expect(refused.json.detail).toContain('PUBLIC_WEBHOOK_URL');
  });
});
