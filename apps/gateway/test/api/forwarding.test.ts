import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createChannel } from '@gateway/contract';
import type { TelegramSimulator } from '@gateway/simulators/telegram';
import { freePort } from '../harness/free-port.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const messages = async (gateway: TestGateway, query = '') =>
  (await gateway.request('GET', `/v1/messages${query}`)).json;

/** Starts instances on one database, each with its own webhook address. */
async function instances(
  engine: Engine,
  telegram: TelegramSimulator,
  env: Record<string, string>,
  count: number,
): Promise<TestGateway[]> {
  const shared = { ...(await engine.empty()), ...env };
  const gateways: TestGateway[] = [];
  for (let index = 0; index < count; index += 1) {
    const port = await freePort();
    gateways.push(
      await startTestGateway({
        env: { ...shared, PORT: String(port), PUBLIC_WEBHOOK_URL: `http://127.0.0.1:${port}` },
      }),
    );
  }
  return gateways;
}

describe('a text on a MESSAGE channel', () => {
  onEveryEngine((engine) => {
    it('is posted to the channel’s receiver without X-Signature, and stored', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const receiver = await startReceiver();
      const ada = telegram.addUser({ firstName: 'Ada', lastName: 'Lovelace', username: 'ada' });
      await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      const { message } = telegram.writeText({ chat: ada, text: '  Hello <there> & "you" 🎟 ID:#7 ' });

      const [callback] = await receiver.waitFor(1);
      const [stored] = await messages(gateway);
      expect(callback?.json).toEqual({
        type: 'message.created',
        platform: 'telegram',
        channel_id: 'chat',
        from: 'ada',
        text: message.text,
        event_id: callback?.headers['webhook-id'],
        message_id: stored.id,
        seq: 1,
        platform_message_id: String(message.message_id),
        thread_id: null,
        created_at: stored.created_at,
        sender: { id: String(ada.id), username: 'ada' },
      });
      const { json: deliveries } = await gateway.request('GET', `/v1/deliveries?message_id=${stored.id}`);
      expect(deliveries).toMatchObject([{ event_id: callback?.headers['webhook-id'], message_id: stored.id }]);
      expect(callback?.headers['x-signature']).toBeUndefined();
      expect(callback?.headers['content-type']).toBe('application/json');
      const {
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': signature,
      } = callback?.headers ?? {};
      const expected = createHmac('sha256', 'a signing secret for tests')
        .update(`${String(id)}.${String(seconds)}.${callback?.body}`)
        .digest('base64');
      expect(signature).toBe(`v1,${expected}`);
      expect(stored).toMatchObject({
        channel_id: 'chat',
        direction: 'inbound',
        text: message.text,
        from_user: 'ada',
        from_name: 'Ada Lovelace',
        from_id: String(ada.id),
        api_key_id: null,
        platform_message_id: String(message.message_id),
      });
    });

    it('is first attempted in the order it was written, although an earlier one fails', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({
        env: { ...(await engine.empty()), ...env, CALLBACK_RETRY_SCHEDULE: '0.1,0.1,0.1' },
      });
      const receiver = await startReceiver(({ json }, response, count) => {
        response.statusCode = json.text === 'text 7' && count < 12 ? 500 : 200;
        response.end();
      });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
      for (const text of texts) telegram.writeText({ chat: ada, text });
      await until(
        () => new Set(receiver.received.map(({ json }) => json.text)).size === 40 && receiver.received.length > 40,
        14_000,
      );
      const firsts = [...new Set(receiver.received.map(({ json }) => json.text as string))];
      expect(firsts).toEqual(texts);
      const ids = receiver.received
        .filter(({ json }) => json.text === 'text 7')
        .map(({ headers }) => headers['webhook-id']);
      expect(ids.length).toBeGreaterThan(1);
      expect(new Set(ids).size).toBe(1);
      expect((await messages(gateway, '?limit=200')).map(({ text }: { text: string }) => text)).toEqual(
        texts.toReversed(),
      );
    });

    it('is processed once when 50 copies arrive at the same time', async () => {
      const { telegram, env } = await startTelegram();
      const gateways = await instances(engine, telegram, env, engine.name === 'postgresql' ? 2 : 1);
      const [gateway] = gateways;
      if (!gateway) throw new Error('No instance was started.');
      const receiver = await startReceiver();
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      const webhook = await until(() => telegram.webhook());
      telegram.writeText({ chat: ada, text: 'first' });
      await receiver.waitFor(1);
      const update = structuredClone(telegram.updates()[0]);
      if (!update?.message) throw new Error('The update has no message.');
      const repeated = {
        ...update,
        update_id: update.update_id + 1000,
        message: { ...update.message, message_id: 4711, text: 'again and again' },
      };
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const { url } = gateways[index % gateways.length] ?? gateway;
          const response = await fetch(`${url}/webhooks/default/telegram/chat`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-telegram-bot-api-secret-token': webhook.secretToken ?? '',
            },
            body: JSON.stringify(repeated),
          });
          return response.status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      telegram.writeText({ chat: ada, text: 'last' });
      await receiver.waitFor(3);
      expect(receiver.received.map(({ json }) => json.text)).toEqual(['first', 'again and again', 'last']);
      expect(await messages(gateway)).toHaveLength(3);
    });
  });

  it('names its sender by username, else by name, else by id', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ env });
    const receiver = await startReceiver();
    const ada = telegram.addUser({ firstName: 'Ada', lastName: 'L.', username: 'ada' });
    const bob = telegram.addUser({ firstName: 'Bob', lastName: 'B.' });
    const group = telegram.addChat({ type: 'supergroup', title: 'Team' });
    telegram.setBotStatus(group, 'administrator');
    await registerChannel(gateway, telegram, { id: 'team', chat: group, type: 'MESSAGE', callbackUrl: receiver.url });
    telegram.writeText({ chat: group, user: ada, text: 'one' });
    telegram.writeText({ chat: group, user: bob, text: 'two' });
    await receiver.waitFor(2);
    expect(receiver.received.map(({ json }) => [json.from, json.sender])).toEqual([
      ['ada', { id: String(ada.id), username: 'ada' }],
      ['Bob B.', { id: String(bob.id), username: 'Bob B.' }],
    ]);
    expect(
      (await messages(gateway)).map(({ from_user, from_id }: Record<string, string>) => [from_user, from_id]),
    ).toEqual([
      ['Bob B.', String(bob.id)],
      ['ada', String(ada.id)],
    ]);
  });

  it('goes to the channel of its topic, else of its group, else is ignored', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ env });
    const [topical, general] = [await startReceiver(), await startReceiver()];
    const ada = telegram.addUser({ firstName: 'Ada' });
    const forum = telegram.addChat({ type: 'supergroup', title: 'Forum', isForum: true });
    telegram.setBotStatus(forum, 'administrator');
    const [sales, support] = [telegram.addTopic(forum, 'Sales'), telegram.addTopic(forum, 'Support')];
    await gateway.call(createChannel, {
      body: {
        channel_id: 'sales',
        platform: 'telegram',
        target_chat_id: `${forum.id}:${sales}`,
        credentials: { bot_token: telegram.token },
        callback_url: topical.url,
      },
    });
    telegram.writeText({ chat: forum, user: ada, text: 'no channel here', thread: support });
    telegram.writeText({ chat: ada, text: 'no channel here either' });
    telegram.writeText({ chat: forum, user: ada, text: 'to sales', thread: sales });
    await topical.waitFor(1);
    await registerChannel(gateway, telegram, { id: 'group', chat: forum, type: 'MESSAGE', callbackUrl: general.url });
    telegram.writeText({ chat: forum, user: ada, text: 'to support', thread: support });
    await general.waitFor(1);
    expect(topical.received.map(({ json }) => [json.channel_id, json.text])).toEqual([['sales', 'to sales']]);
    expect(general.received.map(({ json }) => [json.channel_id, json.text])).toEqual([['group', 'to support']]);

    await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'sales', text: 'from sales' } });
    expect(telegram.messages({ chat: forum }).at(-1)).toMatchObject({ text: 'from sales', message_thread_id: sales });
  });

  it('reaches its receiver while the receiver of another channel hangs', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ env });
    const [hanging, quick] = [await startReceiver(() => {}), await startReceiver()];
    const [ada, bob] = [telegram.addUser({ firstName: 'Ada' }), telegram.addUser({ firstName: 'Bob' })];
    await registerChannel(gateway, telegram, { id: 'slow', chat: ada, type: 'MESSAGE', callbackUrl: hanging.url });
    await registerChannel(gateway, telegram, { id: 'fast', chat: bob, type: 'MESSAGE', callbackUrl: quick.url });
    for (let index = 0; index < 30; index += 1) telegram.writeText({ chat: ada, text: `slow ${index}` });
    await hanging.waitFor(1);
    for (let index = 0; index < 30; index += 1) telegram.writeText({ chat: bob, text: `fast ${index}` });
    await quick.waitFor(30);
    expect(quick.received.map(({ json }) => json.text)).toEqual(
      Array.from({ length: 30 }, (_, index) => `fast ${index}`),
    );
    expect(hanging.received).toHaveLength(1);
  });

  it('reaches the new receiver of its channel while the old receiver hangs', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ env: { ...env, CALLBACK_TIMEOUT_MS: '60000' } });
    const [hanging, quick] = [await startReceiver(() => {}), await startReceiver()];
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: hanging.url });
    for (const text of ['one', 'two', 'three']) telegram.writeText({ chat: ada, text });
    await hanging.waitFor(1);
    await until(async () => (await messages(gateway)).length === 3);
    await gateway.request('PATCH', '/v1/channels/chat', { body: { callback_url: quick.url } });
    for (const text of ['four', 'five']) telegram.writeText({ chat: ada, text });
    await quick.waitFor(2);
    expect(quick.received.map(({ json }) => json.text)).toEqual(['four', 'five']);
    expect(hanging.received.map(({ json }) => json.text)).toEqual(['one']);
  });
});
