import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const find = (gateway: TestGateway, token: string, platform = 'telegram') =>
  gateway.request('POST', '/v1/channels/chats', { body: { platform, credentials: { bot_token: token } } });

describe('POST /v1/channels/chats', () => {
  it('lists chats that wrote to a bot without a channel, and leaves the updates for a later channel', async () => {
    const { telegram, env } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const gateway = await startTestGateway({ env });
    telegram.writeText({ chat: ada, text: 'Hello' });
    expect((await find(gateway, telegram.token)).json).toEqual({
      chats: [{ id: String(ada.id), name: 'Ada' }],
      hint: null,
    });
    const receiver = await startReceiver();
    await registerChannel(gateway, telegram, { id: 'ops', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ text: 'Hello' });
  });

  onEveryEngine((engine) => {
    it('lists the recent chats of a running channel, latest first, without a second poller', async () => {
      const { telegram, env } = await startTelegram();
      const ada = telegram.addUser({ firstName: 'Ada' });
      const grace = telegram.addUser({ firstName: 'Grace' });
      const group = telegram.addChat({ type: 'group', title: 'Ops', members: [ada.id] });
      const gateway = await startTestGateway({ engine, env });
      await registerChannel(gateway, telegram, { id: 'ops', chat: ada });
      for (const chat of [ada, grace]) telegram.writeText({ chat, text: 'Hello' });
      telegram.writeText({ chat: group, text: '/hello', user: ada });
      const names = async () =>
        (await find(gateway, telegram.token)).json.chats.map(({ name }: { name: string }) => name);
      await until(async () => (await names()).length === 3);
      expect(await names()).toEqual(['Ops', 'Grace', 'Ada']);
      telegram.writeText({ chat: ada, text: 'Me again' });
      await until(async () => (await names())[0] === 'Ada');
      expect(telegram.calls({ method: 'getUpdates' }).every(({ status }) => status !== 409)).toBe(true);
    });
  });

  it('keeps at most 50 recent chats', async () => {
    const { telegram, env } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const gateway = await startTestGateway({ env });
    await registerChannel(gateway, telegram, { id: 'ops', chat: ada });
    for (let count = 1; count <= 60; count += 1)
      telegram.writeText({ chat: telegram.addUser({ firstName: `P${count}` }), text: 'Hi' });
    const chats = async () => (await find(gateway, telegram.token)).json.chats;
    await until(async () => (await chats())[0]?.name === 'P60');
    expect(await chats()).toHaveLength(50);
  });

  it('explains how to find the id when no chat is known', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ env });
    const { json } = await find(gateway, telegram.token);
    expect(json.chats).toEqual([]);
    expect(json.hint).toMatch(/send the bot a message .* search again\. .*chat id/);
  });

  it('explains how to find the id on a platform that cannot list chats', async () => {
    const gateway = await startTestGateway();
    const { json } = await gateway.request('POST', '/v1/channels/chats', {
      body: {
        platform: 'messenger',
        credentials: { page_access_token: 'x'.repeat(40), app_secret: 'y'.repeat(32), verify_token: 'z'.repeat(16) },
      },
    });
    expect(json).toEqual({ chats: [], hint: expect.stringMatching(/^Messenger lists no chat yet/) });
  });

  it('reports why the platform refused, without the credentials', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ env });
    const refused = await find(gateway, '123456:not-the-right-token');
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(/refuses the bot token.*@BotFather/);
    expect(refused.text).not.toContain('not-the-right-token');
    await fetch(`${telegram.url}/bot${telegram.token}/setWebhook?url=http://127.0.0.1:9/`);
    const elsewhere = await find(gateway, telegram.token);
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.json.detail).toContain('webhook');
    expect((await find(gateway, 'x', 'nowhere')).status).toBe(400);
    const unknown = await gateway.request('POST', '/v1/channels/chats', {
      body: { platform: 'telegram', credentials: { token: 'x' } },
    });
    expect(unknown.json.detail).toContain('bot_token');
  });
});
