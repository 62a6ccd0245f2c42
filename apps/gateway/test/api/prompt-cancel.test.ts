import { describe, expect, it } from 'vitest';
import { promptExpired } from '@gateway/contract';
import { createHmac } from 'node:crypto';
import { onEveryEngine } from '../harness/engines.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { manualClock } from '../harness/clock.js';
import { startAsking } from './asking.js';

describe('POST /v1/prompts/{id}/cancel', () => {
  onEveryEngine((engine) => {
    it('expires the prompt, closes its message and rejects later answers', async () => {
      const { gateway, telegram, ada, ask, get, chat } = await startAsking({ engine });
      await ask({ options: ['Yes'] });
      const cancelled = await gateway.request('POST', '/v1/prompts/%231/cancel');
      expect(cancelled).toMatchObject({
        status: 200,
        json: { id: '#1', state: 'expired', closed_reason: 'cancelled', answer: null },
      });
      await until(() => telegram.messages({ chat: ada })[0]?.reply_markup === undefined);
      expect(chat()[0]).not.toBe('Ship it?');
      telegram.writeText({ chat: ada, text: 'ID:#1 yes' });
      await until(() => chat().length > 2);
      expect(await get(1)).toMatchObject({ state: 'expired', answer: null });
      expect((await gateway.request('POST', '/v1/prompts/1/cancel')).status).toBe(409);
    });
  });

  it('answers 404 for an unknown prompt', async () => {
    const { gateway } = await startAsking();
    expect((await gateway.request('POST', '/v1/prompts/99/cancel')).status).toBe(404);
  });
});

describe('notify_on_expiry', () => {
  it.each([
    ['ttl', 'its time to live ends'],
    ['cancelled', 'it is cancelled'],
  ])('sends a signed prompt.expired (%s) when %s', async (reason) => {
    const receiver = await startReceiver();
    const clock = manualClock();
    const { gateway, ask } = await startAsking({ clock });
    await ask({ ttl_sec: 60, callback_url: receiver.url, notify_on_expiry: true, correlation_id: 'release-7' });
    await ask({ ttl_sec: 60, callback_url: receiver.url });
    if (reason === 'ttl') clock.advance(61_000);
    else for (const id of [1, 2]) await gateway.request('POST', `/v1/prompts/${id}/cancel`);
    const [event] = await receiver.waitFor(1);
    expect(promptExpired.strict().parse(event?.json)).toMatchObject({
      prompt_id: '#1',
      closed_reason: reason,
      correlation_id: 'release-7',
    });
    const signature = createHmac('sha256', 'a signing secret for tests')
      .update(event?.body ?? '')
      .digest('hex');
    expect(event?.headers['x-signature']).toBe(`sha256=${signature}`);
    expect(receiver.received).toHaveLength(1);
  });
});
