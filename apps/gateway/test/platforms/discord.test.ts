import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDiscordSimulator, type DiscordSimulator } from '@gateway/simulators/discord';
import { sqlite } from '../harness/engines.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

describe('a Discord channel', () => {
  it('asks, records one press, closes the message and shows later presses the answer', async () => {
    const { sim, gateway, receiver } = await open();
    const channel = sim.addChannel();
    const ada = sim.addUser({ username: 'ada', globalName: 'Ada' });
    const bob = sim.addUser({ username: 'bob', globalName: 'Bob' });
    await register(gateway, sim, { id: 'approvals', target: channel.id });
    await ask(gateway, {
      channel_id: 'approvals',
      text: 'Ship it?',
      options: ['Yes', 'No'],
      callback_url: receiver.url,
      correlation_id: 'release-7',
    });
    const no = labelled(sim, 'No');

    expect(await sim.press({ channel, button: 'Yes', user: ada })).toMatchObject({ answered: true, type: 7 });
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      type: 'prompt.answered',
      platform: 'discord',
      chat_id: channel.id,
      correlation_id: 'release-7',
      answer: { type: 'option', value: 'Yes' },
      answered_by: { id: ada.id, username: 'ada' },
    });
    const signature = createHmac('sha256', 'a signing secret for tests')
      .update(callback?.body ?? '')
      .digest('hex');
    expect(callback?.headers['x-signature']).toBe(`sha256=${signature}`);
    expect(sim.messages({ channel })[0]).toMatchObject({ content: 'Ship it?\n\n✅ Yes (Ada)', components: [] });

    expect(
      await sim.press({ channel, message: sim.messages({ channel })[0]!, button: { customId: no }, user: bob }),
    ).toMatchObject({ answered: true });
    await until(() => sim.privateNotes(bob).length > 0);
    expect(sim.privateNotes(bob)[0]?.content).toMatch(/Yes/);
    expect(sim.privateNotes(ada)).toEqual([]);
    expect(receiver.received).toHaveLength(1);
  });

  it('accepts a text answer by number and by native reply', async () => {
    const { sim, gateway, receiver } = await open();
    const channel = sim.addChannel();
    sim.addUser({ username: 'ada', globalName: 'Ada' });
    await register(gateway, sim, { id: 'approvals', target: channel.id });
    const question = { channel_id: 'approvals', text: 'Which version?', allow_text: true, callback_url: receiver.url };
    await ask(gateway, question);
    sim.writeText({ channel, text: 'ID:#1 1.2.3' });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({
      prompt_id: '#1',
      answer: { type: 'text', value: '1.2.3' },
    });

    await ask(gateway, question);
    const posted = sim.messages({ channel }).findLast(({ content }) => content.startsWith('Which version?'));
    sim.writeText({ channel, text: '2.0.0', replyTo: posted! });
    expect((await receiver.waitFor(2))[1]?.json).toMatchObject({
      prompt_id: '#2',
      answer: { type: 'text', value: '2.0.0' },
    });
  });

  it('accepts an answer in a thread of the question', async () => {
    const { sim, gateway, receiver } = await open();
    const channel = sim.addChannel();
    sim.addUser({ username: 'ada' });
    await register(gateway, sim, { id: 'approvals', target: channel.id });
    await ask(gateway, {
      channel_id: 'approvals',
      text: 'Which version?',
      allow_text: true,
      callback_url: receiver.url,
    });
    const thread = sim.addThread(channel, { message: sim.messages({ channel })[0]! });
    sim.writeText({ channel: thread, text: '3.1' });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ prompt_id: '#1', answer: { value: '3.1' } });
  });

  it('forwards texts and sends messages for each of two channels of one bot', async () => {
    const { sim, gateway, receiver } = await open();
    const [talk, other] = [sim.addChannel(), sim.addChannel()];
    sim.addUser({ username: 'ada' });
    await register(gateway, sim, { id: 'talk', target: talk.id, type: 'MESSAGE', callbackUrl: `${receiver.url}/talk` });
    await register(gateway, sim, {
      id: 'other',
      target: other.id,
      type: 'MESSAGE',
      callbackUrl: `${receiver.url}/other`,
    });
    sim.writeText({ channel: other, text: 'over here' });
    sim.writeText({ channel: talk, text: 'and here' });
    await receiver.waitFor(2);
    const seen = receiver.received.map(({ path, json }) => `${path} ${json.channel_id}: ${json.text}`);
    expect(new Set(seen)).toEqual(new Set(['/callback/other other: over here', '/callback/talk talk: and here']));

    const sent = await gateway.request('POST', '/v1/messages/send', {
      body: { channel_id: 'talk', text: 'hello @everyone' },
    });
    expect(sent.status).toBe(201);
    expect(sim.messages({ channel: talk }).at(-1)).toMatchObject({
      content: 'hello @everyone',
      mention_everyone: false,
      author: { id: sim.bot.id },
    });
    expect(sim.calls({ method: 'getGatewayBot' })).toHaveLength(1);
  });

  it('accepts presses on a public address only when Discord signed them', async () => {
    const { sim, gateway, receiver } = await open();
    const channel = sim.addChannel();
    const ada = sim.addUser({ username: 'ada', globalName: 'Ada' });
    await register(gateway, sim, { id: 'approvals', target: channel.id, publicKey: sim.bot.publicKey });
    const path = '/webhooks/default/discord/approvals';
    await sim.setInteractionsUrl(gateway.url + path);
    await ask(gateway, {
      channel_id: 'approvals',
      text: 'Ship it?',
      options: ['Yes', 'No'],
      callback_url: receiver.url,
    });
    const press = {
      id: '1400000000000000001',
      type: 3,
      token: 'forged',
      channel_id: channel.id,
      member: { user: ada },
      message: { id: sim.messages({ channel })[0]!.id },
      data: { component_type: 2, custom_id: labelled(sim, 'Yes') },
    };
    const forged = sim.sign(press, { forged: true });
    expect((await gateway.request('POST', path, forged)).status).toBe(401);
    const stale = sim.sign(press, { timestamp: Math.floor(Date.now() / 1000) - 400 });
    expect((await gateway.request('POST', path, stale)).status).toBe(401);
    expect(await sim.press({ channel, button: 'No', user: ada })).toMatchObject({ answered: true, type: 7 });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ answer: { value: 'No' } });
  });

  it('asks on a channel whose connection is down, and warns that answers may not arrive', async () => {
    const { sim, gateway } = await open();
    const channel = sim.addChannel();
    sim.failNext('getGatewayBot', { times: 1000, answer: { status: 500, body: {} } });
    await register(gateway, sim, { id: 'approvals', target: channel.id, isUp: false });
    await until(async () => (await gateway.request('GET', '/v1/channels/approvals')).json.health.state === 'failing');
    const asked = await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] },
    });
    expect(asked.status).toBe(200);
    expect(asked.json.warnings).toEqual([
      { code: 'not_receiving', message: expect.stringMatching(/answers from there may not arrive/) },
    ]);
    sim.clearFaults();
    await until(async () => (await gateway.request('GET', '/v1/channels/approvals')).json.health.state === 'ok');
    const again = await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] },
    });
    expect(again.json.warnings).toEqual([]);
  });

  it('without the message intent, is ok and its health says what is missing', async () => {
    const { sim, gateway, receiver } = await open();
    const channel = sim.addChannel();
    sim.addUser({ username: 'ada' });
    sim.setMessageContent(false);
    await register(gateway, sim, { id: 'approvals', target: channel.id });
    const health = async () => (await gateway.request('GET', '/v1/channels/approvals')).json.health;
    await until(async () => (await health()).state === 'ok');
    expect((await health()).detail).toMatch(/withholds the texts.*MESSAGE CONTENT INTENT/);
    await ask(gateway, { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'], callback_url: receiver.url });
    await sim.press({ channel, button: 'Yes' });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ answer: { value: 'Yes' } });
  });

  it('shows refused credentials in its health', async () => {
    const { sim, gateway } = await open();
    const channel = sim.addChannel();
    const health = async (id: string) => (await gateway.request('GET', `/v1/channels/${id}`)).json.health;
    await register(gateway, sim, { id: 'wrong', target: channel.id, token: 'not-a-token' });
    await until(async () => /refuses the bot token/.test((await health('wrong')).detail ?? ''));
    expect(gateway.logLines.join('\n')).not.toContain('not-a-token');
  });

  it('delivers texts written while the gateway was stopped', async () => {
    const { sim, gateway, receiver, env } = await open();
    const channel = sim.addChannel();
    sim.addUser({ username: 'ada' });
    await register(gateway, sim, { id: 'talk', target: channel.id, type: 'MESSAGE', callbackUrl: receiver.url });
    sim.writeText({ channel, text: 'before' });
    await receiver.waitFor(1);
    await gateway.stop();
    await until(() => !sim.connected());
    sim.writeText({ channel, text: 'meanwhile' });
    await startTestGateway({ env });
    await receiver.waitFor(2);
    expect(receiver.received.map(({ json }) => json.text)).toEqual(['before', 'meanwhile']);
  });
});

