import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPrompt, getPrompt, sendMessage } from '@gateway/contract';
import { signBody } from '@gateway/simulators/whatsapp';
import { manualClock } from '../harness/clock.js';
import { startWhatsApp } from '../harness/graph-apps.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

describe('a WhatsApp channel', () => {
  it('asks, records a press, confirms it, calls back signed, and shows later presses the answer', async () => {
    const { sim, gateway, register, addressOf, addPerson } = await startWhatsApp();
    const ada = addPerson('Ada');
    const receiver = await startReceiver();
    await register({ id: 'ops', target: `+${ada.waId}` });
    await sim.setWebhook(addressOf('ops'));
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
    await until(() =>
      sim.messages(ada).some(({ text }) => text.startsWith('Question #1 is closed. The answer was: Yes')),
    );
    expect(receiver.received).toHaveLength(1);
    expect(gateway.logLines.join('\n')).not.toContain(sim.accessToken);
  });

  it('accepts a webhook request of 3 MB, the maximum of Meta', async () => {
    const { sim, gateway, register, pathOf, addPerson } = await startWhatsApp();
    const ada = addPerson('Ada');
    const receiver = await startReceiver();
    await register({ id: 'talk', target: ada.target, callbackUrl: receiver.url });
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
    const reported = await gateway.request('POST', pathOf('talk'), {
      body,
      headers: { 'x-hub-signature-256': signBody(sim.appSecret, body) },
    });
    expect([reported.status, reported.json]).toEqual([200, undefined]);
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ text: 'Hello?' });
  });

  it('shows an image above the buttons', async () => {
    const { sim, gateway, register, addPerson } = await startWhatsApp();
    const ada = addPerson('Ada');
    await register({ id: 'ops', target: ada.target });
    const media_url = 'https://example.com/chart.png';
    await gateway.call(createPrompt, { body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes'], media_url } });
    expect(sim.messages(ada)).toMatchObject([{ text: 'Ship it?', media: { kind: 'image', link: media_url } }]);
  });
});

