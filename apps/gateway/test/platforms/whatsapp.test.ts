import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannel, createPrompt, getChannel, getPrompt, sendMessage, testChannel } from '@gateway/contract';
import { signBody, startWhatsAppSimulator, type Person, type WhatsAppSimulator } from '@gateway/simulators/whatsapp';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

async function start() {
  const sim = await startWhatsAppSimulator();
  onTestFinished(() => sim.close());
  const gateway = await startTestGateway({ env: { PLATFORM_WHATSAPP_API_URL: sim.url } });
  return { sim, gateway, ada: sim.addPerson({ name: 'Ada', username: 'ada' }) };
}

const credentialsOf = (sim: WhatsAppSimulator) => ({
  access_token: sim.accessToken,
  phone_number_id: sim.phoneNumberId,
  app_secret: sim.appSecret,
  verify_token: sim.verifyToken,
});

const addressOf = (gateway: TestGateway, id: string) => `${gateway.url}/webhooks/default/whatsapp/${id}`;

/** Registers a channel; the first one's address becomes the app's. */
async function register(
  { sim, gateway }: { sim: WhatsAppSimulator; gateway: TestGateway },
  channel: { id: string; target: string; callbackUrl?: string; accessToken?: string },
): Promise<void> {
  await gateway.call(createChannel, {
    body: {
      channel_id: channel.id,
      platform: 'whatsapp',
      target_chat_id: channel.target,
      channel_type: channel.callbackUrl === undefined ? 'PROMPT' : 'MESSAGE',
      credentials: {
        ...credentialsOf(sim),
        ...(channel.accessToken !== undefined && { access_token: channel.accessToken }),
      },
      ...(channel.callbackUrl !== undefined && { callback_url: channel.callbackUrl }),
    },
  });
}

const texts = (sim: WhatsAppSimulator, person: Person) =>
  sim.messages(person).flatMap(({ by, text }) => (by === 'business' ? [text] : []));

