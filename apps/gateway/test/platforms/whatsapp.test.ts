import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPrompt } from '@gateway/contract';
import { signBody } from '@gateway/simulators/whatsapp';
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
