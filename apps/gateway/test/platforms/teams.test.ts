import { createHmac } from 'node:crypto';
import { createChannel, createPrompt, getChannel, getPrompt, sendMessage, type BodyInput } from '@gateway/contract';
import { startTeamsSimulator, type TeamsSimulator } from '@gateway/simulators/teams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

type NewChannel = Partial<BodyInput<typeof createChannel>>;

/** A tenant with a group chat and a team channel, and a gateway connected to it. */
async function start() {
  const teams = await startTeamsSimulator({ botName: 'Gateway' });
  onTestFinished(() => teams.close());
  const ada = teams.addPerson({ name: 'Ada' });
  const grace = teams.addPerson({ name: 'Grace' });
  const chat = teams.addConversation({ name: 'ops' });
  const gateway = await startTestGateway({
    env: {
      PLATFORM_TEAMS_TOKEN_URL: teams.endpoints.token,
      PLATFORM_TEAMS_OPENID_URL: teams.endpoints.openid,
      PLATFORM_TEAMS_SERVICE_URL: teams.endpoints.service,
    },
  });
  const receiver = await startReceiver();
  return { teams, ada, grace, chat, gateway, receiver };
}

/** Registers a channel and makes its address the bot's messaging endpoint. */
async function register(
  gateway: TestGateway,
  teams: TeamsSimulator,
  id: string,
  target: string,
  fields: NewChannel = {},
) {
  await gateway.call(createChannel, {
    body: {
      channel_id: id,
      platform: 'teams',
      target_chat_id: target,
      channel_type: 'PROMPT',
      credentials: { app_id: teams.appId, app_password: teams.appPassword, app_tenant_id: teams.tenantId },
      ...fields,
    },
  });
  const address = `${gateway.url}/webhooks/default/teams/${id}`;
  teams.setWebhook(address);
  return address;
}