describe('a WhatsApp channel', () => {
  it('asks, takes a press, says what counted, calls back signed, and tells who comes too late', async () => {
    const { sim, gateway, ada } = await start();
    const receiver = await startReceiver();
    await register({ sim, gateway }, { id: 'ops', target: `+${ada.waId}` });
    await sim.setWebhook(addressOf(gateway, 'ops'));
    const label = 'Yes, roll it out everywhere';
    await gateway.call(createPrompt, {
      body: { channel_id: 'ops', text: 'Ship it?', options: [label, 'No'], callback_url: receiver.url },
    });
    const [question] = sim.messages(ada);
    expect(question).toMatchObject({ text: expect.stringContaining(`1. ${label}`), type: 'interactive' });
    expect(question?.buttons.map(({ title }) => title)).toEqual(['1', '2']);

    expect(await sim.press({ person: ada, button: 0 })).toBe(true);
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      type: 'prompt.answered',
      answer: { type: 'option', value: label },
      answered_by: { id: ada.waId, username: 'ada' },
    });
    const signature = createHmac('sha256', 'a signing secret for tests')
      .update(callback?.body ?? '')
      .digest('hex');
    expect(callback?.headers['x-signature']).toBe(`sha256=${signature}`);
    const confirmation = await until(() => sim.messages(ada).find(({ text }) => text.includes('✅')));
    expect(confirmation).toMatchObject({ replyTo: question?.id, text: expect.stringContaining(label) });

    await sim.press({ person: ada, button: 1, ...(question && { message: question.id }) });
    await until(() => texts(sim, ada).some((text) => text.startsWith('Question #1 is closed. The answer was: Yes')));
    expect(receiver.received).toHaveLength(1);
    expect(gateway.logLines.join('\n')).not.toContain(sim.accessToken);
  });

  it('hears a text in a request of 3 MB, the most that Meta puts into one', async () => {
    const { sim, gateway, ada } = await start();
    const receiver = await startReceiver();
    await register({ sim, gateway }, { id: 'talk', target: ada.waId, callbackUrl: receiver.url });
    const status = { id: 'wamid.SENT', status: 'read', timestamp: '1767225600', recipient_id: ada.waId };
    const value = {
      messaging_product: 'whatsapp',
      metadata: { phone_number_id: sim.phoneNumberId },
      statuses: Array.from({ length: 3_000_000 / JSON.stringify([status]).length }, () => status),
      messages: [{ from: ada.waId, id: 'wamid.LAST', timestamp: '1767225600', type: 'text', text: { body: 'Hello?' } }],
    };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
    });
    const reported = await gateway.request('POST', '/webhooks/default/whatsapp/talk', {
      body,
      headers: { 'x-hub-signature-256': signBody(sim.appSecret, body) },
    });
    expect([reported.status, reported.json]).toEqual([200, undefined]);
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ text: 'Hello?' });
  });

  it('takes a text that names the question, and one that replies to it', async () => {
    const { sim, gateway, ada } = await start();
    await register({ sim, gateway }, { id: 'ops', target: ada.waId });
    await sim.setWebhook(addressOf(gateway, 'ops'));
    for (const text of ['Which day?', 'Which hour?']) {
      await gateway.call(createPrompt, { body: { channel_id: 'ops', text, allow_text: true } });
    }
    await sim.writeText({ person: ada, text: 'ID:#1 Übermorgen 🙂' });
    await sim.writeText({ person: ada, text: 'at nine', replyTo: sim.messages(ada)[1]?.id ?? '' });
    expect(await gateway.call(getPrompt, { params: { id: '#1' } })).toMatchObject({
      state: 'answered',
      answer: 'Übermorgen 🙂',
    });
    expect(await gateway.call(getPrompt, { params: { id: '#2' } })).toMatchObject({
      state: 'answered',
      answer: 'at nine',
    });
  });

  it('carries a conversation, and keeps those of two people on one number apart', async () => {
    const { sim, gateway, ada } = await start();
    const [forAda, forBob] = [await startReceiver(), await startReceiver()];
    const bob = sim.addPerson({ name: 'Bob' });
    await register({ sim, gateway }, { id: 'ada', target: ada.waId, callbackUrl: forAda.url });
    await register({ sim, gateway }, { id: 'bob', target: bob.waId, callbackUrl: forBob.url });
    await sim.setWebhook(addressOf(gateway, 'ada'));
    await sim.writeTexts(ada, ['first', 'second']);
    await sim.writeText({ person: bob, text: 'hello' });
    await sim.redeliver();
    expect((await forAda.waitFor(2)).map(({ json }) => [json.channel_id, json.text])).toEqual([
      ['ada', 'first'],
      ['ada', 'second'],
    ]);
    expect((await forBob.waitFor(1))[0]?.json).toMatchObject({
      channel_id: 'bob',
      text: 'hello',
      sender: { id: bob.waId },
    });
    const sent = await gateway.call(sendMessage, { body: { channel_id: 'bob', text: 'Good morning' } });
    expect(sent).toMatchObject({ status: 'sent', platform_message_id: sim.messages(bob).at(-1)?.id });
    expect(texts(sim, bob)).toEqual(['Good morning']);
    expect(forBob.received).toHaveLength(1);
  });

  it('shows a picture above the buttons', async () => {
    const { sim, gateway, ada } = await start();
    await register({ sim, gateway }, { id: 'ops', target: ada.waId });
    const media_url = 'https://example.com/chart.png';
    await gateway.call(createPrompt, { body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes'], media_url } });
    expect(sim.messages(ada)).toMatchObject([{ text: 'Ship it?', media: { kind: 'image', link: media_url } }]);
  });

  it('shows refused credentials, and says how to make better ones', async () => {
    const { sim, gateway, ada } = await start();
    await register({ sim, gateway }, { id: 'ops', target: ada.waId, accessToken: 'EAAwrong' });
    const failing = await until(async () => {
      const channel = await gateway.call(getChannel, { params: { id: 'ops' } });
      return channel.health.state === 'failing' ? channel.health : null;
    });
    expect(failing.detail).toMatch(/refuses the access token.*system user/);
    const tested = await gateway.call(testChannel, { params: { id: 'ops' } });
    expect(tested).toMatchObject({ ok: false, problems: [expect.stringContaining('refuses the access token')] });
    const asked = await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'ops', text: 'Ship it?' } });
    expect([asked.status, asked.json.detail]).toEqual([400, expect.stringContaining('refuses the access token')]);
  });

  it('refuses forged events and wrong verify tokens', async () => {
    const { sim, gateway, ada } = await start();
    await register({ sim, gateway }, { id: 'ops', target: ada.waId });
    const path = '/webhooks/default/whatsapp/ops';
    const forged = await gateway.request('POST', path, {
      body: { object: 'whatsapp_business_account', entry: [] },
      headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    });
    expect([forged.status, forged.json.detail]).toEqual([401, expect.stringContaining('X-Hub-Signature-256')]);
    const challenge = (token: string) =>
      gateway.request(
        'GET',
        `${path}?hub.mode=subscribe&hub.challenge=42&hub.verify_token=${encodeURIComponent(token)}`,
      );
    expect((await challenge('wrong')).status).toBe(403);
    const right = await challenge(sim.verifyToken);
    expect([right.status, right.text, right.headers.get('content-type')]).toEqual([
      200,
      '42',
      expect.stringMatching(/^text\/plain/),
    ]);
  });
});
