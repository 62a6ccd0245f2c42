import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannel, createPrompt, getChannel, getStatistics, testChannel, updateChannel } from '@gateway/contract';
import { startWhatsAppSimulator } from '@gateway/simulators/whatsapp';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

async function setUpWhatsApp(env: Record<string, string> = {}) {
  const sim = await startWhatsAppSimulator();
  onTestFinished(() => sim.close());
  const gateway = await startTestGateway({ env: { PLATFORM_WHATSAPP_API_URL: sim.url, ...env } });
  const ada = sim.addPerson({ name: 'Ada', username: 'ada' });
  return {
    sim,
    gateway,
    ada,
    register: () =>
      gateway.call(createChannel, {
        body: {
          channel_id: 'ops',
          platform: 'whatsapp',
          target_chat_id: ada.waId,
          channel_type: 'PROMPT',
          credentials: {
            access_token: sim.accessToken,
            phone_number_id: sim.phoneNumberId,
            app_secret: sim.appSecret,
            verify_token: sim.verifyToken,
          },
        },
      }),
    health: async () => (await gateway.call(getChannel, { params: { id: 'ops' } })).health,
    test: () => gateway.call(testChannel, { params: { id: 'ops' } }),
  };
}

const mayNotBeDescribed = { error: { status: 403, code: 10, message: '(#10) Not permitted' } };
const publicUrl = { PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' };

describe('channel health', () => {
  it('is failing without PUBLIC_WEBHOOK_URL on a webhook platform until an event arrives', async () => {
    const { sim, gateway, ada, register, health, test } = await setUpWhatsApp();
    await register();
    await until(async () => (await health()).state === 'failing');
    expect((await health()).detail).toContain('PUBLIC_WEBHOOK_URL');
    expect((await test()).ok).toBe(true);
    expect((await health()).state, 'a test shows no inbound event').toBe('failing');

    await sim.setWebhook(`${gateway.url}/webhooks/default/whatsapp/ops`);
    await sim.writeText({ person: ada, text: 'hello' });
    await until(async () => (await health()).state === 'ok');
  });

  it('is unknown until a check succeeds, and counted as unverified', async () => {
    const { sim, gateway, register, health, test } = await setUpWhatsApp(publicUrl);
    // The platform does not answer while the channel is registered.
    sim.failNext('*', { hang: true, times: 10 });
    await register();
    const { channels } = await gateway.call(getStatistics, {});
    expect(channels).toMatchObject({ active: 1, failing: 0, unverified: 1 });
    expect((await health()).state).toBe('unknown');

    sim.clearFaults();
    sim.failNext('*', mayNotBeDescribed);
    const { problems } = await test();
    expect(await health()).toMatchObject({ state: 'failing', detail: problems.join(' ') });
    expect((await test()).ok).toBe(true);
    expect(await health()).toMatchObject({ state: 'ok', detail: null });
  });

  it('becomes ok with the first event from its chat', async () => {
    const { sim, gateway, ada, register, health } = await setUpWhatsApp(publicUrl);
    sim.failNext('*', { hang: true, times: 10 });
    await register();
    sim.clearFaults();
    await sim.setWebhook(`${gateway.url}/webhooks/default/whatsapp/ops`);
    const bob = sim.addPerson({ name: 'Bob', username: 'bob' });
    await sim.writeText({ person: bob, text: 'not from this chat' });
    expect((await health()).state).toBe('unknown');
    await sim.writeText({ person: ada, text: 'hello' });
    await until(async () => (await health()).state === 'ok');
  });

  it('keeps a failed chat check when the account recovers, until a message is posted', { tags: ['slow'] }, async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ env });
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
    const params = { id: 'approvals' };
    const health = async () => (await gateway.call(getChannel, { params })).health;
    await until(async () => (await health()).state === 'ok');
    telegram.failNext('getChat', {
      answer: { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' } },
    });
    expect((await gateway.call(testChannel, { params })).ok).toBe(false);
    expect((await health()).state).toBe('failing');
    // The account fails and recovers, which shows nothing about the chat.
    telegram.failNext('getUpdates', {
      answer: { status: 502, body: { ok: false, error_code: 502, description: 'Bad Gateway' } },
      times: 3,
    });
    // A text from another chat ends the long poll.
    telegram.writeText({ chat: telegram.addUser({ firstName: 'Bob' }), text: 'hello' });
    await until(async () => (await health()).detail?.includes('Bad Gateway'));
    await until(async () => !(await health()).detail?.includes('Bad Gateway'));
    expect(await health()).toMatchObject({ state: 'failing', detail: expect.stringContaining('chat') });

    await gateway.call(createPrompt, { body: { channel_id: 'approvals', text: 'Deploy?', options: ['Yes'] } });
    await until(async () => (await health()).state === 'ok');
  });

  it('is checked again when the credentials change', async () => {
    const { sim, gateway, register, health } = await setUpWhatsApp(publicUrl);
    await register();
    await until(async () => (await health()).state === 'ok');
    sim.failNext('*', { ...mayNotBeDescribed, times: 10 });
    await gateway.call(updateChannel, {
      params: { id: 'ops' },
      body: { credentials: { app_secret: 'another secret' } },
    });
    expect(await health()).toMatchObject({ state: 'failing', detail: expect.stringContaining('(#10)') });
  });
});
