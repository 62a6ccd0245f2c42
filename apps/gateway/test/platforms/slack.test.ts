import { createHmac } from 'node:crypto';
import { createChannel, createPrompt, getChannel, getPrompt, sendMessage, type BodyInput } from '@gateway/contract';
import { shownText, startSlackSimulator, type SlackSimulator } from '@gateway/simulators/slack';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

type NewChannel = Partial<BodyInput<typeof createChannel>>;

/** A workspace with a channel, and a gateway connected to it. */
async function start() {
  const slack = await startSlackSimulator({ fetchUrls: false });
  onTestFinished(() => slack.close());
  const ada = slack.addUser({ name: 'ada', realName: 'Ada Lovelace' });
  const grace = slack.addUser({ name: 'grace', realName: 'Grace Hopper' });
  const channel = slack.addChannel({ name: 'ops' });
  const gateway = await startTestGateway({ env: { PLATFORM_SLACK_API_URL: slack.url } });
  const receiver = await startReceiver();
  return { slack, ada, grace, channel, gateway, receiver };
}

async function register(
  gateway: TestGateway,
  slack: SlackSimulator,
  id: string,
  target: string,
  fields: NewChannel = {},
) {
  await gateway.call(createChannel, {
    body: {
      channel_id: id,
      platform: 'slack',
      target_chat_id: target,
      channel_type: 'PROMPT',
      credentials: { bot_token: slack.botToken, signing_secret: slack.signingSecret },
      ...fields,
    },
  });
  return `${gateway.url}/webhooks/default/slack/${id}`;
}