async function open() {
  const sim = await startDiscordSimulator();
  onTestFinished(() => sim.close());
  const env = { ...(await sqlite.empty()), PLATFORM_DISCORD_API_URL: sim.url };
  const gateway = await startTestGateway({ env });
  return { sim, gateway, env, receiver: await startReceiver() };
}

interface Registration {
  readonly id: string;
  readonly target: string;
  readonly type?: 'PROMPT' | 'MESSAGE';
  readonly callbackUrl?: string;
  readonly publicKey?: string;
  readonly token?: string;
  /** False: the bot is not expected to be connected. */
  readonly isUp?: boolean;
}

/** Registers a channel and waits until the bot is connected, unless the token is another bot's. */
async function register(gateway: TestGateway, sim: DiscordSimulator, channel: Registration): Promise<void> {
  const { status, text } = await gateway.request('POST', '/v1/channels/new', {
    body: {
      channel_id: channel.id,
      platform: 'discord',
      target_chat_id: channel.target,
      channel_type: channel.type ?? 'PROMPT',
      credentials: {
        bot_token: channel.token ?? sim.bot.token,
        ...(channel.publicKey && { public_key: channel.publicKey }),
      },
      ...(channel.callbackUrl && { callback_url: channel.callbackUrl }),
    },
  });
  expect(status, text).toBe(201);
  if (channel.token === undefined && channel.isUp !== false) await until(() => sim.connected());
}

async function ask(gateway: TestGateway, body: object): Promise<void> {
  const { status, text } = await gateway.request('POST', '/v1/prompts/new', { body });
  expect(status, text).toBe(200);
}

/** The custom_id of the newest button with the label. */
function labelled(sim: DiscordSimulator, label: string): string {
  const buttons = sim.messages().flatMap(({ components }) => components.flatMap((row) => row.components));
  return buttons.findLast((button) => button.label === label)?.custom_id ?? '';
}
