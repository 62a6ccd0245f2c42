import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPrompt } from '@gateway/contract';
import { startMessenger } from '../harness/graph-apps.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

describe('a Messenger channel', () => {
  it('asks, records a press, confirms it, calls back signed, and shows later presses the answer', async () => {
    const { sim, gateway, register, addressOf, addPerson } = await startMessenger();
    const ada = addPerson('Ada');
    const receiver = await startReceiver();
    await register({ id: 'ops', target: ada.target });
    await sim.setWebhook(addressOf('ops'));
    await gateway.call(createPrompt, {
      body: {
        channel_id: 'ops',
        text: `Ship it? ${'x'.repeat(700)}`,
        options: ['Yes', 'No'],
        callback_url: receiver.url,
      },
    });
    const question = sim.messages(ada).at(-1);
    expect(question?.buttons.map(({ title, kind }) => [title, kind])).toEqual([
      ['Yes', 'template'],
      ['No', 'template'],
    ]);

    expect(await sim.press({ person: ada, button: 'Yes' })).toBe(true);
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      type: 'prompt.answered',
      answer: { type: 'option', value: 'Yes' },
      answered_by: { id: ada.psid },
    });
    const signature = createHmac('sha256', 'a signing secret for tests')
      .update(callback?.body ?? '')
      .digest('hex');
    expect(callback?.headers['x-signature']).toBe(`sha256=${signature}`);
    const confirmation = await until(() => sim.messages(ada).find(({ text }) => text.includes('✅')));
    expect(confirmation).toMatchObject({ replyTo: question?.mid, text: expect.stringContaining('Yes') });

    await sim.press({ person: ada, button: 'No' });
    await until(() =>
      sim.messages(ada).some(({ text }) => text.startsWith('Question #1 is closed. The answer was: Yes')),
    );
    expect(receiver.received).toHaveLength(1);
    expect(gateway.logLines.join('\n')).not.toContain(sim.pageAccessToken);
  });

  it('shows an image before the question', async () => {
    const { sim, gateway, register, addPerson } = await startMessenger();
    const ada = addPerson('Ada');
    await register({ id: 'ops', target: ada.target });
    const media_url = 'https://example.com/chart.png';
    await gateway.call(createPrompt, { body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes'], media_url } });
    expect(sim.messages(ada)).toMatchObject([{ media: { kind: 'image', url: media_url } }, { text: 'Ship it?' }]);
  });
});
