import { expect, it } from 'vitest';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { adminKey, as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { deploy, startRuled } from '../rules/fixture.js';

const body = {
  text: 'Ship it?',
  channel_id: 'approvals',
  action: deploy,
  decisions: ['approve', 'reject'],
  collapse: true,
};
const numsOf = (replies: readonly { readonly json: { readonly prompt_num?: number } }[]) => [
  ...new Set(replies.map(({ json }) => json.prompt_num)),
];

onEveryEngine((engine) => {
  it('collapse: 40 simultaneous requests post one message, and count as one of RATE_LIMIT_CHANNEL and MAX_OPEN_PROMPTS_PER_CHANNEL', async () => {
    const { telegram, env: platform } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const limits = { RATE_LIMIT_CHANNEL: '1:2', MAX_OPEN_PROMPTS_PER_CHANNEL: '1' };
    const gateway = await startKeyedGateway({ env: { ...(await engine.empty()), ...platform, ...limits } });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
    const { request } = await makeKey(gateway, { preset: 'agent' });
    const replies = await Promise.all(Array.from({ length: 40 }, () => request('POST', '/v1/prompts/new', body)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(numsOf(replies)).toEqual([1]);
    expect(replies.filter(({ json }) => json.collapsed === true)).toHaveLength(39);
    expect(telegram.messages({ chat: ada })).toHaveLength(1);
    expect((await request('POST', '/v1/prompts/new', { ...body, correlation_id: 'other' })).json).toMatchObject({
      code: 'too_many_open_prompts',
    });
  });

  it('collapse: a request waits for the post of the same question, and is refused for now after 5 s', async () => {
    const { post, telegram, clock } = await startRuled(engine);
    telegram.failNext('sendMessage', { delayMs: 3000 });
    const replies: Awaited<ReturnType<typeof post>>[] = [];
    const both = Promise.all([1, 2].map(async () => replies.push(await post({ collapse: true }))));
    await until(() => {
      clock.advance(100);
      return replies.length === 1;
    });
    await both;
    expect(replies[0]).toMatchObject({ status: 409, json: { code: 'idempotency_in_progress', retryable: true } });
    expect(replies[1]).toMatchObject({ status: 200, json: { prompt_num: 1 } });
    expect((await post({ collapse: true })).json).toMatchObject({ prompt_num: 1, collapsed: true });
  });

  it('collapse: when the post of the same question fails, the request that waits for it asks', async () => {
    const { post, telegram, clock, atAda } = await startRuled(engine);
    telegram.failNext('sendMessage', { delayMs: 200, error: { code: 400, description: 'Bad Request: no' } });
    const replies: Awaited<ReturnType<typeof post>>[] = [];
    for (const reply of [1, 2].map(() => post({ collapse: true }))) void reply.then((each) => replies.push(each));
    await until(() => {
      clock.advance(10);
      return replies.length === 2;
    });
    expect(replies.map(({ status }) => status)).toEqual([400, 200]);
    expect(replies[1]?.json).not.toHaveProperty('collapsed');
    expect(atAda()).toHaveLength(1);
  });
});

onPostgres((engine) => {
  it('collapse: simultaneous requests to two instances post one message', async () => {
    const { telegram, env: platform } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const env = { ...(await engine.empty()), ...platform };
    const gateways = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
    const [one] = gateways;
    if (!one) throw new Error('There is no gateway.');
    await registerChannel(one, telegram, { id: 'approvals', chat: ada });
    const { key } = await makeKey(one, { preset: 'agent' });
    const askers = gateways.map((gateway) => as(gateway, key));
    for (const correlation_id of ['a', 'b', 'c', 'd', 'e']) {
      const asked = Array.from({ length: 10 }, (_, at) => askers[at % 2]).flatMap((request) => request ?? []);
      const given = await Promise.all(
        asked.map((request) => request('POST', '/v1/prompts/new', { ...body, correlation_id })),
      );
      expect(given.map(({ status }) => status)).toEqual(given.map(() => 200));
      expect(numsOf(given)).toHaveLength(1);
    }
    expect(telegram.messages({ chat: ada })).toHaveLength(5);
    expect((await as(one, adminKey)('GET', '/v1/prompts')).json).toHaveLength(5);
  });
});
