import { expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { registerChannel, startTestGateway } from '../harness/gateway.js';

onEveryEngine((engine) => {
  it('MAX_OPEN_PROMPTS_PER_CHANNEL lets as many of 20 simultaneous prompts open as it allows, and more after a cancellation', async () => {
    const clock = manualClock();
    const { gateway, telegram, ada, post, ask, chat } = await startAsking({
      engine,
      clock,
      env: { MAX_OPEN_PROMPTS_PER_CHANNEL: '7' },
    });
    await registerChannel(gateway, telegram, { id: 'others', chat: ada });
    const question = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] };
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(question)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(chat()).toHaveLength(7);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      json: {
        code: 'too_many_open_prompts',
        retryable: true,
        detail: expect.stringMatching(
          /"approvals" has 7 open prompts, and MAX_OPEN_PROMPTS_PER_CHANNEL allows 7: wait/,
        ),
      },
    });
    expect((await post({ ...question, channel_id: undefined, channels: ['others', 'approvals'] })).status).toBe(429);
    await ask({ channel_id: 'others', options: ['Yes'] });

    expect((await gateway.request('POST', '/v1/prompts/1/cancel')).status).toBe(200);
    clock.advance(1000);
    expect([(await post(question)).status, (await post(question)).status]).toEqual([200, 429]);
    const { text } = await gateway.request('GET', '/metrics');
    expect(text).toMatch(/gateway_rate_limited_total\{subject="open_prompts"\} 1[4-6]/);
  });
});

onPostgres((engine) => {
  it('an instance notices within a minute that another one has filled a channel', async () => {
    const clock = manualClock();
    const env = { ...(await engine.empty()), MAX_OPEN_PROMPTS_PER_CHANNEL: '8' };
    const { telegram, post } = await startAsking({ clock, env });
    const other = await startTestGateway({ clock, env: { ...env, PLATFORM_TELEGRAM_API_URL: telegram.url } });
    const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] };
    const askOther = async () => (await other.request('POST', '/v1/prompts/new', { body })).status;
    expect(await askOther()).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1) statuses.push((await post(body)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    clock.advance(60_000);
    expect(await askOther()).toBe(429);
  });
});
