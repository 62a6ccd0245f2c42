import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannel, createPrompt, getChannel, getPrompt, sendMessage } from '@gateway/contract';
import { startGchatSimulator, type GchatSimulator, type GchatSimulatorOptions } from '@gateway/simulators/gchat';
import { freePort } from '../harness/free-port.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

interface GchatFixture {
  readonly gateway: TestGateway;
  readonly chat: GchatSimulator;
  /** The address that the app's configuration shows for a channel. */
  address(channelId: string): string;
  register(channel: {
    id: string;
    space: { name: string };
    type?: 'PROMPT' | 'MESSAGE';
    callbackUrl?: string;
    key?: string;
  }): Promise<void>;
}

/** A gateway with a public address, and a Google Chat app that reports to the channel `approvals`. */
async function startGchat(
  options: GchatSimulatorOptions = {},
  env: Record<string, string> = {},
): Promise<GchatFixture> {
  const chat = await startGchatSimulator(options);
  onTestFinished(() => chat.close());
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const gateway = await startTestGateway({
    env: {
      PORT: String(port),
      PUBLIC_WEBHOOK_URL: origin,
      PLATFORM_GCHAT_API_URL: chat.endpoints.api,
      PLATFORM_GCHAT_TOKEN_URL: chat.endpoints.token,
      PLATFORM_GCHAT_JWKS_URL: chat.endpoints.jwks,
      ...env,
    },
  });
  const address = (channelId: string) => `${origin}/webhooks/default/gchat/${channelId}`;
  chat.configure({ webhookUrl: address('approvals') });
  return {
    gateway,
    chat,
    address,
    async register({ id, space, type = 'PROMPT', callbackUrl, key = chat.serviceAccountJson }) {
      await gateway.call(createChannel, {
        body: {
          channel_id: id,
          platform: 'gchat',
          target_chat_id: space.name,
          channel_type: type,
          credentials: { service_account_json: key, google_chat_project_number: chat.projectNumber },
          ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
        },
      });
    },
  };
}

