import { createPrompt, getChannel, getMessage, getPrompt, sendMessage } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { sqlite } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { startTestGateway } from '../harness/gateway.js';
import { startMessenger, startWhatsApp } from '../harness/graph-apps.js';
import { holdReplies } from '../harness/held-replies.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const question = { channel_id: 'ops', text: 'Ship it?', options: ['Yes', 'No'] };
const notOnWhatsApp = { code: 131_026, title: 'Message undeliverable', details: 'Message Undeliverable.' };

async function startWithAda(options: Parameters<typeof startWhatsApp>[0] = {}) {
  const whatsapp = await startWhatsApp(options);
  const ada = whatsapp.addPerson('Ada');
  const receiver = await startReceiver();
  await whatsapp.register({ id: 'ops', target: ada.target });
  await whatsapp.register({ id: 'chat', target: ada.target, callbackUrl: receiver.url });
  await whatsapp.sim.setWebhook(whatsapp.addressOf('ops'));
  const { gateway } = whatsapp;
  return {
    ...whatsapp,
    ada,
    receiver,
    prompt: (id = '1') => gateway.call(getPrompt, { params: { id } }),
    health: async (id: string) => (await gateway.call(getChannel, { params: { id } })).health,
  };
}

describe('a WhatsApp question that WhatsApp accepted and could not deliver', () => {
  it('expires as undeliverable with the reason, calls back, and turns the channel failing', async () => {
    const { sim, gateway, ada, receiver, prompt, health, said } = await startWithAda();
    const reader = await readEvents(gateway);
    sim.failDelivery(notOnWhatsApp);
    await gateway.call(createPrompt, { body: { ...question, callback_url: receiver.url, notify_on_expiry: true } });
    const closed = await until(async () => {
      const record = await prompt();
      return record.state === 'expired' ? record : null;
    });
    const reason = expect.stringMatching(/^WhatsApp: Message undeliverable.*country code and digits/);
    expect(closed).toMatchObject({ closed_reason: 'undeliverable', closed_detail: reason, delivery_state: 'failed' });
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      type: 'prompt.expired',
      prompt_id: '#1',
      closed_reason: 'undeliverable',
      closed_detail: reason,
    });
    expect(callback?.headers['x-signature']).toMatch(/^sha256=/);
    await until(() => reader.summaries().includes('prompt.expired #1'));
    expect(
      await until(async () => ((await health('ops')).state === 'failing' ? await health('ops') : null)),
    ).toMatchObject({
      detail: reason,
    });
    expect(gateway.logLines.join('\n')).toContain('A prompt was not delivered');
    // The person cannot be told either.
    expect(said(ada.target)).toHaveLength(1);
  });

  it('expires also when the report comes before the reply to the post', async () => {
    let release = () => {};
    const via = async (url: string) => {
      const held = await holdReplies(url);
      release = held.release;
      return held.url;
    };
    const { sim, gateway, ada, prompt } = await startWithAda({ via });
    sim.failDelivery(notOnWhatsApp);
    const asking = gateway.call(createPrompt, { body: question });
    const [posted] = await until(() => (sim.messages(ada).length > 0 ? sim.messages(ada) : null));
    // Resolves when the gateway has acknowledged the report.
    await sim.sendChange(
      statusOf(sim.phoneNumberId, ada.waId, { id: posted?.id, status: 'failed', errors: [notOnWhatsApp] }),
    );
    release();
    await asking;
    await until(async () => (await prompt()).closed_reason === 'undeliverable');
  });

  it('expires also when the report comes before the reply to the post, and the gateway ends before it tries again', async () => {
    let release = () => {};
    const via = async (url: string) => {
      const held = await holdReplies(url);
      release = held.release;
      return held.url;
    };
    const clock = manualClock();
    const env = await sqlite.empty();
    const { sim, gateway, ada } = await startWithAda({ via, clock, env });
    sim.failDelivery(notOnWhatsApp);
    const asking = gateway.call(createPrompt, { body: question });
    const [posted] = await until(() => (sim.messages(ada).length > 0 ? sim.messages(ada) : null));
    // Resolves when the gateway has acknowledged the report.
    await sim.sendChange(
      statusOf(sim.phoneNumberId, ada.waId, { id: posted?.id, status: 'failed', errors: [notOnWhatsApp] }),
    );
    release();
    await asking;
    await gateway.stop();
    clock.advance(1000);
    const next = await startTestGateway({ env: { ...env, PLATFORM_WHATSAPP_API_URL: sim.url }, clock });
    await until(async () => (await next.call(getPrompt, { params: { id: '1' } })).closed_reason === 'undeliverable');
  });

  it('expires when only one of its messages was not delivered, and takes no press any more', async () => {
    const { sim, gateway, ada, prompt, said } = await startWithAda();
    sim.failDelivery(notOnWhatsApp);
    await gateway.call(createPrompt, { body: { ...question, text: 'x'.repeat(1500) } });
    await until(async () => (await prompt()).closed_reason === 'undeliverable');
    await sim.press({ person: ada, button: 'Yes' });
    await until(() =>
      said(ada.target).some(({ text }) => text.startsWith('Question #1 was not delivered completely.')),
    );
    expect(await prompt()).toMatchObject({ state: 'expired', answer: null });
  });

  it('stays answered when the report comes after the answer', async () => {
    const { sim, gateway, ada, prompt } = await startWithAda();
    const { message_id: id } = await gateway.call(createPrompt, { body: question });
    await until(async () => (await prompt()).delivery_state === 'delivered');
    await sim.press({ person: ada, button: 'Yes' });
    await sim.sendChange(statusOf(sim.phoneNumberId, ada.waId, { id, status: 'failed', errors: [notOnWhatsApp] }));
    expect(await prompt()).toMatchObject({ state: 'answered', closed_reason: null, closed_detail: null });
  });
});

