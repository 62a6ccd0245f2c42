import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannel, createPrompt, deleteChannel, getChannel, getPrompt } from '@gateway/contract';
import { startMessengerSimulator } from '@gateway/simulators/messenger';
import { signBody, startWhatsAppSimulator, type PhoneNumber } from '@gateway/simulators/whatsapp';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres, type Engine } from '../harness/engines.js';
import { startTestGateway, type GatewayOptions, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

/** One app with two business numbers. The first number's channel has the app's callback address. */
async function start(options: GatewayOptions = {}) {
  const sim = await startWhatsAppSimulator({ webhookRetryMs: 20 });
  onTestFinished(() => sim.close());
  const gateway = await startTestGateway({ ...options, env: { ...options.env, PLATFORM_WHATSAPP_API_URL: sim.url } });
  const second = sim.addPhoneNumber();
  const ada = sim.addPerson({ name: 'Ada' });

  async function register(
    id: string,
    number: PhoneNumber,
    { callbackUrl, appSecret = sim.appSecret, at = gateway }: Registration = {},
  ) {
    await at.call(createChannel, {
      body: {
        channel_id: id,
        platform: 'whatsapp',
        target_chat_id: ada.waId,
        channel_type: callbackUrl === undefined ? 'PROMPT' : 'MESSAGE',
        credentials: {
          access_token: number.accessToken,
          phone_number_id: number.phoneNumberId,
          app_secret: appSecret,
          verify_token: sim.verifyToken,
        },
        ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
      },
    });
  }

  /** Posts several events in one request to the app's address. */
  async function post(events: readonly object[]) {
    const entry = events.flatMap((event) => (event as { entry: object[] }).entry);
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
    return await gateway.request('POST', '/webhooks/default/whatsapp/first', {
      body,
      headers: { 'x-hub-signature-256': signBody(sim.appSecret, body) },
    });
  }

  return { sim, gateway, first: sim as PhoneNumber, second, ada, register, post };
}

interface Registration {
  readonly callbackUrl?: string;
  readonly appSecret?: string;
  readonly at?: TestGateway;
}

const addressOf = (gateway: TestGateway, platform: string, id: string) =>
  `${gateway.url}/webhooks/default/${platform}/${id}`;

onEveryEngine((engine: Engine) => {
  describe('two WhatsApp numbers of one app', () => {
    it('share its callback address, and each channel gets the texts to its number', async () => {
      const { sim, gateway, first, second, ada, register } = await start({ engine });
      const [forFirst, forSecond] = [await startReceiver(), await startReceiver()];
      await register('first', first, { callbackUrl: forFirst.url });
      await register('second', second, { callbackUrl: forSecond.url });
      await sim.setWebhook(addressOf(gateway, 'whatsapp', 'first'));
      await sim.writeText({ person: ada, text: 'to the first' });
      await sim.writeText({ person: ada, text: 'to the second', to: second });
      expect(await sim.redeliver()).toBe(true);
      expect((await forSecond.waitFor(1)).map(({ json }) => [json.channel_id, json.text])).toEqual([
        ['second', 'to the second'],
      ]);
      expect((await forFirst.waitFor(1)).map(({ json }) => json.text)).toEqual(['to the first']);
      expect(forSecond.received).toHaveLength(1);
    });

    it('record answers to either, and a late press is answered from the number that asked', async () => {
      const { sim, gateway, first, second, ada, register } = await start({ engine });
      await register('first', first);
      await register('second', second);
      await sim.setWebhook(addressOf(gateway, 'whatsapp', 'first'));
      await gateway.call(createPrompt, { body: { channel_id: 'second', text: 'Ship it?', options: ['Yes', 'No'] } });
      const question = sim.messages(ada).at(-1)!;
      expect(await sim.press({ person: ada, button: 'No' })).toBe(true);
      expect(await gateway.call(getPrompt, { params: { id: '#1' } })).toMatchObject({
        state: 'answered',
        answer: 'No',
      });
      await sim.press({ person: ada, button: 'Yes', message: question.id });
      const lateNotice = await until(() =>
        sim.messages(ada).find(({ text }) => text.startsWith('Question #1 is closed')),
      );
      expect(lateNotice.phoneNumberId).toBe(second.phoneNumberId);
    });

    it('may both occur in one request, which is processed once when repeated', async () => {
      const { sim, first, second, ada, register, post } = await start({ engine });
      const [forFirst, forSecond] = [await startReceiver(), await startReceiver()];
      await register('first', first, { callbackUrl: forFirst.url });
      await register('second', second, { callbackUrl: forSecond.url });
      await sim.writeText({ person: ada, text: 'one' });
      await sim.writeText({ person: ada, text: 'two', to: second });
      for (let time = 0; time < 3; time += 1) expect((await post(sim.events())).status).toBe(200);
      expect((await forFirst.waitFor(1)).map(({ json }) => json.text)).toEqual(['one']);
      expect((await forSecond.waitFor(1)).map(({ json }) => json.text)).toEqual(['two']);
      expect([forFirst.received.length, forSecond.received.length]).toEqual([1, 1]);
    });
  });
});

describe('an event at the address of another WhatsApp number', () => {
  it('is ignored when no channel has its number, or only one with another app secret', async () => {
    const { sim, gateway, first, second, ada, register, post } = await start();
    const receiver = await startReceiver();
    await register('first', first);
    await register('foreign', second, { callbackUrl: receiver.url, appSecret: 'the secret of another app' });
    await sim.writeText({ person: ada, text: 'not for you', to: second });
    await sim.writeText({ person: ada, text: 'to an unknown number', to: sim.addPhoneNumber() });
    expect((await post(sim.events())).status).toBe(200);
    expect(receiver.received).toEqual([]);
    const line = gateway.logLines.find((each) => each.includes('were ignored'));
    expect(line).toContain(second.phoneNumberId);
    expect(line).not.toContain('not for you');
  });

  it('is ignored when its channel was removed', async () => {
    const { sim, gateway, first, second, ada, register, post } = await start();
    const receiver = await startReceiver();
    await register('first', first);
    await register('second', second, { callbackUrl: receiver.url });
    await gateway.call(deleteChannel, { params: { id: 'second' } });
    await sim.writeText({ person: ada, text: 'too late', to: second });
    expect((await post(sim.events())).status).toBe(200);
    expect(receiver.received).toEqual([]);
  });

  it('is rejected when the app did not sign it', async () => {
    const { sim, gateway, first, second, ada, register } = await start();
    const receiver = await startReceiver();
    await register('first', first);
    await register('second', second, { callbackUrl: receiver.url, appSecret: 'the secret of another app' });
    await sim.writeText({ person: ada, text: 'forged', to: second });
    const body = JSON.stringify(sim.events()[0]);
    const reply = await gateway.request('POST', '/webhooks/default/whatsapp/first', {
      body,
      headers: { 'x-hub-signature-256': signBody('the secret of another app', body) },
    });
    expect([reply.status, receiver.received]).toEqual([401, []]);
  });

  onPostgres((engine) => {
    it('reaches a channel that another instance has just registered', async () => {
      const database = await engine.empty();
      const { sim, first, second, ada, register, post } = await start({ env: database, clock: manualClock() });
      const other = await startTestGateway({
        env: { ...database, PLATFORM_WHATSAPP_API_URL: sim.url },
        clock: manualClock(),
      });
      const receiver = await startReceiver();
      await register('first', first);
      await register('second', second, { callbackUrl: receiver.url, at: other });
      await sim.writeText({ person: ada, text: 'hello', to: second });
      expect((await post(sim.events())).status).toBe(200);
      expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ channel_id: 'second', text: 'hello' });
    });
  });
});

