import { describe, expect, it } from 'vitest';
import { createPrompt } from '@gateway/contract';
import { onEveryEngine, sqlite } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { placesOf } from '../harness/stored.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('channel credentials', () => {
  onEveryEngine((engine) => {
    it('never appear in clear text in the database, its WAL, a response or the log', async () => {
      const env = await engine.empty();
      const { telegram, gateway, ask, ada, post } = await startAsking({ env });
      const other = telegram.addBot();
      const secret = (token: string) => token.split(':')[1] ?? '';
      const replies = [
        await gateway.request('PATCH', '/v1/channels/approvals', { body: { credentials: { bot_token: other.token } } }),
        await gateway.request('GET', '/v1/channels/approvals'),
        await gateway.request('GET', '/v1/channels'),
        await gateway.request('PATCH', '/v1/channels/approvals', {
          body: { credentials: { bot_token: `${other.token} with a space` } },
        }),
        await gateway.request('POST', '/v1/channels/new', {
          body: {
            channel_id: 'a',
            platform: 'telegram',
            target_chat_id: '1',
            credentials: { bot_token: other.token },
            channel_type: 'nonsense',
          },
        }),
        await gateway.request('POST', '/v1/channels/new', {
          body: {
            channel_id: 'a',
            platform: 'telegram',
            target_chat_id: '1',
            credentials: { [other.token]: 'x' },
            channel_type: 'PROMPT',
          },
        }),
      ];
      await ask({ options: ['Yes'] });
      await telegram.press({ chat: ada, bot: other, button: 'Yes' });
      telegram.revokeToken(other);
      replies.push(await post({ channel_id: 'approvals', text: 'Still there?' }));
      expect(replies.at(-1)?.json.detail).toContain('bot token');
      telegram.failNext('sendMessage', { drop: true });
      replies.push(await gateway.request('GET', '/v1/audit'), await gateway.request('GET', '/v1/status'));

      for (const token of [telegram.token, other.token]) {
        expect(gateway.logLines.join('\n')).not.toContain(secret(token));
        for (const reply of replies.toSpliced(5, 1)) expect(reply.text).not.toContain(secret(token));
        expect(await placesOf(secret(token), env)).toEqual([]);
      }
      // A control: the search finds a text that is stored. A checkpoint may move it between files while they are read.
      await expect.poll(() => placesOf('Ship it?', env)).not.toEqual([]);
    });
  });

  it('stay readable when ENCRYPTION_KEY is replaced and the old one is in ENCRYPTION_KEY_PREVIOUS', async () => {
    const { telegram, env: platform } = await startTelegram();
    const env = { ...(await sqlite.empty()), ...platform };
    const ada = telegram.addUser();
    const first = await startTestGateway({ env: { ...env, ENCRYPTION_KEY: keyOf(1) } });
    await registerChannel(first, telegram, { id: 'approvals', chat: ada });
    await first.stop();

    const second = await startTestGateway({
      env: { ...env, ENCRYPTION_KEY: keyOf(2), ENCRYPTION_KEY_PREVIOUS: `${keyOf(3)},${keyOf(1)}` },
    });
    await second.call(createPrompt, { body: { channel_id: 'approvals', text: 'Still there?' } });
    await second.request('PATCH', '/v1/channels/approvals', { body: { credentials: { bot_token: telegram.token } } });
    await second.stop();

    // The credentials were sealed again with the new key, so the old key is no longer needed.
    const third = await startTestGateway({ env: { ...env, ENCRYPTION_KEY: keyOf(2) } });
    await third.call(createPrompt, { body: { channel_id: 'approvals', text: 'And now?' } });
    expect(telegram.messages({ chat: ada }).map(({ text }) => text)).toEqual([
      expect.stringContaining('Still there?'),
      expect.stringContaining('And now?'),
    ]);
  });

  it('with a lost key make only their own channel fail, and work again once re-entered', async () => {
    const { telegram, env: platform } = await startTelegram();
    const env = { ...(await sqlite.empty()), ...platform };
    const ada = telegram.addUser();
    const first = await startTestGateway({ env: { ...env, ENCRYPTION_KEY: keyOf(1) } });
    await registerChannel(first, telegram, { id: 'lost', chat: ada });
    await first.stop();

    const gateway = await startTestGateway({ env: { ...env, ENCRYPTION_KEY: keyOf(2) } });
    // A different bot: a channel with the same bot could serve both.
    const fine = {
      channel_id: 'fine',
      platform: 'telegram',
      target_chat_id: String(ada.id),
      channel_type: 'PROMPT',
      credentials: { bot_token: telegram.addBot().token },
    };
    expect((await gateway.request('POST', '/v1/channels/new', { body: fine })).status).toBe(201);
    const health = async (id: string) => (await gateway.request('GET', `/v1/channels/${id}`)).json.health;
    await until(async () => (await health('lost')).state === 'failing');
    expect((await health('lost')).detail).toContain('ENCRYPTION_KEY_PREVIOUS');
    await until(async () => (await health('fine')).state === 'ok');
    const refused = await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'lost', text: 'x' } });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toContain('ENCRYPTION_KEY');
    const partial = await gateway.request('PATCH', '/v1/channels/lost', { body: { credentials: {} } });
    expect(partial.status).toBe(400);
    expect(partial.json.detail).toContain('ENCRYPTION_KEY');
    expect(
      (await gateway.request('PATCH', '/v1/channels/lost', { body: { target_chat_id: String(ada.id) } })).status,
    ).toBe(200);

    expect(
      (await gateway.request('PATCH', '/v1/channels/lost', { body: { credentials: { bot_token: telegram.token } } }))
        .status,
    ).toBe(200);
    await gateway.call(createPrompt, { body: { channel_id: 'lost', text: 'Found again?' } });
    await until(async () => (await health('lost')).state === 'ok');
  });
});
