import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sandboxState } from '@gateway/contract';
import { startSandbox } from '@gateway/sandbox';
import { onEveryEngine, sqlite } from '../harness/engines.js';
import { startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const SANDBOX = '/console/session/sandbox';

const look = async (gateway: TestGateway) => {
  const { json } = await gateway.request('GET', SANDBOX);
  expect(sandboxState.parse(json)).toEqual(json);
  return json;
};
const begin = (gateway: TestGateway, body: object = {}) =>
  gateway.request('POST', SANDBOX, { body: { channel_id: 'try-it', ...body } });
const press = (gateway: TestGateway, body: object) => gateway.request('POST', `${SANDBOX}/press`, { body });
const write = (gateway: TestGateway, body: object) =>
  gateway.request('POST', `${SANDBOX}/write`, { body: { channel_id: 'try-it', ...body } });
const ask = async (gateway: TestGateway, body: object = {}) =>
  (
    await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'try-it', text: 'Deploy?', options: ['Yes', 'No'], ...body },
    })
  ).json;
const prompt = async (gateway: TestGateway, num: number) => (await gateway.request('GET', `/v1/prompts/${num}`)).json;

describe('the sandbox', () => {
  onEveryEngine((engine) => {
    it('takes a prompt from an agent to a person and the answer back, without a platform account', async () => {
      const gateway = await startTestGateway({ engine });
      expect(await look(gateway)).toEqual({
        available: true,
        running: false,
        platform: 'telegram',
        channels: [],
        messages: [],
      });
      const begun = await begin(gateway);
      expect(begun.json).toMatchObject({ running: true, channels: ['try-it'], messages: [] });
      const receiver = await startReceiver();
      expect(await ask(gateway, { callback_url: receiver.url })).toMatchObject({ prompt_id: '#1' });
      const [question] = (await look(gateway)).messages;
      expect(question).toMatchObject({
        chat: 'try-it',
        from: 'bot',
        name: 'Gateway',
        text: 'Deploy?',
        edited: false,
        buttons: [{ label: 'Yes' }, { label: 'No' }],
      });

      const pressed = await press(gateway, {
        channel_id: 'try-it',
        message_id: question.id,
        button_id: question.buttons[0].id,
      });
      expect(pressed.status).toBe(200);
      expect(pressed.json.messages[0]).toMatchObject({ text: 'Deploy?\n\n✅ Yes (You)', edited: true, buttons: [] });
      expect(await prompt(gateway, 1)).toMatchObject({
        state: 'answered',
        answer: 'Yes',
        answered_by_username: 'sandbox_person',
      });
      expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ type: 'prompt.answered', platform: 'telegram' });
      const again = await press(gateway, {
        channel_id: 'try-it',
        message_id: question.id,
        button_id: question.buttons[0].id,
      });
      expect(again.status).toBe(400);
    });

    it('keeps an open prompt answerable after a restart and does not mistake new events for old ones', async () => {
      const env = await engine.empty();
      const first = await startTestGateway({ env });
      await begin(first);
      await ask(first);
      await ask(first, { text: 'And now?' });
      const [one] = (await look(first)).messages;
      await press(first, { channel_id: 'try-it', message_id: one.id, button_id: one.buttons[0].id });
      await until(async () => (await prompt(first, 1)).state === 'answered');
      await first.stop();

      const second = await startTestGateway({ env });
      await until(async () => (await look(second)).running);
      const { messages } = await look(second);
      expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Deploy?\n\n✅ Yes (You)', 'And now?']);
      await press(second, { channel_id: 'try-it', message_id: messages[1].id, button_id: messages[1].buttons[1].id });
      expect(await prompt(second, 2)).toMatchObject({ state: 'answered', answer: 'No' });
    });
  });

  it('forwards what the person writes on a MESSAGE channel and shows what the agent sends', async () => {
    const gateway = await startTestGateway();
    const receiver = await startReceiver();
    await begin(gateway, { channel_type: 'MESSAGE', callback_url: receiver.url });
    expect((await write(gateway, { text: 'Are you there?' })).status).toBe(200);
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ channel_id: 'try-it', text: 'Are you there?' });
    await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'try-it', text: 'Always.' } });
    expect((await look(gateway)).messages).toMatchObject([
      { from: 'person', name: 'You', text: 'Are you there?' },
      { from: 'bot', text: 'Always.' },
    ]);
  });

  it('accepts a reply to the message as the answer', async () => {
    const gateway = await startTestGateway();
    await begin(gateway);
    await ask(gateway, { options: [], allow_text: true });
    const [question] = (await look(gateway)).messages;
    await write(gateway, { text: 'Tomorrow', reply_to: question.id });
    await until(async () => (await prompt(gateway, 1)).answer === 'Tomorrow');
  });

  it('gives each channel its own chat', async () => {
    const gateway = await startTestGateway();
    await begin(gateway);
    await begin(gateway, { channel_id: 'other' });
    await ask(gateway, { channel_id: 'other' });
    const { channels, messages } = await look(gateway);
    expect(channels).toEqual(['try-it', 'other']);
    expect(messages).toHaveLength(1);
    expect(messages[0].chat).toBe('other');
    const elsewhere = { channel_id: 'try-it', message_id: messages[0].id, button_id: messages[0].buttons[0].id };
    expect((await press(gateway, elsewhere)).status).toBe(404);
  });

  it('does not affect real bots of the same platform', async () => {
    const { telegram, env } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const gateway = await startTestGateway({ env });
    await begin(gateway);
    await gateway.request('POST', '/v1/channels/new', {
      body: {
        channel_id: 'real',
        platform: 'telegram',
        target_chat_id: String(ada.id),
        channel_type: 'PROMPT',
        credentials: { bot_token: telegram.token },
      },
    });
    await ask(gateway, { channel_id: 'real' });
    expect(telegram.messages({ chat: ada })).toHaveLength(1);
    const { channels, messages } = await look(gateway);
    expect(channels).toEqual(['try-it']);
    expect(messages).toEqual([]);
  });

  it('needs no webhook when PUBLIC_WEBHOOK_URL is set', async () => {
    const gateway = await startTestGateway({ env: { PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' } });
    await begin(gateway);
    expect((await gateway.request('GET', '/v1/channels/try-it')).json.webhook_url).toBeNull();
    await ask(gateway);
    const [question] = (await look(gateway)).messages;
    await press(gateway, { channel_id: 'try-it', message_id: question.id, button_id: question.buttons[0].id });
    expect((await prompt(gateway, 1)).answer).toBe('Yes');
  });

  it('rejects what a normal channel rejects, and audits its creation', async () => {
    const gateway = await startTestGateway();
    await begin(gateway);
    const again = await begin(gateway);
    expect(again.status).toBe(409);
    expect(again.json.detail).toContain('already exists');
    const deaf = await begin(gateway, { channel_id: 'deaf', channel_type: 'MESSAGE' });
    expect(deaf.status).toBe(400);
    expect(deaf.json.detail).toContain('callback_url');
    const [entry] = (await gateway.request('GET', '/v1/audit')).json;
    expect(entry).toMatchObject({ action: 'channel.created' });
  });

  it('reports unknown messages, buttons and channels', async () => {
    const gateway = await startTestGateway();
    await begin(gateway);
    await ask(gateway);
    const [question] = (await look(gateway)).messages;
    const of = (change: object) => ({
      channel_id: 'try-it',
      message_id: question.id,
      button_id: question.buttons[0].id,
      ...change,
    });
    expect((await press(gateway, of({ message_id: '1' }))).status).toBe(404);
    expect((await press(gateway, of({ button_id: 'nothing' }))).status).toBe(400);
    expect((await press(gateway, of({ channel_id: 'unknown' }))).status).toBe(404);
    expect((await write(gateway, { text: 'Hm', reply_to: '1' })).status).toBe(404);
  });

  it('is off with authentication, and its channels name the setting that enables it', async () => {
    const env = await sqlite.empty();
    const open = await startTestGateway({ env });
    await begin(open);
    await open.stop();
    const gateway = await startTestGateway({
      env: { ...env, USE_AUTH: 'true', GATEWAY_API_KEY: 'the-first-key-of-all', HOST: '127.0.0.1' },
    });
    expect(await look(gateway)).toEqual({
      available: false,
      running: false,
      platform: null,
      channels: [],
      messages: [],
    });
    const refused = await begin(gateway, { channel_id: 'more' });
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain('SANDBOX=true');
    const unanswered = await write(gateway, { text: 'Hello?' });
    expect(unanswered.status).toBe(404);
    expect(unanswered.json.detail).toContain('SANDBOX=true');
    const health = async () => (await gateway.request('GET', '/v1/channels/try-it')).json.health;
    await until(async () => (await health()).detail?.includes('SANDBOX=true'));
    expect((await health()).state).toBe('failing');
  });

  it('requires an API key when authentication is on and SANDBOX=true', async () => {
    const gateway = await startTestGateway({
      env: { USE_AUTH: 'true', GATEWAY_API_KEY: 'the-first-key-of-all', HOST: '127.0.0.1', SANDBOX: 'true' },
    });
    expect((await fetch(`${gateway.url}${SANDBOX}`)).status).toBe(401);
    expect((await begin(gateway)).json.channels).toEqual(['try-it']);
    await gateway.request('DELETE', '/v1/channels/try-it');
    expect((await look(gateway)).channels).toEqual([]);
    expect((await write(gateway, { text: 'Anybody?' })).status).toBe(404);
    await gateway.request('PATCH', '/v1/channels/try-it', { body: {} });
    expect((await write(gateway, { text: 'Anybody?' })).status).toBe(200);
  });

  it('rejects API calls without its secret path, although the bot token is public', async () => {
    const token = '6000000001:a-public-token';
    const file = path.join((await sqlite.empty())['DATA_DIR'] ?? '', 'sandbox.json');
    const sandbox = await startSandbox({ credentials: { bot_token: token }, file });
    onTestFinished(() => sandbox.close());
    const api = sandbox.endpoints['api'] ?? '';
    const call = async (root: string) => (await fetch(`${root}/bot${token}/deleteWebhook`)).status;
    expect(await call(new URL(api).origin)).toBe(404);
    expect(await call(api)).toBe(200);
  });

  it('stores its chats in a file that only its user may read', async () => {
    const env = await sqlite.empty();
    const gateway = await startTestGateway({ env });
    await begin(gateway);
    await ask(gateway);
    await gateway.stop();
    const file = path.join(env['DATA_DIR'] ?? '', 'sandbox.json');
    expect(await readFile(file, 'utf8')).toContain('Deploy?');
    expect((await stat(file)).mode & 0o077).toBe(0);
  });
});
