import { expect, it } from 'vitest';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

/** A bot in a group, with group privacy or without. */
async function startGroup(engine: Engine, privacy: boolean) {
  const { telegram, env } = await startTelegram({ bot: { username: 'gate_bot', privacy } });
  const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
  const ada = telegram.addUser({ firstName: 'Ada' });
  const group = telegram.addChat({ title: 'Team', members: [ada.id] });
  const receiver = await startReceiver();
  const place = { platform: 'telegram', target_chat_id: String(group.id), credentials: { bot_token: telegram.token } };
  const create = async (channel_id: string, channel_type: 'PROMPT' | 'MESSAGE') =>
    (
      await gateway.request('POST', '/v1/channels/new', {
        body: { channel_id, channel_type, callback_url: receiver.url, ...place },
      })
    ).json;
  const health = async (id: string) => (await gateway.request('GET', `/v1/channels/${id}`)).json.health;
  const test = async () => (await gateway.request('POST', '/v1/channels/test', { body: place })).json;
  return { telegram, gateway, ada, group, receiver, create, health, test };
}

const withheld = expect.stringContaining('Group privacy is on');

onEveryEngine((engine) => {
  it('a MESSAGE channel in a group with privacy names what is withheld, and is ok once a message has come', async () => {
    const { telegram, ada, group, receiver, create, health, test } = await startGroup(engine, true);
    expect(await test()).toMatchObject({ ok: true, problems: [], remarks: [withheld] });
    expect((await create('chat', 'MESSAGE')).warnings).toMatchObject([{ message: withheld }]);
    await until(async () => (await health('chat')).detail !== null);
    expect(await health('chat')).toMatchObject({ state: 'unknown', detail: withheld, last_inbound_at: null });

    telegram.writeText({ chat: group, user: ada, text: 'this one does not arrive' });
    telegram.writeText({ chat: group, user: ada, text: '@gate_bot hello' });
    await receiver.waitFor(1);
    await until(async () => (await health('chat')).state === 'ok');
    expect((await health('chat')).detail).toEqual(withheld);
  });

  it('a post or a test verifies a PROMPT channel, but not a MESSAGE channel in the same group', async () => {
    const { telegram, gateway, ada, group, create, health, test } = await startGroup(engine, false);
    expect(await test()).toMatchObject({ ok: true, remarks: [] });
    await create('ops', 'PROMPT');
    await create('chat', 'MESSAGE');
    await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text: 'Hello' } });
    await gateway.request('POST', '/v1/channels/chat/test');
    await until(async () => (await health('ops')).state === 'ok');
    expect(await health('chat')).toMatchObject({ state: 'unknown', detail: null });
    telegram.writeText({ chat: group, user: ada, text: 'hello' });
    await until(async () => (await health('chat')).state === 'ok');

    // Another chat: nothing has come from there.
    const other = telegram.addChat({ title: 'Other', members: [ada.id] });
    await until(async () => (await health('chat')).last_inbound_at !== null);
    await gateway.request('PATCH', '/v1/channels/chat', { body: { target_chat_id: String(other.id) } });
    await until(async () => (await health('chat')).state === 'unknown');
    expect(await health('chat')).toMatchObject({ last_inbound_at: null });
  });

  it('group privacy does not affect the health of a PROMPT channel, because answers arrive', async () => {
    const { create, health, gateway } = await startGroup(engine, true);
    expect((await create('ops', 'PROMPT')).warnings).toEqual([]);
    expect((await gateway.request('POST', '/v1/channels/ops/test')).json).toMatchObject({ remarks: [withheld] });
    expect(await health('ops')).toMatchObject({ state: 'ok', detail: null });
  });
});
