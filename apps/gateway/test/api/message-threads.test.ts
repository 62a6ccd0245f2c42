import { startDiscordSimulator } from '@gateway/simulators/discord';
import { startGchatSimulator } from '@gateway/simulators/gchat';
import { startSlackSimulator } from '@gateway/simulators/slack';
import { startTeamsSimulator } from '@gateway/simulators/teams';
import { startTelegramSimulator } from '@gateway/simulators/telegram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

/** A person writes in a thread of a MESSAGE channel's chat; `place` finds the thread of each message by its text. */
interface Conversation {
  readonly gateway: TestGateway;
  readonly thread: string;
  write(text: string): unknown;
  place(text: string): string | undefined;
}

const platforms: Record<string, () => Promise<Conversation>> = {
  async telegram() {
    const sim = await startTelegramSimulator();
    onTestFinished(() => sim.close());
    const ada = sim.addUser({ firstName: 'Ada' });
    const forum = sim.addChat({ type: 'supergroup', isForum: true, title: 'Ops' });
    const topic = sim.addTopic(forum, 'Releases');
    const gateway = await startTestGateway({ env: { PLATFORM_TELEGRAM_API_URL: sim.url } });
    await register(gateway, 'telegram', String(forum.id), { bot_token: sim.token });
    return {
      gateway,
      thread: String(topic),
      write: (text) => sim.writeText({ chat: forum, user: ada, text: `/ask ${text}`, thread: topic }),
      place: (text) =>
        sim
          .messages({ chat: forum })
          .find((message) => message.text?.endsWith(text))
          ?.message_thread_id?.toString(),
    };
  },
  async slack() {
    const sim = await startSlackSimulator({ fetchUrls: false });
    onTestFinished(() => sim.close());
    const ada = sim.addUser({ name: 'ada' });
    const channel = sim.addChannel({ name: 'ops' });
    const gateway = await startTestGateway({ env: { PLATFORM_SLACK_API_URL: sim.url } });
    await register(gateway, 'slack', channel.id, { bot_token: sim.botToken, signing_secret: sim.signingSecret });
    const root = sim.writeText({ channel, user: ada, text: 'root' });
    await sim.setRequestUrl(`${gateway.url}/webhooks/default/slack/talk`);
    return {
      gateway,
      thread: root.ts,
      write: (text) => sim.writeText({ channel, user: ada, text, under: root }),
      place: (text) => sim.messages(channel).find((message) => message.text === text)?.thread_ts,
    };
  },
  async teams() {
    const sim = await startTeamsSimulator({ retryMs: 20 });
    onTestFinished(() => sim.close());
    sim.addPerson({ name: 'Ada' });
    const room = sim.addConversation({ type: 'channel' });
    const gateway = await startTestGateway({
      env: {
        PLATFORM_TEAMS_TOKEN_URL: sim.endpoints.token,
        PLATFORM_TEAMS_OPENID_URL: sim.endpoints.openid,
        PLATFORM_TEAMS_SERVICE_URL: sim.endpoints.service,
      },
    });
    await register(gateway, 'teams', room.id, {
      app_id: sim.appId,
      app_password: sim.appPassword,
      app_tenant_id: sim.tenantId,
    });
    const { activity } = await sim.compose({ conversation: room, text: 'root', mention: true });
    sim.setWebhook(`${gateway.url}/webhooks/default/teams/talk`);
    return {
      gateway,
      thread: activity.id!,
      write: (text) => sim.write({ conversation: room, text, mention: true, replyTo: activity.id! }),
      place: (text) =>
        sim
          .messages(room)
          .find((message) => message.text.endsWith(text))
          ?.conversation.split('=')[1],
    };
  },
  async discord() {
    const sim = await startDiscordSimulator();
    onTestFinished(() => sim.close());
    sim.addUser({ username: 'ada' });
    const channel = sim.addChannel();
    const gateway = await startTestGateway({ env: { PLATFORM_DISCORD_API_URL: sim.url } });
    await register(gateway, 'discord', channel.id, { bot_token: sim.bot.token });
    await until(() => sim.connected());
    const thread = sim.addThread(channel, { name: 'Releases' });
    return {
      gateway,
      thread: thread.id,
      write: (text) => sim.writeText({ channel: thread, text }),
      place: (text) => sim.messages().find((message) => message.content === text)?.channel_id,
    };
  },
  async gchat() {
    const sim = await startGchatSimulator();
    onTestFinished(() => sim.close());
    const port = await freePort();
    const gateway = await startTestGateway({
      env: {
        PORT: String(port),
        PUBLIC_WEBHOOK_URL: `http://127.0.0.1:${port}`,
        PLATFORM_GCHAT_API_URL: sim.endpoints.api,
        PLATFORM_GCHAT_TOKEN_URL: sim.endpoints.token,
        PLATFORM_GCHAT_JWKS_URL: sim.endpoints.jwks,
      },
    });
    const space = sim.addSpace('Ops');
    await register(gateway, 'gchat', space.name, { service_account_json: sim.serviceAccountJson });
    const { message } = sim.textEvent({ space, text: 'root' }) as { message: { thread: { name: string } } };
    sim.configure({ webhookUrl: `http://127.0.0.1:${port}/webhooks/default/gchat/talk` });
    const key = (name: string | undefined) => name?.split('/').pop();
    return {
      gateway,
      thread: key(message.thread.name)!,
      write: (text) => sim.writeText({ space, text, thread: message.thread.name }),
      place: (text) => key(sim.messages(space).find((each) => each.text?.endsWith(text))?.thread.name),
    };
  },
};

