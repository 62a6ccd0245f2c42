import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

/** A PROMPT channel `ops` and a MESSAGE channel `chat` to a group, and what their health is. */
async function startGroup(options: Parameters<typeof startAsking>[0] = {}) {
  const asking = await startAsking(options);
  const { telegram, gateway, ada } = asking;
  const team = telegram.addChat({ title: 'Team', members: [ada.id] });
  const receiver = await startReceiver();
  await registerChannel(gateway, telegram, { id: 'ops', chat: team });
  await registerChannel(gateway, telegram, { id: 'chat', chat: team, type: 'MESSAGE', callbackUrl: receiver.url });
  const health = async (id = 'ops') => (await gateway.request('GET', `/v1/channels/${id}`)).json.health;
  await until(async () => (await health()).state === 'ok');
  const post = () => asking.post({ channel_id: 'ops', text: 'Ship it?', options: ['Yes'] });
  const send = (body: object) =>
    gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text: 'Hello', ...body } });
  return { ...asking, team, health, post, send };
}

onEveryEngine((engine) => {
  it("a channel fails with the platform's reason after a refused post, until a post is accepted", async () => {
    const { telegram, gateway, team, health, post } = await startGroup({ engine });
    telegram.kickBot(team);
    const refused = await post();
    expect(refused).toMatchObject({ status: 400, json: { code: 'platform_forbidden' } });
    await until(async () => (await health()).state === 'failing');
    expect((await health()).detail).toContain('kicked');
    const { channels } = (await gateway.request('GET', '/v1/statistics')).json;
    expect(channels).toMatchObject({ failing: 1, troubled: [{ channel_id: 'ops' }] });
    expect(await health('approvals')).toMatchObject({ state: 'ok' });

    telegram.setBotStatus(team, 'member');
    expect((await post()).status).toBe(200);
    await until(async () => (await health()).state === 'ok');
    expect(await health()).toMatchObject({ detail: null });
  });
});

describe('a channel whose chat refused a post', () => {
  it('is healthy again after a test that succeeds', async () => {
    const { telegram, gateway, team, health, post } = await startGroup();
    telegram.kickBot(team);
    await post();
    await until(async () => (await health()).state === 'failing');
    telegram.setBotStatus(team, 'member');
    expect((await gateway.request('POST', '/v1/channels/ops/test')).json.ok).toBe(true);
    expect(await health()).toMatchObject({ state: 'ok' });
  });

  it('stays failing when people write there and when an older question is closed', async () => {
    const { telegram, gateway, ada, team, health, post, get } = await startGroup();
    await post();
    telegram.failNext('sendMessage', {
      answer: { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: not enough rights' } },
    });
    expect((await post()).status).toBe(400);
    await until(async () => (await health()).state === 'failing');
    telegram.writeText({ chat: team, user: ada, text: '/start' });
    await gateway.request('POST', '/v1/prompts/1/cancel');
    await until(async () => (await get(1)).state === 'expired');
    await telegram.waitForCall('editMessageText');
    expect(await health()).toMatchObject({ state: 'failing' });
  });

  it.each([
    [502, 'Bad Gateway'],
    [400, 'Bad Request: message is too long'],
  ])('does not fail for a refusal that concerns only the post (%i)', async (status, description) => {
    const { telegram, health, post } = await startGroup();
    const answer = { status, body: { ok: false, error_code: status, description } };
    telegram.failNext('sendMessage', { answer, times: 1 });
    expect((await post()).status).toBe(400);
    expect((await post()).status).toBe(200);
    expect(await health()).toMatchObject({ state: 'ok' });
  });

  it('does not fail for a thread that an agent invented', async () => {
    const { telegram, health, send } = await startGroup();
    telegram.failNext('sendMessage', {
      answer: {
        status: 400,
        body: { ok: false, error_code: 400, description: 'Bad Request: message thread not found' },
      },
    });
    expect(await send({ thread_id: '4711' })).toMatchObject({ status: 400, json: { code: 'platform_not_found' } });
    expect((await send({})).status).toBe(201);
    expect(await health('chat')).not.toMatchObject({ state: 'failing' });
  });
});