describe('a Slack channel', () => {
  it('asks, records the press, calls back signed, closes the message and shows a later press the answer', async () => {
    const { slack, ada, grace, channel, gateway, receiver } = await start();
    const address = await register(gateway, slack, 'ops', channel.id);
    expect(await slack.setRequestUrl(address)).toMatchObject({ ok: true, status: 200 });

    await gateway.call(createPrompt, {
      body: {
        channel_id: 'ops',
        text: 'Ship <!channel> & go?',
        options: ['Yes', 'No'],
        callback_url: receiver.url,
        correlation_id: 'r7',
      },
    });
    const [asked] = slack.messages(channel);
    expect(shownText(asked!)).toBe('Ship <!channel> & go?');
    expect(await slack.press({ channel, button: 'Yes', user: ada })).toEqual({ ok: true, status: 200 });

    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      type: 'prompt.answered',
      platform: 'slack',
      prompt_id: '#1',
      correlation_id: 'r7',
      chat_id: channel.id,
      answer: { type: 'option', value: 'Yes' },
      answered_by: { id: ada.id, username: 'ada' },
    });
    const signature = createHmac('sha256', 'a signing secret for tests')
      .update(callback?.body ?? '')
      .digest('hex');
    expect(callback?.headers['x-signature']).toBe(`sha256=${signature}`);
    expect((await slack.waitForNotice((notice) => notice.user === ada.id)).text).toBe('Recorded: Yes');
    await until(() => shownText(slack.messages(channel)[0]!) === 'Ship <!channel> & go?\n\n✅ Yes (ada)');
    expect(slack.messages(channel)[0]?.blocks?.map(({ type }) => type)).toEqual(['section']);

    expect(await slack.press({ channel, message: asked!, button: 'No', user: grace, stale: true })).toMatchObject({
      ok: true,
    });
    const lateNotice = await slack.waitForNotice((notice) => notice.user === grace.id);
    expect(lateNotice.text).toBe('Question #1 is closed. The answer was: Yes (ada)');
    expect(await gateway.call(getPrompt, { params: { id: '#1' } })).toMatchObject({ state: 'answered', answer: 'Yes' });
    expect(receiver.received).toHaveLength(1);
    expect(slack.calls({ method: 'chat.update' })).toHaveLength(1);
  });

  it('accepts a text answer by number and in the thread, and confirms in the thread', async () => {
    const { slack, ada, channel, gateway, receiver } = await start();
    await slack.setRequestUrl(await register(gateway, slack, 'ops', channel.id));
    const ask = (text: string) =>
      gateway.call(createPrompt, {
        body: { channel_id: 'ops', text, options: [], allow_text: true, callback_url: receiver.url },
      });

    await ask('Which region?');
    slack.writeText({ channel, user: ada, text: 'ID:#1 eu-west & more' });
    const [first] = await receiver.waitFor(1);
    expect(first?.json).toMatchObject({
      prompt_id: '#1',
      answer: { type: 'text', value: 'eu-west & more' },
      answered_by: { username: 'ada' },
    });

    await ask('Which version?');
    const question = slack.messages(channel).findLast(({ bot_id, blocks }) => bot_id !== undefined && blocks)!;
    slack.writeText({ channel, user: ada, text: '1.2.3', under: question });
    const second = (await receiver.waitFor(2))[1];
    expect(second?.json).toMatchObject({ prompt_id: '#2', answer: { type: 'text', value: '1.2.3' } });
    const confirmed = await slack.waitForMessage(({ text }) => text.includes('question #2'));
    expect(confirmed.thread_ts).toBe(question.ts);
  });

  it('forwards texts and sends messages', async () => {
    const { slack, ada, channel, gateway, receiver } = await start();
    await slack.setRequestUrl(
      await register(gateway, slack, 'chat', channel.id, { channel_type: 'MESSAGE', callback_url: receiver.url }),
    );
    slack.writeText({ channel, user: ada, text: 'Hello <agent> & all' });
    const [inbound] = await receiver.waitFor(1);
    expect(inbound?.json).toMatchObject({
      type: 'message.created',
      channel_id: 'chat',
      text: 'Hello <agent> & all',
      sender: { id: ada.id, username: 'ada' },
    });

    const sent = await gateway.call(sendMessage, { body: { channel_id: 'chat', text: 'Hello *Ada* & <@U1>' } });
    const posted = slack.messages(channel).at(-1)!;
    expect(sent).toMatchObject({ status: 'sent', platform_message_id: posted.ts });
    expect(posted.text).toBe('Hello *Ada* &amp; &lt;@U1&gt;');
    await until(() => slack.events().every(({ done }) => done));
    expect(receiver.received).toHaveLength(1);
  });

  it('routes by chat: two channels of one app share its address, and a direct message goes by person', async () => {
    const { slack, ada, channel, gateway, receiver } = await start();
    const address = await register(gateway, slack, 'ops', channel.id);
    await register(gateway, slack, 'ada', ada.id);
    await slack.setRequestUrl(address);
    for (const channel of ['ops', 'ada']) {
      await gateway.call(createPrompt, {
        body: { channel_id: channel, text: `Ready, ${channel}?`, options: ['Yes'], callback_url: receiver.url },
      });
    }
    const direct = slack.openDirect(ada);
    await slack.press({ channel: direct, button: 'Yes' });
    const [first] = await receiver.waitFor(1);
    expect(first?.json).toMatchObject({ channel_id: 'ada', prompt_id: '#2', chat_id: ada.id });
    await slack.press({ channel, button: 'Yes', user: ada });
    expect((await receiver.waitFor(2))[1]?.json).toMatchObject({ channel_id: 'ops', prompt_id: '#1' });
    await until(() =>
      [direct, channel].every((place) => shownText(slack.messages(place)[0]!).includes('✅ Yes (ada)')),
    );
  });

  it('processes an event once when Slack sends it twice', async () => {
    const { slack, ada, channel, gateway, receiver } = await start();
    await slack.setRequestUrl(
      await register(gateway, slack, 'chat', channel.id, { channel_type: 'MESSAGE', callback_url: receiver.url }),
    );
    slack.writeText({ channel, user: ada, text: 'once' });
    await receiver.waitFor(1);
    expect(await slack.redeliver(slack.events()[0]!.eventId)).toBe(true);
    slack.writeText({ channel, user: ada, text: 'and then' });
    const received = await receiver.waitFor(2);
    expect(received.map(({ json }) => (json as { text: string }).text)).toEqual(['once', 'and then']);
  });

  it('works with Socket Mode without a public address', async () => {
    const { slack, ada, channel, gateway, receiver } = await start();
    await register(gateway, slack, 'ops', channel.id, {
      credentials: { bot_token: slack.botToken, signing_secret: slack.signingSecret, app_token: slack.appToken },
    });
    await until(() => slack.sockets() === 1);
    await gateway.call(createPrompt, {
      body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes', 'No'], callback_url: receiver.url },
    });
    expect(await slack.press({ channel, button: 'No', user: ada })).toMatchObject({ ok: true });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ answer: { value: 'No' } });
    await until(() => shownText(slack.messages(channel)[0]!).includes('✅ No (ada)'));
    await gateway.stop();
    await until(() => slack.sockets() === 0);
  });

  it('shows refused credentials in its health and in the error of a prompt', async () => {
    const { slack, channel, gateway, receiver } = await start();
    await register(gateway, slack, 'ops', channel.id, {
      credentials: { bot_token: 'xoxb-wrong', signing_secret: 'x' },
    });
    const record = await until(async () => {
      const found = await gateway.call(getChannel, { params: { id: 'ops' } });
      return found.health.state === 'failing' ? found : null;
    });
    expect(record.health.detail).toContain('invalid_auth');
    const reply = await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes'], callback_url: receiver.url },
    });
    expect(reply).toMatchObject({ status: 400, json: { detail: expect.stringContaining('Bot User OAuth Token') } });
    expect(JSON.stringify([record, reply.json, gateway.logLines])).not.toContain('xoxb-wrong');
  });

  it('rejects forged requests', async () => {
    const { slack, ada, channel, gateway, receiver } = await start();
    await register(gateway, slack, 'chat', channel.id, { channel_type: 'MESSAGE', callback_url: receiver.url });
    const event = { type: 'message', channel: channel.id, user: ada.id, text: 'let me in', ts: '1767326125.000100' };
    const body = JSON.stringify({ type: 'event_callback', event_id: 'Ev1', event });
    const at = (seconds: number) => ({
      'x-slack-request-timestamp': String(seconds),
      'x-slack-signature': `v0=${createHmac('sha256', slack.signingSecret).update(`v0:${seconds}:${body}`).digest('hex')}`,
    });
    const now = Math.floor(Date.now() / 1000);
    for (const headers of [{}, { ...at(now), 'x-slack-signature': 'v0=00' }, at(now - 400), at(now + 400)]) {
      const reply = await gateway.request('POST', '/webhooks/default/slack/chat', { body, headers });
      expect(reply).toMatchObject({ status: 401, json: { detail: expect.any(String) } });
    }
    expect(await gateway.request('POST', '/webhooks/default/slack/chat', { body, headers: at(now) })).toMatchObject({
      status: 200,
    });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ text: 'let me in' });
    expect(receiver.received).toHaveLength(1);
  });
});
