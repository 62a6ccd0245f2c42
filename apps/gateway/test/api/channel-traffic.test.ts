import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const HOUR_MS = 3_600_000;
/** The activity of channels is stored soon after. */
const STORED_MS = 2100;

async function start(engine?: Engine) {
  const clock = manualClock(Date.parse('2026-03-04T06:00:00Z'));
  const asking = await startAsking({
    ...(engine && { engine }),
    clock,
    env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey },
  });
  const { gateway, telegram, ada } = asking;
  const channel = async (id = 'approvals') => {
    clock.advance(STORED_MS);
    return (await gateway.request('GET', `/v1/channels/${id}`)).json;
  };
  const press = () => telegram.press({ chat: ada, user: ada, button: 0 });
  return { ...asking, clock, channel, press };
}

const unproven = { asked: null, answered: null, received: null };

onEveryEngine((engine) => {
  it('a channel is proven by a post, an answer and an event from the chat, each with its time and prompt', async () => {
    const { gateway, ask, channel, press } = await start(engine);
    const browser = await setUpConsole(gateway);
    expect(await channel()).toMatchObject({ health: { proofs: unproven }, traffic: [] });
    const num = await ask({ options: ['Yes'] });
    await until(async () => (await channel()).health.proofs.asked !== null);
    expect((await channel()).health.proofs).toMatchObject({
      asked: { prompt_id: null },
      answered: null,
      received: null,
    });
    await press();
    await until(async () => (await channel()).health.proofs.answered !== null);
    const { json } = await browser.request('GET', '/v1/channels/approvals');
    expect(json.health.proofs).toEqual({
      asked: { at: json.health.last_outbound_at, prompt_id: `#${num}` },
      answered: { at: expect.any(String), prompt_id: `#${num}` },
      received: { at: json.health.last_inbound_at, prompt_id: null },
    });
  });

  it('the traffic of a channel is listed for a week in periods of six hours', async () => {
    const { gateway, telegram, ask, channel, clock, press, post } = await start(engine);
    await ask({ options: ['Yes'] });
    await press();
    await until(async () => (await channel()).traffic[0]?.answered === 1);
    clock.advance(24 * HOUR_MS);
    telegram.failNext('sendMessage', {
      answer: { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: message is too long' } },
    });
    expect((await post({ channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] })).status).toBe(400);
    await until(async () => (await channel()).traffic.length === 2);
    const traffic = [
      { from: '2026-03-04T06:00:00.000Z', asked: 1, answered: 1, received: 1, refused: 0 },
      { from: '2026-03-05T06:00:00.000Z', asked: 0, answered: 0, received: 0, refused: 1 },
    ];
    expect((await channel()).traffic).toEqual(traffic);
    expect((await gateway.request('GET', '/v1/channels?traffic=true')).json).toMatchObject([{ traffic }]);
    expect((await gateway.request('GET', '/v1/channels')).json[0]).not.toHaveProperty('traffic');
    clock.advance(6 * 24 * HOUR_MS);
    expect((await channel()).traffic).toEqual([traffic[1]]);
  });
});

describe('the proof that a channel can be answered', () => {
  it('does not come from an answer in the console', async () => {
    const { gateway, ask, channel, get } = await start();
    const browser = await setUpConsole(gateway);
    const num = await ask({ options: ['Yes'] });
    await browser.request('POST', `/v1/prompts/${num}/answer`, { type: 'option', value: 'Yes' });
    await until(async () => (await get(num)).state === 'answered');
    await until(async () => (await channel()).health.proofs.asked !== null);
    expect((await channel()).health.proofs).toMatchObject({ answered: null, received: null });
  });

  it('ends with new credentials, and does not come from a bot that a key without people:write sets', async () => {
    const { gateway, telegram, ask, channel, press, clock } = await start();
    await ask({ options: ['Yes'] });
    await press();
    await until(async () => (await channel()).health.proofs.answered !== null);
    clock.advance(1000);
    const credentials = { bot_token: telegram.token };
    await gateway.request('PATCH', '/v1/channels/approvals', { body: { credentials } });
    expect((await channel()).health.proofs).toEqual(unproven);

    const key = await makeKey(gateway, { scopes: ['channels:read', 'channels:write', 'prompts:write'] });
    await key.request('PATCH', '/v1/channels/approvals', { credentials });
    await ask({ options: ['Yes'] });
    await press();
    await until(async () => (await channel()).traffic.at(-1).answered === 2);
    expect((await channel()).health.proofs).toMatchObject({ asked: {}, answered: null, received: null });
  });
});

it('a key that is limited to channels reads the traffic of these only', async () => {
  const { gateway, telegram, ask, channel } = await start();
  await registerChannel(gateway, telegram, { id: 'others', chat: telegram.addUser({ firstName: 'Grace' }) });
  await ask({ options: ['Yes'] });
  await until(async () => (await channel()).traffic.length === 1);
  const limited = await makeKey(gateway, { scopes: ['channels:read'], channels: ['others'] });
  const { json } = await limited.request('GET', '/v1/channels?traffic=true');
  expect(json).toMatchObject([{ channel_id: 'others', traffic: [] }]);
  expect((await limited.request('GET', '/v1/channels/approvals')).status).toBe(404);
});
