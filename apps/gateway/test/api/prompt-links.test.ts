import { describe, expect, it } from 'vitest';
import { onEveryEngine, sqlite, type Engine } from '../harness/engines.js';
import { freePort } from '../harness/free-port.js';
import { startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startWhatsApp } from '../harness/graph-apps.js';
import { installationCommand } from '../harness/installation-command.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { configFile } from '../config-file/fixture.js';
import { startAsking } from './asking.js';

const change = (gateway: TestGateway, body: object, id = 'approvals') =>
  gateway.request('PATCH', `/v1/channels/${id}`, { body });

/** A gateway with a public address. Its channel `approvals` has links. */
async function startLinked(engine: Engine = sqlite) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const asking = await startAsking({
    env: { ...(await engine.empty()), PORT: String(port), PUBLIC_WEBHOOK_URL: address },
  });
  await until(() => asking.telegram.webhook());
  expect((await change(asking.gateway, { prompt_links: true })).status).toBe(200);
  return { ...asking, address, urlOf: (num: number) => `${address}/console/prompts/${num}` };
}

describe('links to prompts', () => {
  onEveryEngine((engine) => {
    it('are the last line of the question, also after it is answered, and prompt_url in the callback', async () => {
      const { gateway, telegram, ada, ask, chat, urlOf } = await startLinked(engine);
      expect((await gateway.request('GET', '/v1/channels/approvals')).json.prompt_links).toBe(true);
      const receiver = await startReceiver();
      await ask({ options: ['Yes', 'No'], allow_text: true, callback_url: receiver.url });
      const link = `Open in the console: ${urlOf(1)}`;
      expect(chat()).toEqual([`Ship it?\n\nReply to this message, or write: ID:#1 your answer\n\n${link}`]);

      const [question] = telegram.messages({ chat: ada });
      if (question) await telegram.press({ chat: ada, message: question, button: 'Yes' });
      const [answered] = await receiver.waitFor(1);
      expect(answered?.json).toMatchObject({ type: 'prompt.answered', prompt_url: urlOf(1) });
      await until(() => chat()[0]?.startsWith(`Ship it?\n\n${link}\n\n`));
      expect(chat()[0]).toContain('Yes');
      expect(chat()[0]).not.toContain('Reply to this message');
    });

    it('follow the first channel of the question in all its chats, and stay as the prompt was asked', async () => {
      const { gateway, telegram, ask, chat, urlOf } = await startLinked(engine);
      const bob = telegram.addUser({ firstName: 'Bob' });
      const body = {
        channel_id: 'bob',
        platform: 'telegram',
        target_chat_id: String(bob.id),
        channel_type: 'PROMPT',
        credentials: { bot_token: telegram.token },
      };
      expect((await gateway.request('POST', '/v1/channels/new', { body })).status).toBe(201);
      const receiver = await startReceiver();
      const events = { notify_on_expiry: true, callback_url: receiver.url };
      await ask({ channels: ['bob'], options: ['Yes'], ...events });
      const [copy] = telegram.messages({ chat: bob });
      expect([chat()[0], copy?.text]).toEqual(Array(2).fill(`Ship it?\n\nOpen in the console: ${urlOf(1)}`));

      expect((await change(gateway, { prompt_links: false })).status).toBe(200);
      await ask({ options: ['Yes'], ...events });
      expect(chat()[1]).toBe('Ship it?');
      await gateway.request('POST', '/v1/prompts/1/cancel');
      await receiver.waitFor(1);
      await gateway.request('POST', '/v1/prompts/2/cancel');
      const [first, second] = await receiver.waitFor(2);
      expect(first?.json).toMatchObject({ type: 'prompt.expired', prompt_url: urlOf(1) });
      expect(second?.json).not.toHaveProperty('prompt_url');
    });
  });

  it('count as text: a question that fits only without the link becomes several messages within the limit', async () => {
    const { gateway, register, addPerson, said } = await startWhatsApp({
      env: { PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' },
    });
    const ada = addPerson('Ada');
    await register({ id: 'ops', target: ada.target });
    const text = Array.from({ length: 170 }, (_, index) => `w${String(index).padStart(4, '0')}`).join(' ');
    expect(text).toHaveLength(1019);
    const ask = () =>
      gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'ops', text, options: ['Yes', 'No'] } });
    expect((await ask()).status).toBe(200);
    expect(said(ada.target).map((message) => message.text)).toEqual([text]);

    expect((await change(gateway, { prompt_links: true }, 'ops')).status).toBe(200);
    expect((await ask()).status).toBe(200);
    const texts = said(ada.target)
      .slice(1)
      .map((message) => message.text);
    expect(texts).toHaveLength(2);
    for (const part of texts) expect(part?.length).toBeLessThanOrEqual(1024);
    expect(texts.at(-1)).toMatch(/Open in the console: https:\/\/gateway\.example\.com\/console\/prompts\/2$/);
  });

  it('are refused without PUBLIC_WEBHOOK_URL and on a MESSAGE channel, and are off by default', async () => {
    const { gateway, ask, chat } = await startAsking();
    const refused = await change(gateway, { prompt_links: true });
    expect(refused).toMatchObject({ status: 400, json: { issues: [{ path: ['prompt_links'] }] } });
    expect(refused.text).toContain('PUBLIC_WEBHOOK_URL');
    expect((await change(gateway, { prompt_links: false })).status).toBe(200);
    expect((await gateway.request('GET', '/v1/channels/approvals')).json.prompt_links).toBe(false);
    await ask({ options: ['Yes'] });
    expect(chat()).toEqual(['Ship it?']);

    const linked = await startTestGateway({ env: { PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' } });
    const body = {
      channel_id: 'talk',
      platform: 'telegram',
      target_chat_id: '1',
      callback_url: 'https://agent.example/messages',
      credentials: { bot_token: '1:a' },
      prompt_links: true,
    };
    const wrong = await linked.request('POST', '/v1/channels/new', { body });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('PROMPT');
  });

  it(
    'are exported and applied as in the configuration file, and the file is refused without PUBLIC_WEBHOOK_URL',
    { tags: ['slow'] },
    async () => {
      const { telegram, env: platform } = await startTelegram();
      const installation = async (text: string) => {
        const env = { ...(await sqlite.empty()), ...platform };
        await (await startTestGateway({ env })).stop();
        const secrets = { BOT_TOKEN: telegram.token, CHANNEL_APPROVALS_BOT_TOKEN: telegram.token };
        return { ...env, ...secrets, CONFIG_FILE: await configFile(text) };
      };
      const declared = (links: string) =>
        `channels: [{ channel_id: approvals, platform: telegram, channel_type: PROMPT, target_chat_id: "1", credentials: { bot_token: "\${BOT_TOKEN}" }${links} }]`;
      const PUBLIC_WEBHOOK_URL = 'https://gateway.example.com';
      const env = await installation(declared(', prompt_links: true'));
      const refused = await installationCommand(['apply'], env);
      expect(refused.code).toBe(1);
      expect(refused.output).toContain('channels.0.prompt_links is refused');

      expect((await installationCommand(['apply'], { ...env, PUBLIC_WEBHOOK_URL })).code).toBe(0);
      const { output: file } = await installationCommand(['export'], env);
      expect(file).toContain('prompt_links: true');
      // An address that is removed later changes nothing of the record.
      expect((await installationCommand(['apply', '--dry-run'], env)).code).toBe(0);
      const copy = { ...(await installation(file)), PUBLIC_WEBHOOK_URL };
      expect((await installationCommand(['apply'], copy)).code).toBe(0);
      expect((await installationCommand(['export'], copy)).output).toBe(file);
      const off = { ...env, CONFIG_FILE: await configFile(declared('')) };
      expect((await installationCommand(['apply'], off)).code).toBe(0);
      expect((await installationCommand(['export'], off)).output).toContain('prompt_links: false');
    },
  );
});