describe('a Microsoft Teams channel', () => {
  it('asks, records the press, calls back signed, closes the message for all and shows a later press the answer', async () => {
    const { teams, ada, grace, chat, gateway, receiver } = await start();
    await register(gateway, teams, 'ops', chat.id);
    await gateway.call(createPrompt, {
      body: {
        channel_id: 'ops',
        text: 'Ship *it* & go?',
        options: ['Yes', 'No'],
        callback_url: receiver.url,
        correlation_id: 'r7',
      },
    });
    expect(teams.messages(chat)[0]).toMatchObject({ text: 'Ship *it* & go?', buttons: ['Yes', 'No'] });
    const pressed = await teams.press({ conversation: chat, button: 'Yes', person: ada });
    expect(pressed).toMatchObject({ status: 200, card: 'Ship *it* & go?\n\n✅ Yes (Ada)' });

    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      type: 'prompt.answered',
      platform: 'teams',
      prompt_id: '#1',
      correlation_id: 'r7',
      chat_id: chat.id,
      answer: { type: 'option', value: 'Yes' },
      answered_by: { id: ada.aadObjectId, username: 'Ada' },
    });
    const signature = createHmac('sha256', 'a signing secret for tests')
      .update(callback?.body ?? '')
      .digest('hex');
    expect(callback?.headers['x-signature']).toBe(`sha256=${signature}`);
    await until(() => teams.messages(chat)[0]?.text === 'Ship *it* & go?\n\n✅ Yes (Ada)');
    expect(teams.messages(chat)[0]?.buttons).toEqual([]);

    const late = await teams.press({
      conversation: chat,
      message: teams.messages(chat)[0]!.id,
      button: 'No',
      person: grace,
      stale: true,
    });
    expect(late.card).toContain('Question #1 is closed. The answer was: Yes (Ada)');
    await teams.press({
      conversation: chat,
      message: teams.messages(chat)[0]!.id,
      button: 'No',
      person: grace,
      stale: true,
      by: 'submit',
    });
    const lateNotice = await teams.waitForMessage(({ text }) => text.startsWith('Question #1 is closed.'));
    expect(lateNotice.replyToId).toBe(teams.messages(chat)[0]?.id);
    expect(await gateway.call(getPrompt, { params: { id: '#1' } })).toMatchObject({ state: 'answered', answer: 'Yes' });
    expect(receiver.received).toHaveLength(1);
  });

  it('accepts a text answer by number, by quotation and in the thread of a team channel', async () => {
    const { teams, ada, chat, gateway, receiver } = await start();
    const room = teams.addConversation({ type: 'channel' });
    await register(gateway, teams, 'ops', chat.id);
    await register(gateway, teams, 'room', room.id);
    const ask = (channel_id: string) =>
      gateway.call(createPrompt, {
        body: { channel_id, text: 'Which version?', options: [], allow_text: true, callback_url: receiver.url },
      });

    await ask('ops');
    await teams.write({ conversation: chat, person: ada, text: 'ID:#1 eu-west & <more>', mention: true });
    await ask('ops');
    const second = teams.messages(chat).findLast(({ fromBot, text }) => fromBot && text.includes('#2'));
    await teams.write({ conversation: chat, person: ada, text: '1 < 2', quote: second!.id });
    await ask('room');
    const [root] = teams.messages(room);
    await teams.write({ conversation: room, person: ada, text: '1.2.3', replyTo: root!.id, mention: true });

    const received = await receiver.waitFor(3);
    expect(received.map(({ json }) => [json.prompt_id, json.answer.value])).toEqual([
      ['#1', 'eu-west & <more>'],
      ['#2', '1 < 2'],
      ['#3', '1.2.3'],
    ]);
    const confirmed = await teams.waitForMessage(({ text }) => text.includes('question #3'));
    expect(confirmed).toMatchObject({ fromBot: true, conversation: `${room.id};messageid=${root!.id}` });
  });

  it('confirms a text answer that began a thread of its own in that thread', async () => {
    const { teams, ada, gateway, chat } = await start();
    const room = teams.addConversation({ type: 'channel' });
    await register(gateway, teams, 'room', room.id);
    await register(gateway, teams, 'ops', chat.id);
    await gateway.call(createPrompt, { body: { channel_id: 'room', text: 'Which version?', allow_text: true } });
    await teams.write({ conversation: room, person: ada, text: 'ID:#1 1.2.3', mention: true });
    const written = teams.messages(room).find(({ fromBot }) => !fromBot)!;
    const confirmed = await teams.waitForMessage(({ fromBot, text }) => fromBot && text.includes('question #1'));
    expect(confirmed.conversation).toBe(`${room.id};messageid=${written.id}`);
    await until(() => teams.messages(room)[0]?.edits === 1);
  });

  it('forwards texts and sends messages at the service URL of the conversation', async () => {
    const { teams, ada, chat, gateway, receiver } = await start();
    await register(gateway, teams, 'chat', chat.id, { channel_type: 'MESSAGE', callback_url: receiver.url });
    await teams.write({ conversation: chat, person: ada, text: 'Hello *agent* & <all>', mention: true });
    const [inbound] = await receiver.waitFor(1);
    expect(inbound?.json).toMatchObject({
      type: 'message.created',
      channel_id: 'chat',
      text: 'Hello *agent* & <all>',
      sender: { id: ada.aadObjectId },
    });

    const sent = await gateway.call(sendMessage, { body: { channel_id: 'chat', text: 'Hello *Ada* & <at>all</at>' } });
    const posted = teams.messages(chat).at(-1)!;
    expect(sent).toMatchObject({ status: 'sent', platform_message_id: posted.id });
    expect(posted).toMatchObject({ text: 'Hello *Ada* & <at>all</at>', activity: { textFormat: 'plain' } });
    expect(teams.calls({ method: 'sendToConversation' }).map(({ params }) => params['region'])).toEqual(['emea']);
  });

  it('routes by chat: two channels of one bot share its address', async () => {
    const { teams, chat, gateway, receiver } = await start();
    const other = teams.addConversation({ type: 'channel' });
    await register(gateway, teams, 'ops', chat.id);
    await register(gateway, teams, 'other', other.id);
    for (const channel_id of ['ops', 'other']) {
      await gateway.call(createPrompt, {
        body: { channel_id, text: `Ready, ${channel_id}?`, options: ['Yes'], callback_url: receiver.url },
      });
    }
    await teams.press({ conversation: other, button: 'Yes' });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ channel_id: 'other', prompt_id: '#2' });
    await teams.press({ conversation: chat, button: 'Yes' });
    expect((await receiver.waitFor(2))[1]?.json).toMatchObject({ channel_id: 'ops', prompt_id: '#1' });
  });

  it('shows refused credentials in its health, without the secret', async () => {
    const { teams, chat, gateway } = await start();
    const credentials = { app_id: teams.appId, app_password: 'not the right secret', app_tenant_id: teams.tenantId };
    await register(gateway, teams, 'bad', chat.id, { credentials });
    const channel = await until(async () => {
      const shown = await gateway.call(getChannel, { params: { id: 'bad' } });
      return shown.health.state === 'failing' ? shown : null;
    });
    expect(channel.health.detail).toMatch(/AADSTS7000215.*Copy the value/);
    const refused = await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'bad', text: 'x', options: ['y'] },
    });
    expect([refused.status, refused.json.detail]).toEqual([400, expect.stringContaining('AADSTS7000215')]);
    expect(JSON.stringify([channel, refused.json, gateway.logLines])).not.toContain('not the right secret');
  });

  it('rejects requests that the Bot Framework did not sign for this bot', async () => {
    const { teams, chat, gateway, receiver } = await start();
    const address = await register(gateway, teams, 'chat', chat.id, {
      channel_type: 'MESSAGE',
      callback_url: receiver.url,
    });
    const post = async (token: Parameters<TeamsSimulator['compose']>[1], more: object = {}) => {
      const { activity, headers } = await teams.compose({ conversation: chat, text: 'evil' }, token);
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...activity, ...more }),
      });
      return [response.status, ((await response.json().catch(() => ({}))) as { detail?: unknown }).detail];
    };
    const refused = [401, expect.any(String)];
    expect(await post({ forged: true })).toEqual(refused);
    expect(await post({ claims: { aud: 'another bot' } })).toEqual(refused);
    expect(await post({ lifeSeconds: -3600 })).toEqual(refused);
    expect(await post({}, { serviceUrl: 'https://evil.example/' })).toEqual(refused);
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(receiver.received).toEqual([]);
    expect(await post({})).toEqual([200, undefined]);
    await receiver.waitFor(1);
  });
});