describe('a WhatsApp button in the format of a template', () => {
  const press = (payload: string, questionId: string) => ({
    type: 'button',
    context: { id: questionId },
    button: { payload, text: 'Yes' },
  });

  it('answers the question that it belongs to', async () => {
    const { sim, gateway, register, addressOf, addPerson } = await startWhatsApp();
    const ada = addPerson('Ada');
    await register({ id: 'ops', target: ada.target });
    await sim.setWebhook(addressOf('ops'));
    await gateway.call(createPrompt, { body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes', 'No'] } });
    const [question] = sim.messages(ada);
    await sim.sendChange(
      messagesOf(sim.phoneNumberId, ada.waId, press(question?.buttons[0]?.id ?? '', question?.id ?? '')),
    );
    expect(await gateway.call(getPrompt, { params: { id: '1' } })).toMatchObject({ state: 'answered', answer: 'Yes' });
    expect(sim.messages(ada).some(({ text }) => text.includes('takes no text'))).toBe(false);
  });

  it('of another program is forwarded as a text', async () => {
    const { sim, register, addressOf, addPerson } = await startWhatsApp();
    const ada = addPerson('Ada');
    const receiver = await startReceiver();
    await register({ id: 'talk', target: ada.target, callbackUrl: receiver.url });
    await sim.setWebhook(addressOf('talk'));
    await sim.sendChange(messagesOf(sim.phoneNumberId, ada.waId, press('CALL_ME', 'wamid.THEIRS')));
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({ text: 'Yes', platform_message_id: 'wamid.IN' });
  });
});

describe('a WhatsApp reply without a text', () => {
  it.each([
    ['a voice message', (id: string) => ({ type: 'audio', audio: { id: '1' }, context: { id } })],
    ['a reaction', (id: string) => ({ type: 'reaction', reaction: { message_id: id, emoji: '👍' } })],
  ])('gets one sentence about how to answer: %s', async (_name, replyTo) => {
    const { sim, gateway, register, addressOf, addPerson, said } = await startWhatsApp();
    const ada = addPerson('Ada');
    await register({ id: 'ops', target: ada.target });
    await sim.setWebhook(addressOf('ops'));
    await gateway.call(createPrompt, { body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes', 'No'] } });
    const reply = messagesOf(sim.phoneNumberId, ada.waId, replyTo(said(ada.target)[0]?.id ?? ''));
    // WhatsApp may send an event twice.
    await sim.sendChange(reply);
    await sim.sendChange(reply);
    await sim.sendChange(messagesOf(sim.phoneNumberId, ada.waId, { ...replyTo('wamid.OTHER'), id: 'wamid.IN2' }));
    await sim.writeText({ person: ada, text: 'ID:#1 Yes' });
    await until(() => said(ada.target).some(({ text }) => text.includes('takes no text')));
    const notices = said(ada.target).filter(({ text }) => text.startsWith('This does not count'));
    expect(notices.map(({ text }) => text)).toEqual([
      'This does not count as an answer to question #1: please press one of its buttons.',
    ]);
    expect(await gateway.call(getPrompt, { params: { id: '1' } })).toMatchObject({ state: 'pending' });
  });
});

describe('the 24-hour window of WhatsApp', () => {
  it('refuses a question and a message at once when it has closed, and lets them pass when the person writes', async () => {
    const clock = manualClock();
    const { sim, gateway, register, addressOf, addPerson } = await startWhatsApp({ clock });
    const ada = addPerson('Ada');
    const receiver = await startReceiver();
    await register({ id: 'ops', target: ada.target });
    await register({ id: 'talk', target: ada.target, callbackUrl: receiver.url });
    await sim.setWebhook(addressOf('ops'));
    const question = { channel_id: 'ops', text: 'Ship it?', options: ['Yes'] };
    // The gateway has not heard from the person, so WhatsApp decides.
    await gateway.call(createPrompt, { body: question });
    await sim.writeText({ person: ada, text: 'Hello' });
    const posts = sim.calls({ method: 'messages' }).length;
    clock.advance(24 * 3_600_000 + 5000);
    for (const [path, body] of [
      ['/v1/prompts/new', question],
      ['/v1/messages/send', { channel_id: 'talk', text: 'Hello?' }],
    ] as const) {
      const refused = await gateway.request('POST', path, { body });
      expect([refused.status, refused.json]).toEqual([
        400,
        expect.objectContaining({ code: 'window_closed', detail: expect.stringMatching(/24 hours.*ask the person/) }),
      ]);
    }
    expect(sim.calls({ method: 'messages' })).toHaveLength(posts);
    await sim.writeText({ person: ada, text: 'Good morning' });
    await gateway.call(createPrompt, { body: question });
    await gateway.call(sendMessage, { body: { channel_id: 'talk', text: 'Hello!' } });
  });
});

describe('Direct Send on a WhatsApp channel', () => {
  async function startDirect(directSend: 'yes' | 'no' | 'blocked') {
    const started = await startWhatsApp({ phoneNumber: { directSend } });
    const ada = started.sim.addPerson({ wrote: false });
    await started.register({ id: 'ops', target: ada.waId, outsideWindow: 'direct' });
    await started.sim.setWebhook(started.addressOf('ops'));
    const ask = () =>
      started.gateway.request('POST', '/v1/prompts/new', {
        body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes', 'No'] },
      });
    return { ...started, ada, ask };
  }

  it('asks a person who has never written, and takes the press', async () => {
    const { sim, gateway, ada, ask } = await startDirect('yes');
    expect((await ask()).status).toBe(200);
    expect(sim.messages(ada)).toMatchObject([{ isUtility: true, type: 'interactive' }]);
    const prompt = () => gateway.call(getPrompt, { params: { id: '1' } });
    await until(async () => (await prompt()).delivery_state === 'delivered');
    await sim.press({ person: ada, button: 'Yes' });
    expect(await prompt()).toMatchObject({ state: 'answered', answer: 'Yes' });
    // The press opened the window.
    expect((await ask()).status).toBe(200);
    expect(sim.messages(ada).at(-1)).toMatchObject({ isUtility: false });
  });

  it.each([
    ['no', 'window_closed', /not eligible for Direct Send/],
    ['blocked', 'platform_forbidden', /Meta blocked Direct Send/],
  ] as const)('explains that the account cannot use it: %s', async (directSend, code, detail) => {
    const { ask } = await startDirect(directSend);
    const refused = await ask();
    expect([refused.status, refused.json.code, refused.json.detail]).toEqual([
      400,
      code,
      expect.stringMatching(detail),
    ]);
  });

  it('can be switched off, and is refused on a platform without it', async () => {
    const { gateway, ada, sim, ask } = await startDirect('yes');
    const change = await gateway.request('PATCH', '/v1/channels/ops', { body: { outside_window: 'refuse' } });
    expect(change.status).toBe(200);
    expect((await gateway.request('GET', '/v1/channels/ops')).json).toMatchObject({ outside_window: 'refuse' });
    await ask();
    expect(sim.messages(ada)).toMatchObject([{ isUtility: false }]);
    const other = await gateway.request('POST', '/v1/channels/new', {
      body: {
        channel_id: 'tg',
        platform: 'telegram',
        channel_type: 'PROMPT',
        target_chat_id: '1',
        credentials: { bot_token: '123456789:AAE-dummy-dummy-dummy-dummy-dummy-d' },
        outside_window: 'direct',
      },
    });
    expect([other.status, other.json.detail]).toEqual([400, expect.stringContaining('no way to write outside')]);
  });
});

describe('a person on WhatsApp who changes the number', () => {
  it('is told to the operator by the health of the channel, which keeps its target until it is changed', async () => {
    const { sim, gateway, register, addressOf, addPerson } = await startWhatsApp();
    const ada = addPerson('Ada');
    await register({ id: 'ops', target: `+${ada.waId}` });
    await sim.setWebhook(addressOf('ops'));
    const system = { type: 'user_changed_number', wa_id: '4915100000099', body: 'Ada changed the number' };
    await sim.sendChange(messagesOf(sim.phoneNumberId, ada.waId, { type: 'system', system }));
    const channel = async () => (await gateway.request('GET', '/v1/channels/ops')).json;
    expect(await channel()).toMatchObject({
      target_chat_id: `+${ada.waId}`,
      health: { state: 'failing', detail: expect.stringContaining('Set the target chat to 4915100000099.') },
    });
    await gateway.request('PATCH', '/v1/channels/ops', { body: { target_chat_id: '+4915100000099' } });
    expect((await channel()).health.detail ?? '').not.toContain('is now');
  });
});

/** A change with a message that the simulator does not send by itself. */
const messagesOf = (phoneNumberId: string, waId: string, message: object) => ({
  metadata: { phone_number_id: phoneNumberId },
  messages: [{ from: waId, id: 'wamid.IN', timestamp: '1767225600', ...message }],
});
