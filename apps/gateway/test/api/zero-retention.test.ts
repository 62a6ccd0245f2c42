import { describe, expect, it } from 'vitest';
import { updateSettings } from '@gateway/contract';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { placesOf } from '../harness/stored.js';
import { until } from '../harness/until.js';

const secret = 'the-words-that-are-not-stored';

async function setUp(
  engine: Engine,
  answer?: Parameters<typeof startReceiver>[0],
  settings: Record<string, string> = {},
) {
  const { telegram, env: pointing } = await startTelegram();
  const env: Record<string, string> = { ...(await engine.empty()), ...pointing, ...settings };
  const gateway = await startTestGateway({ env });
  const receiver = await startReceiver(answer);
  const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
  await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
  const expectNotStored = async () => {
    await until(async () => (await gateway.request('GET', '/v1/deliveries')).json.length === 0);
    await until(async () => (await placesOf(secret, env)).length === 0);
    expect(gateway.logLines.filter((line) => line.includes(secret))).toEqual([]);
  };
  return { telegram, gateway, receiver, ada, env, expectNotStored };
}

describe('with zero retention', () => {
  onEveryEngine((engine) => {
    it('an inbound text is delivered and then in no table, file or log line', async () => {
      const { telegram, gateway, receiver, ada, env, expectNotStored } = await setUp(engine);
      await gateway.call(updateSettings, { body: { messages_inbound_zero_retention: true } });
      for (let index = 0; index < 5; index += 1) telegram.writeText({ chat: ada, text: `${secret} ${index}` });
      await receiver.waitFor(5);
      expect(receiver.received[0]?.json).toMatchObject({
        type: 'message.created',
        text: `${secret} 0`,
        message_id: null,
      });
      expect(receiver.received.map(({ json }) => json.seq)).toEqual([1, 2, 3, 4, 5]);
      expect((await gateway.request('GET', '/v1/messages')).json).toEqual([]);
      await expectNotStored();
      await gateway.stop();
      expect(await placesOf(secret, env)).toEqual([]);
      expect(gateway.logLines.filter((line) => line.includes(secret))).toEqual([]);
    });

    it('an inbound text is stored only in its delivery while that is pending, and nowhere when it is dead', async () => {
      let refusals = 0;
      const { telegram, gateway, ada, env, expectNotStored } = await setUp(
        engine,
        ({ body }, response) => {
          refusals += 1;
          // A receiver may quote the request in its response.
          response.writeHead(500).end(`Cannot take ${body}`);
        },
        { CALLBACK_RETRY_SCHEDULE: '0.1,1' },
      );
      await gateway.call(updateSettings, { body: { messages_inbound_zero_retention: true } });
      telegram.writeText({ chat: ada, text: secret });
      await until(() => refusals === 2);
      const places = await placesOf(secret, env);
      if (engine.name === 'postgresql') expect(places).toEqual(['delivery', 'delivery_attempt']);
      else expect(places).not.toEqual([]);
      await until(() => refusals === 3);
      await expectNotStored();
    });

    it('an outbound text is sent and not stored, also with an Idempotency-Key', async () => {
      const { telegram, gateway, ada, expectNotStored } = await setUp(engine);
      await gateway.call(updateSettings, { body: { messages_outbound_zero_retention: true } });
      const send = (headers: Record<string, string> = {}) =>
        gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text: secret }, headers });
      const { status, json } = await send();
      expect(status).toBe(201);
      expect(json).toEqual({
        status: 'sent',
        stored: false,
        channel_id: 'chat',
        text: secret,
        direction: 'outbound',
        platform_message_id: String(telegram.messages({ chat: ada })[0]?.message_id),
      });
      const once = await send({ 'idempotency-key': 'k' });
      expect(await send({ 'idempotency-key': 'k' })).toMatchObject({ status: 201, json: once.json });
      expect(telegram.messages({ chat: ada })).toHaveLength(2);
      expect((await gateway.request('GET', '/v1/messages')).json).toEqual([]);
      await expectNotStored();
    });

    it('the other direction and older texts are kept', async () => {
      const { telegram, gateway, receiver, ada } = await setUp(engine);
      const texts = async () =>
        (await gateway.request('GET', '/v1/messages')).json.map(({ text }: { text: string }) => text);
      telegram.writeText({ chat: ada, text: 'before' });
      await receiver.waitFor(1);
      await gateway.call(updateSettings, { body: { messages_inbound_zero_retention: true } });
      telegram.writeText({ chat: ada, text: 'during' });
      await receiver.waitFor(2);
      await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text: 'reply' } });
      expect(await texts()).toEqual(['reply', 'before']);
      await gateway.call(updateSettings, { body: { messages_inbound_zero_retention: false } });
      telegram.writeText({ chat: ada, text: 'after' });
      await receiver.waitFor(3);
      expect(await texts()).toEqual(['after', 'reply', 'before']);
    });
  });
});
