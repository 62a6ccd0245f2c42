import { describe, expect, it } from 'vitest';
import { createPrompt, updateSettings } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A gateway with a PROMPT and a MESSAGE channel, and a receiver that can be made to fail. */
async function setUp(engine: Engine, settings: Record<string, string> = {}) {
  const { telegram, env: pointing } = await startTelegram();
  const env = { ...(await engine.empty()), ...pointing, ...settings };
  const clock = manualClock();
  const gateway = await startTestGateway({ env, clock });
  let refusing = (_text: string) => false;
  const receiver = await startReceiver(({ json }, response) => {
    response.statusCode = refusing(json.text ?? json.answer.value) ? 503 : 200;
    response.end();
  });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
  await registerChannel(gateway, telegram, { id: 'asks', chat: ada });

  const list = async (path: string) => (await gateway.request('GET', path)).json;
  const texts = async () => (await list('/v1/messages?limit=200')).map(({ text }: { text: string }) => text);
  const prompts = async () =>
    (await list('/v1/prompts?state=all')).map(({ id, state }: Record<string, string>) => `${id} ${state}`);
  const deliveries = async () =>
    (await list('/v1/deliveries')).map(({ event_type, state }: Record<string, string>) => `${event_type} ${state}`);
  const ask = (ttl: number) =>
    gateway.call(createPrompt, {
      body: { channel_id: 'asks', text: 'Ship?', options: ['Yes', 'No'], ttl_sec: ttl, callback_url: receiver.url },
    });
  const hear = async (text: string) => {
    telegram.writeText({ chat: ada, text });
    await until(async () => (await texts()).includes(text));
    await until(() => receiver.received.some(({ json }) => json.text === text));
  };
  return {
    telegram,
    gateway,
    clock,
    receiver,
    ada,
    env,
    texts,
    prompts,
    deliveries,
    ask,
    hear,
    refuse: (which: (text: string) => boolean) => (refusing = which),
    say: (text: string) => gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text } }),
  };
}

describe('retention', () => {
  onEveryEngine((engine) => {
    it('removes old records soon after it is enabled and then hourly, but nothing pending or undelivered', async () => {
      const { telegram, gateway, clock, receiver, ada, texts, prompts, deliveries, ask, hear, say, refuse } =
        await setUp(engine);
      await ask(0);
      await telegram.press({ chat: ada, button: 'Yes' });
      await receiver.waitFor(1);
      await ask(60);
      await ask(0);
      await hear('old');
      await say('old reply');
      refuse((text) => text === 'old and owed');
      await hear('old and owed');
      await until(
        async () => (await deliveries()).filter((delivery: string) => delivery.endsWith(' delivered')).length === 2,
      );
      clock.advance(30 * HOUR_MS);
      await until(async () => (await prompts()).includes('#2 expired'));
      await hear('new');
      await say('new reply');

      await gateway.call(updateSettings, {
        body: {
          prompts_retention_enabled: true,
          prompts_retention_days: 1,
          messages_inbound_retention_enabled: true,
          messages_inbound_retention_days: 1,
        },
      });
      await until(async () => (await texts()).length === 3);
      expect(await texts()).toEqual(['new reply', 'new', 'old reply']);
      await until(async () => (await prompts()).length === 1);
      expect(await prompts()).toEqual(['#3 pending']);
      expect(await deliveries()).toEqual(['message.created delivered', 'message.created pending']);

      refuse(() => false);
      await until(async () => {
        clock.advance(HOUR_MS);
        return (await deliveries()).length < 2;
      });
      expect(receiver.received.filter(({ json }) => json.text === 'old and owed').length).toBeGreaterThan(1);
      await gateway.call(updateSettings, {
        body: { messages_outbound_retention_enabled: true, messages_outbound_retention_days: 1 },
      });
      await until(async () => {
        clock.advance(2 * HOUR_MS);
        return (await texts()).length === 0;
      });
      expect(await prompts()).toEqual(['#3 pending']);
      await telegram.press({ chat: ada, button: 'No' });
      await until(async () => (await prompts())[0] === '#3 answered');
    });

    it('counts the days of a prompt from its answer', async () => {
      const { telegram, gateway, clock, ada, prompts, ask } = await setUp(engine);
      await gateway.call(updateSettings, { body: { prompts_retention_enabled: true, prompts_retention_days: 1 } });
      await ask(0);
      clock.advance(5 * DAY_MS);
      await telegram.press({ chat: ada, button: 'Yes' });
      clock.advance(HOUR_MS);
      clock.advance(HOUR_MS);
      expect(await prompts()).toEqual(['#1 answered']);
      await until(async () => {
        clock.advance(12 * HOUR_MS);
        return (await prompts()).length === 0;
      });
    });

    it('with CLEAN_ON_BOOT removes finished deliveries before the gateway serves, and keeps pending ones', async () => {
      const old = await setUp(engine);
      await old.ask(0);
      await old.telegram.press({ chat: old.ada, button: 'Yes' });
      await old.receiver.waitFor(1);
      await old.ask(60);
      await old.ask(0);
      await old.hear('kept');
      await until(
        async () => (await old.deliveries()).filter((delivery: string) => delivery.endsWith(' delivered')).length === 2,
      );
      old.refuse(() => true);
      await old.hear('owed');
      await old.gateway.stop();

      const clock = manualClock(old.clock.now() + 3600_000);
      const plain = await startTestGateway({ env: old.env, clock });
      const states = async (gateway: typeof plain) =>
        (await gateway.request('GET', '/v1/deliveries')).json.map(
          ({ event_type, state }: Record<string, string>) => `${event_type} ${state}`,
        );
      expect(await states(plain)).toEqual([
        'message.created pending',
        'message.created delivered',
        'prompt.answered delivered',
      ]);
      await plain.stop();

      const cleaned = await startTestGateway({ env: { ...old.env, CLEAN_ON_BOOT: 'true' }, clock });
      expect(await states(cleaned)).toEqual(['message.created pending']);
      const prompts = (await cleaned.request('GET', '/v1/prompts?state=all')).json;
      expect(prompts.map(({ id, state }: Record<string, string>) => `${id} ${state}`)).toEqual([
        '#3 pending',
        '#2 expired',
        '#1 answered',
      ]);
      expect((await cleaned.request('GET', '/v1/messages')).json.map(({ text }: { text: string }) => text)).toEqual([
        'owed',
        'kept',
      ]);
      old.refuse(() => false);
      await until(async () => {
        clock.advance(60_000);
        return (await states(cleaned))[0] === 'message.created delivered';
      });
    });
  });
});