describe('a WhatsApp post', () => {
  it('shows accepted, delivered and read, never backwards', async () => {
    const { sim, gateway, ada, prompt } = await startWithAda();
    const { message_id: id } = await gateway.call(createPrompt, { body: question });
    await until(async () => (await prompt()).delivery_state === 'delivered');
    await sim.read(ada);
    await until(async () => (await prompt()).delivery_state === 'read');
    await sim.sendChange(statusOf(sim.phoneNumberId, ada.waId, { id, status: 'delivered' }));
    expect(await prompt()).toMatchObject({ state: 'pending', delivery_state: 'read' });
  });

  it('of a conversation becomes failed with the reason, on the event stream, too', async () => {
    const { sim, gateway, health } = await startWithAda();
    const reader = await readEvents(gateway);
    sim.failDelivery(notOnWhatsApp);
    const sent = await gateway.call(sendMessage, { body: { channel_id: 'chat', text: 'Hello' } });
    expect(sent).toMatchObject({ status: 'sent', stored: true, delivery_state: 'accepted', failure: null });
    const id = sent.stored ? sent.id : '';
    const failed = await until(() => reader.events.find(({ type }) => type === 'message.failed'));
    const failure = expect.stringContaining('country code and digits');
    expect(failed.data).toMatchObject({ id, status: 'failed', failure, delivery_state: 'failed' });
    expect(await gateway.call(getMessage, { params: { id } })).toMatchObject({ status: 'failed', failure });
    await until(async () => (await health('chat')).state === 'failing');
  });

  it('that arrives makes a failing channel ok, an accepted one does not', async () => {
    const { sim, gateway, ada, health } = await startWithAda();
    await sim.writeText({ person: ada, text: 'Hello' });
    await until(async () => (await health('chat')).last_inbound_at !== null);
    sim.failDelivery(notOnWhatsApp);
    await gateway.call(sendMessage, { body: { channel_id: 'chat', text: 'one' } });
    await until(async () => (await health('chat')).state === 'failing');
    sim.failDelivery(notOnWhatsApp);
    await gateway.call(sendMessage, { body: { channel_id: 'chat', text: 'two' } });
    expect((await health('chat')).state).toBe('failing');
    await gateway.call(sendMessage, { body: { channel_id: 'chat', text: 'three' } });
    await until(async () => (await health('chat')).state === 'ok');
    expect(sim.messages(ada).filter(({ by }) => by === 'business')).toHaveLength(3);
  });
});

describe('a Messenger post', () => {
  it.each([true, false])('shows accepted, delivered and read; message ids in the reports: %s', async (deliveryMids) => {
    const { sim, gateway, register, addressOf, addPerson } = await startMessenger({ deliveryMids });
    const ada = addPerson('Ada');
    await register({ id: 'ops', target: ada.target });
    await sim.setWebhook(addressOf('ops'));
    await gateway.call(createPrompt, { body: question });
    const prompt = () => gateway.call(getPrompt, { params: { id: '1' } });
    await until(async () => (await prompt()).delivery_state === 'delivered');
    await sim.read(ada.target);
    await until(async () => (await prompt()).delivery_state === 'read');
  });
});

/** A change with a status that the simulator does not send by itself. */
const statusOf = (phoneNumberId: string, waId: string, status: object) => ({
  metadata: { phone_number_id: phoneNumberId },
  statuses: [{ timestamp: '1767225600', recipient_id: waId, ...status }],
});