describe('a text in a thread', () => {
  it.each(Object.keys(platforms))('is forwarded with the thread, and answered there (%s)', async (platform) => {
    const { gateway, thread, write, place } = await platforms[platform]!();
    const receiver = await startReceiver();
    const changed = await gateway.request('PATCH', '/v1/channels/talk', { body: { callback_url: receiver.url } });
    expect(changed.status).toBe(200);
    await write('where are we');
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({ thread_id: thread, platform_message_id: expect.any(String) });
    const { message_id, thread_id } = callback!.json as { message_id: string; thread_id: string };
    expect((await gateway.request('GET', `/v1/messages/${message_id}`)).json).toMatchObject({ thread_id });

    const byThread = await send(gateway, { text: 'by thread', thread_id });
    expect(byThread).toMatchObject({ status: 201, json: { thread_id, reply_to: null } });
    const byMessage = await send(gateway, { text: 'by message', reply_to: message_id });
    expect(byMessage).toMatchObject({ status: 201, json: { thread_id, reply_to: message_id } });
    expect([place('by thread'), place('by message')]).toEqual([thread, thread]);
    expect((await send(gateway, { text: 'without' })).status).toBe(201);
    expect(place('without')).not.toBe(thread);
  });

  it('is not answered in a thread of another Discord channel, or of a wrong form', async () => {
    const sim = await startDiscordSimulator();
    onTestFinished(() => sim.close());
    const [channel, other] = [sim.addChannel(), sim.addChannel()];
    const gateway = await startTestGateway({ env: { PLATFORM_DISCORD_API_URL: sim.url } });
    await register(gateway, 'discord', channel.id, { bot_token: sim.bot.token });
    const foreign = sim.addThread(other, { name: 'Secret' });
    for (const thread_id of [foreign.id, other.id, 'general'])
      expect(await send(gateway, { text: 'x', thread_id })).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining('not a thread of the Discord channel') },
      });
    expect(sim.messages()).toEqual([]);
  });
});

describe('POST /v1/messages/send', () => {
  it('refuses an unknown message, one of another channel, and a thread of a wrong form', async () => {
    const sim = await startTelegramSimulator();
    onTestFinished(() => sim.close());
    const [ada, bo] = [sim.addUser({ firstName: 'Ada' }), sim.addUser({ firstName: 'Bo' })];
    const gateway = await startTestGateway({ env: { PLATFORM_TELEGRAM_API_URL: sim.url } });
    await register(gateway, 'telegram', String(ada.id), { bot_token: sim.token });
    await register(gateway, 'telegram', String(bo.id), { bot_token: sim.token }, 'other');
    const elsewhere = await send(gateway, { channel_id: 'other', text: 'x' });
    for (const reply_to of ['3f0c2a52-0000-4000-8000-000000000000', elsewhere.json.id])
      expect(await send(gateway, { text: 'x', reply_to })).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining('There is no message') },
      });
    expect(await send(gateway, { text: 'x', thread_id: 'soon' })).toMatchObject({ status: 400 });
    expect(sim.messages({ chat: ada })).toEqual([]);
    const first = await send(gateway, { text: 'first' });
    const reply = await send(gateway, { text: 'reply', reply_to: first.json.platform_message_id });
    expect(reply).toMatchObject({ status: 201, json: { reply_to: first.json.platform_message_id, thread_id: null } });
    expect(String(sim.messages({ chat: ada })[1]?.reply_to_message?.message_id)).toBe(first.json.platform_message_id);
  });
});

async function register(
  gateway: TestGateway,
  platform: string,
  target: string,
  credentials: Record<string, string>,
  channelId = 'talk',
): Promise<void> {
  const { status, text } = await gateway.request('POST', '/v1/channels/new', {
    body: {
      channel_id: channelId,
      platform,
      target_chat_id: target,
      channel_type: 'MESSAGE',
      callback_url: 'http://127.0.0.1:9/',
      credentials,
    },
  });
  expect(status, text).toBe(201);
}

async function send(gateway: TestGateway, body: object) {
  return await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'talk', ...body } });
}