/** One app with two pages. The first page's channel has the app's callback address. */
async function startPages() {
  const clock = manualClock();
  const sim = await startMessengerSimulator({ webhookRetryMs: 20 });
  onTestFinished(() => sim.close());
  const gateway = await startTestGateway({ clock, env: { PLATFORM_MESSENGER_API_URL: sim.url } });
  const second = sim.addPage();
  const receiver = await startReceiver();
  const [ada, bob] = [sim.addPerson({ name: 'Ada' }), sim.addPerson({ name: 'Bob', page: second })];
  const register = async (id: string, target: string, token: string) =>
    await gateway.call(createChannel, {
      body: {
        channel_id: id,
        platform: 'messenger',
        target_chat_id: target,
        channel_type: 'MESSAGE',
        callback_url: receiver.url,
        credentials: { page_access_token: token, app_secret: sim.appSecret, verify_token: sim.verifyToken },
      },
    });
  return { clock, sim, gateway, second, receiver, ada, bob, register };
}

describe('two Messenger pages of one app', () => {
  it('share its callback address, and each channel gets the texts to its page', async () => {
    const { sim, gateway, second, receiver, ada, bob, register } = await startPages();
    await register('first', ada.psid, sim.pageAccessToken);
    await register('second', bob.psid, second.pageAccessToken);
    await sim.setWebhook(addressOf(gateway, 'messenger', 'first'));
    expect(await sim.writeText({ person: bob, text: 'to the second' })).toBe(true);
    expect(await sim.redeliver()).toBe(true);
    expect(await sim.writeText({ person: ada, text: 'to the first' })).toBe(true);
    expect((await receiver.waitFor(2)).map(({ json }) => [json.channel_id, json.text])).toEqual([
      ['second', 'to the second'],
      ['first', 'to the first'],
    ]);
  });

  it('still get their events when their tokens are refused', async () => {
    const { sim, gateway, second, receiver, ada, bob, register } = await startPages();
    await register('first', ada.psid, sim.pageAccessToken);
    await register('second', bob.psid, second.pageAccessToken);
    await sim.setWebhook(addressOf(gateway, 'messenger', 'first'));
    for (const id of ['first', 'second']) {
      await until(async () => (await gateway.call(getChannel, { params: { id } })).health.state !== 'unknown');
    }
    sim.revokeToken(second);
    sim.revokeToken();
    expect(await sim.writeText({ person: bob, text: 'still here' })).toBe(true);
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ channel_id: 'second', text: 'still here' });
  });

  it('make Meta retry an event whose page is not known yet', async () => {
    const { clock, sim, gateway, second, receiver, ada, bob, register } = await startPages();
    await register('first', ada.psid, sim.pageAccessToken);
    await sim.setWebhook(addressOf(gateway, 'messenger', 'first'));
    // One call by the connection for its page, and two by the check at registration for page and person.
    await until(() => sim.calls({ method: 'node' }).length === 3);
    const error = { status: 500, message: 'An unknown error has occurred.', code: 1 };
    sim.failNext('node', { error, times: 1000 });
    await register('second', bob.psid, second.pageAccessToken);
    const acknowledged = sim.writeText({ person: bob, text: 'wait' });
    await until(() => gateway.logLines.filter((line) => line.includes('"status":503')).length > 2);
    expect(receiver.received).toEqual([]);
    sim.clearFaults();
    clock.advance(60_000);
    expect(await acknowledged).toBe(true);
    expect((await receiver.waitFor(1)).map(({ json }) => json.text)).toEqual(['wait']);
  });
});