describe('a Google Chat channel', () => {
  it.each([
    ['a Chat app that authenticates by address', { format: 'classic', audience: 'url' }],
    ['a Chat app that authenticates by project number', { format: 'classic', audience: 'project' }],
    ['a Workspace add-on', { format: 'addon' }],
  ] satisfies [string, GchatSimulatorOptions][])(
    'asks as %s, records the press, closes the message and shows a second press the answer',
    async (_name, options) => {
      const { gateway, chat, register } = await startGchat(options);
      const receiver = await startReceiver();
      const [ada, grace] = [chat.addUser('Ada'), chat.addUser('Grace')];
      const space = chat.addSpace('Operations');
      await register({ id: 'approvals', space });

      const asked = await gateway.call(createPrompt, {
        body: {
          channel_id: 'approvals',
          text: 'Ship <users/all>?',
          options: ['Yes', 'No'],
          callback_url: receiver.url,
        },
      });
      const pressed = await chat.press({ space, user: ada, button: 'Yes' });
      expect(pressed).toMatchObject({
        status: 200,
        kind: 'update',
        message: { text: 'Ship ‹users/all>?\n\n✅ Yes (Ada)' },
      });
      const [callback] = await receiver.waitFor(1);
      expect(callback?.json).toMatchObject({
        type: 'prompt.answered',
        prompt_id: asked.prompt_id,
        answer: { type: 'option', value: 'Yes' },
        answered_by: { id: ada.name, username: 'Ada' },
      });

      const second = await chat.press({
        space,
        user: grace,
        button: 'No',
        stale: true,
        message: pressed.message?.name ?? '',
      });
      expect(second).toMatchObject({
        status: 200,
        kind: 'create',
        message: { privateMessageViewer: { name: grace.name } },
      });
      expect(second.message?.text).toContain('Question #1 is closed. The answer was: Yes (Ada)');
      await until(() => chat.calls({ method: 'spaces.messages.patch' }).some(({ status }) => status === 200));
      expect(chat.messages(space)[0]).toMatchObject({ text: 'Ship ‹users/all>?\n\n✅ Yes (Ada)' });
      expect(chat.messages(space)[0]?.cardsV2).toBeUndefined();
      expect(receiver.received).toHaveLength(1);
    },
  );

  it('works with a loopback address without a public one, and rejects events for other addresses', async () => {
    const { gateway, chat, register, address } = await startGchat({ audience: 'url' }, { PUBLIC_WEBHOOK_URL: '' });
    const space = chat.addSpace('Operations');
    await register({ id: 'approvals', space });
    await gateway.call(createPrompt, { body: { channel_id: 'approvals', text: 'Ship?', options: ['Yes'] } });

    const host = 'other.example';
    const aud = `http://${host}/webhooks/default/gchat/approvals`;
    const foreign = request(address('approvals'), {
      method: 'POST',
      headers: { host, authorization: chat.bearer({ claims: { aud } }) },
    }).end(JSON.stringify(chat.textEvent({ space, text: 'hello' })));
    const [refusal] = (await once(foreign, 'response')) as [IncomingMessage];
    refusal.resume();
    expect(refusal.statusCode).toBe(401);

    const user = chat.addUser('Ada');
    expect(await chat.press({ space, user, button: 'Yes' })).toMatchObject({ status: 200, kind: 'update' });
    expect(await gateway.call(getPrompt, { params: { id: '#1' } })).toMatchObject({ state: 'answered', answer: 'Yes' });
  });

  it('accepts an answer by number, by quotation and in the thread, once each', async () => {
    const { gateway, chat, register } = await startGchat();
    const ada = chat.addUser('Ada');
    const space = chat.addSpace('Operations');
    await register({ id: 'approvals', space });
    for (const text of ['One?', 'Two?', 'Three?'])
      await gateway.call(createPrompt, { body: { channel_id: 'approvals', text, allow_text: true } });
    const [, second, third] = chat.messages(space);

    await chat.writeText({ space, user: ada, text: 'ID:#1 by number' });
    await chat.redeliver();
    await chat.writeText({ space, user: ada, text: 'by quotation', quote: second?.name ?? '' });
    await chat.writeText({ space, user: ada, text: 'in the thread', thread: third?.thread.name ?? '' });
    for (const [num, answer] of [
      [1, 'by number'],
      [2, 'by quotation'],
      [3, 'in the thread'],
    ] as const) {
      expect(await gateway.call(getPrompt, { params: { id: `#${num}` } })).toMatchObject({ state: 'answered', answer });
    }
    const confirmed = () => chat.messages(space).filter(({ text }) => text?.startsWith('✅ Recorded'));
    await until(() => confirmed().length === 3);
    expect(confirmed().some(({ thread }) => thread.name === third?.thread.name)).toBe(true);
  });

  it('forwards a text to the agent and its reply to the space', async () => {
    const { gateway, chat, register } = await startGchat();
    const receiver = await startReceiver();
    const ada = chat.addUser('Ada');
    const space = chat.addSpace();
    await register({ id: 'approvals', space, type: 'MESSAGE', callbackUrl: receiver.url });

    await chat.writeText({ space, user: ada, text: 'Is it out?' });
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({ text: 'Is it out?', sender: { id: ada.name } });
    await gateway.call(sendMessage, { body: { channel_id: 'approvals', text: 'It is.' } });
    expect(chat.messages(space).at(-1)).toMatchObject({ text: 'It is.', sender: { type: 'BOT' } });
  });

  it('of one app serves two spaces, whichever channel the app reports to', async () => {
    const { gateway, chat, register } = await startGchat();
    const ada = chat.addUser('Ada');
    const [here, there] = [chat.addSpace('Here'), chat.addSpace('There')];
    await register({ id: 'approvals', space: here });
    await register({ id: 'releases', space: there });
    await gateway.call(createPrompt, { body: { channel_id: 'approvals', text: 'Here?', options: ['Yes'] } });
    await gateway.call(createPrompt, { body: { channel_id: 'releases', text: 'There?', options: ['Yes'] } });

    expect(await chat.press({ space: there, user: ada, button: 'Yes' })).toMatchObject({ status: 200, kind: 'update' });
    expect(await gateway.call(getPrompt, { params: { id: '#2' } })).toMatchObject({ state: 'answered' });
    await chat.writeText({ space: there, user: ada, text: 'ID:#1 not from here' });
    expect(await gateway.call(getPrompt, { params: { id: '#1' } })).toMatchObject({ state: 'pending' });
  });

  it('shows refused credentials in its health and a missing app in the error of a prompt', async () => {
    const { gateway, chat, register } = await startGchat();
    const space = chat.addSpace('Operations');
    await register({ id: 'approvals', space, key: await chat.unknownAccountJson() });
    const health = async () => (await gateway.call(getChannel, { params: { id: 'approvals' } })).health;
    await until(async () => (await health()).state === 'failing');
    expect(JSON.stringify(await health())).toContain('Google refuses the key of the service account');
    expect(gateway.logLines.join('\n')).not.toContain('PRIVATE KEY');

    await register({ id: 'lost', space: { name: 'spaces/AAQAnowhere' } });
    const refused = await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'lost', text: 'Anybody?', options: ['Yes'] },
    });
    expect(refused).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('Add the app to the space') },
    });
  });

  it('rejects an invalid key file with the reason', async () => {
    const { gateway } = await startGchat();
    const attempt = (service_account_json: string) =>
      gateway.request('POST', '/v1/channels/new', {
        body: {
          channel_id: 'a',
          platform: 'gchat',
          target_chat_id: 'spaces/A',
          channel_type: 'PROMPT',
          credentials: { service_account_json },
        },
      });
    expect((await attempt('key.json')).json.detail).toContain('whole JSON key file');
    expect((await attempt('{"client_email":"a@b"}')).json.detail).toContain('lacks private_key');
  });

  it('rejects forged events', async () => {
    const { gateway, chat, register } = await startGchat();
    const space = chat.addSpace('Operations');
    await register({ id: 'approvals', space });
    const post = (authorization?: string) =>
      gateway.request('POST', '/webhooks/default/gchat/approvals', {
        body: chat.textEvent({ space, text: 'ID:#1 yes' }),
        headers: authorization === undefined ? {} : { authorization },
      });
    expect(await post(chat.bearer())).toMatchObject({ status: 200 });
    for (const forged of [
      undefined,
      chat.bearer({ foreign: true }),
      chat.bearer({ claims: { email: 'mallory@example.com' } }),
      chat.bearer({ claims: { aud: 'https://elsewhere.example' } }),
    ]) {
      expect(await post(forged)).toMatchObject({ status: 401, json: { detail: expect.any(String) } });
    }
  });
});
