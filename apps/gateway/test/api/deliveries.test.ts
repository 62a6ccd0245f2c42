import { describe, expect, it } from 'vitest';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver, type Receiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

async function setUp(engine: Engine, env: Record<string, string> = {}) {
  const { telegram, env: platform } = await startTelegram();
  const gateway = await startTestGateway({
    env: { ...(await engine.empty()), ...platform, CALLBACK_RETRY_SCHEDULE: '3600', ...env },
  });
  const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  const list = async (query = '') => (await gateway.request('GET', `/v1/deliveries${query}`)).json;
  return {
    telegram,
    gateway,
    ada,
    list,
    get: async (id: string) => (await gateway.request('GET', `/v1/deliveries/${id}`)).json,
    retry: (id: string) => gateway.request('POST', `/v1/deliveries/${id}/retry`),
    retryAll: (body: object) => gateway.request('POST', '/v1/deliveries/retry', { body }),
    /** Posts a prompt and presses its button; returns the id of the delivery. */
    async answered(url: string, channelId = 'approvals', chat = ada): Promise<string> {
      const { json } = await gateway.request('POST', '/v1/prompts/new', {
        body: { channel_id: channelId, text: 'Ship it?', options: ['Yes'], callback_url: url },
      });
      await telegram.press({ chat, button: 'Yes' });
      const [delivery] = await until(async () => {
        const found = await list(`?prompt_id=${encodeURIComponent(json.prompt_id)}`);
        return found.length > 0 && found;
      });
      return delivery.id;
    },
  };
}

const refusing = (status = 500) => startReceiver((_received, response) => void response.writeHead(status).end('no'));

describe('deliveries', () => {
  onEveryEngine((engine) => {
    it('show the exact body and every attempt, without user and password of the address', async () => {
      const { answered, get, list } = await setUp(engine, { CALLBACK_RETRY_SCHEDULE: '0.01,3600' });
      const receiver = await startReceiver(
        (_received, response, count) => void response.writeHead(count === 1 ? 503 : 200).end(`said ${count}`),
      );
      const id = await answered(receiver.url.replace('http://', 'http://bob:hush-hush@'));
      const [first, second] = await receiver.waitFor(2);
      const detail = await until(async () => {
        const found = await get(id);
        return found.state === 'delivered' && found;
      });
      expect(second?.headers.authorization).toBe(`Basic ${Buffer.from('bob:hush-hush').toString('base64')}`);
      expect(detail).toMatchObject({
        id,
        event_id: first?.headers['webhook-id'],
        event_type: 'prompt.answered',
        channel_id: 'approvals',
        prompt_id: '#1',
        message_id: null,
        url: receiver.url,
        attempt_count: 2,
        next_attempt_at: null,
        last_status: 200,
        last_error: null,
        dead_at: null,
        body: first?.body,
        attempts: [
          { number: 1, status: 503, error: 'The receiver answered 503.', response: 'said 1' },
          { number: 2, status: 200, error: null, response: 'said 2' },
        ],
      });
      const { body: _body, attempts: _attempts, ...record } = detail;
      expect(await list()).toEqual([record]);
    });

    it('are listed newest first, page by page, and filtered by state, channel, prompt and event', async () => {
      const { answered, gateway, telegram, list } = await setUp(engine);
      const bob = telegram.addUser({ firstName: 'Bob' });
      await registerChannel(gateway, telegram, { id: 'other', chat: bob });
      const [takes, fails, gone] = [await startReceiver(), await refusing(), await refusing(410)];
      const delivered = await answered(takes.url);
      const pending = await answered(fails.url);
      const dead = await answered(gone.url, 'other', bob);
      await until(async () => (await list('?state=delivered')).length + (await list('?state=dead')).length === 2);
      const ids = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id);
      expect(await ids('')).toEqual([dead, pending, delivered]);
      expect(await ids('?state=all')).toEqual([dead, pending, delivered]);
      expect(await ids('?state=pending')).toEqual([pending]);
      expect(await ids('?state=dead')).toEqual([dead]);
      expect(await ids('?channel_id=approvals')).toEqual([pending, delivered]);
      expect(await ids('?channel_id=approvals&state=delivered')).toEqual([delivered]);
      for (const id of ['%232', '2']) expect(await ids(`?prompt_id=${id}`)).toEqual([pending]);
      expect(await ids(`?event_id=${dead}`)).toEqual([dead]);
      expect(await ids(`?event_id=${dead}&state=pending`)).toEqual([]);
      expect(await ids('?event_id=none')).toEqual([]);
      expect(await ids('?message_id=none')).toEqual([]);

      const page = await gateway.request('GET', '/v1/deliveries?limit=2');
      const next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      expect(page.json.map(({ id }: { id: string }) => id)).toEqual([dead, pending]);
      expect((await gateway.request('GET', next)).json).toMatchObject([{ id: delivered }]);
    });

    it('reject invalid filters with 400', async () => {
      const { gateway } = await setUp(engine);
      for (const query of ['state=lost', 'prompt_id=twelve', 'prompt_id=%230', 'limit=0', 'cursor=zz', 'colour=red']) {
        expect([query, (await gateway.request('GET', `/v1/deliveries?${query}`)).status]).toEqual([query, 400]);
      }
    });

    it('that wait for their next attempt are sent at once on a manual retry', async () => {
      const { answered, get, retry } = await setUp(engine);
      const receiver = await startReceiver(
        (_received, response, count) => void response.writeHead(count === 1 ? 500 : 200).end(),
      );
      const id = await answered(receiver.url);
      // It has a next_attempt_at before its first attempt, too.
      await until(async () => {
        const { attempt_count, next_attempt_at } = await get(id);
        return attempt_count === 1 && next_attempt_at !== null;
      });
      expect((await retry(id)).json).toMatchObject({ id, state: 'pending', attempt_count: 1 });
      const [first, second] = await receiver.waitFor(2);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.body).toBe(first?.body);
      await until(async () => (await get(id)).state === 'delivered');
      expect(await get(id)).toMatchObject({ attempt_count: 2, attempts: [{ number: 1 }, { number: 2 }] });
    });

    it('that are dead restart their schedule on a manual retry and keep counting attempts', async () => {
      const { answered, gateway, get, retry } = await setUp(engine, { CALLBACK_RETRY_SCHEDULE: '0.01,0.01' });
      const receiver = await startReceiver(
        (_received, response, count) => void response.writeHead(count < 6 ? 500 : 200).end(),
      );
      const id = await answered(receiver.url);
      await until(async () => (await get(id)).state === 'dead');
      expect(await get(id)).toMatchObject({ attempt_count: 3, next_attempt_at: null, dead_at: expect.any(String) });
      expect((await retry(id)).json).toMatchObject({ state: 'pending', dead_at: null });
      await until(async () => (await get(id)).state === 'delivered');
      expect(
        (await get(id)).attempts.map(({ number, status }: { number: number; status: number }) => [number, status]),
      ).toEqual([
        [1, 500],
        [2, 500],
        [3, 500],
        [4, 500],
        [5, 500],
        [6, 200],
      ]);
      expect((await gateway.request('GET', '/v1/audit?action=delivery.retried')).json).toMatchObject([
        { resource: { kind: 'delivery', id } },
      ]);
    });

    it('that were delivered are sent once more on a manual retry', async () => {
      const { answered, get, retry } = await setUp(engine);
      const receiver = await startReceiver();
      const id = await answered(receiver.url);
      await until(async () => (await get(id)).state === 'delivered');
      expect((await retry(id)).json).toMatchObject({ state: 'pending', delivered_at: null });
      await until(async () => (await get(id)).attempt_count === 2 && (await get(id)).state === 'delivered');
      expect(receiver.received).toHaveLength(2);
    });

    it('are not sent twice when retried during an attempt', async () => {
      const { answered, gateway, get, retry } = await setUp(engine);
      let answer = () => {};
      const receiver = await startReceiver((_received, response) => void (answer = () => response.end()));
      const id = await answered(receiver.url);
      await receiver.waitFor(1);
      for (let again = 0; again < 3; again += 1) {
        expect((await retry(id)).json).toMatchObject({ state: 'pending', attempt_count: 1, next_attempt_at: null });
      }
      answer();
      await until(async () => (await get(id)).state === 'delivered');
      expect(await get(id)).toMatchObject({ attempt_count: 1 });
      expect(receiver.received).toHaveLength(1);
      expect((await gateway.request('GET', '/v1/audit?action=delivery.retried')).json).toEqual([]);
    });

    it('make one attempt per request when eight manual retries arrive at the same time', async () => {
      const { answered, get, retry } = await setUp(engine);
      const receiver = await refusing(410);
      const id = await answered(receiver.url);
      await until(async () => (await get(id)).state === 'dead');
      await Promise.all(Array.from({ length: 8 }, () => retry(id)));
      await until(async () => (await get(id)).state === 'dead' && receiver.received.length > 1);
      const { attempt_count: attempts } = await get(id);
      // A retry may arrive after the attempt that another retry caused; each attempt is one request.
      expect(receiver.received).toHaveLength(attempts);
    });

    it('answer 404 for an unknown id and for one erased by zero retention', async () => {
      const { gateway, telegram, ada, list } = await setUp(engine);
      const receiver = await startReceiver();
      await gateway.request('DELETE', '/v1/channels/approvals');
      await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      await gateway.request('PATCH', '/v1/settings', { body: { messages_inbound_zero_retention: true } });
      telegram.writeText({ chat: ada, text: 'a secret' });
      const [received] = await receiver.waitFor(1);
      await until(async () => (await list()).length === 0);
      for (const id of [String(received?.headers['webhook-id']), 'unknown', '00000000-0000-4000-8000-000000000000']) {
        expect((await gateway.request('GET', `/v1/deliveries/${id}`)).status).toBe(404);
        expect((await gateway.request('POST', `/v1/deliveries/${id}/retry`)).status).toBe(404);
      }
    });

    it('that are dead and match a filter are all retried by one request, which returns their number', async () => {
      const { answered, gateway, telegram, list, retryAll } = await setUp(engine);
      const bob = telegram.addUser({ firstName: 'Bob' });
      await registerChannel(gateway, telegram, { id: 'other', chat: bob });
      const down = new Set<string>(['down']);
      const receiver = await startReceiver(
        (_received, response) => void response.writeHead(down.size > 0 ? 410 : 200).end(),
      );
      for (let count = 0; count < 3; count += 1) await answered(receiver.url);
      await answered(receiver.url, 'other', bob);
      await until(async () => (await list('?state=dead')).length === 4);
      down.clear();
      expect((await retryAll({ prompt_id: '#2' })).json).toEqual({ retried: 1 });
      expect((await retryAll({ channel_id: 'other' })).json).toEqual({ retried: 1 });
      expect((await gateway.request('POST', '/v1/deliveries/retry')).json).toEqual({ retried: 2 });
      await until(async () => (await list('?state=delivered')).length === 4);
      expect((await retryAll({ state: 'dead' })).json).toEqual({ retried: 0 });
      const recorded = (await gateway.request('GET', '/v1/audit?action=delivery.retried')).json;
      expect(recorded.map(({ resource }: { resource: { id: string } }) => resource.id)).toEqual([
        'dead',
        'dead channel_id=other',
        'dead prompt_id=#2',
      ]);
      for (const body of [{ prompt_id: 'x' }, { state: 'pending' }, { channel_id: '' }])
        expect((await retryAll(body)).status).toBe(400);
    });

    it(
      'of one channel are first attempted in the order of the texts although some fail',
      { tags: ['slow'] },
      async () => {
        const { gateway, telegram, ada } = await setUp(engine, { CALLBACK_RETRY_SCHEDULE: '0.05,0.05,0.05' });
        const failed = new Set<string>();
        const receiver = await startReceiver(({ json }, response) => {
          const fails = Number(json.text) % 3 === 0 && !failed.has(json.text);
          failed.add(json.text);
          response.writeHead(fails ? 500 : 200).end();
        });
        await gateway.request('DELETE', '/v1/channels/approvals');
        await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
        const texts = Array.from({ length: 30 }, (_, index) => String(index));
        for (const text of texts) telegram.writeText({ chat: ada, text });
        await receiver.waitFor(40);
        const firsts = [...new Set(receiver.received.map(({ json }) => json.text))];
        expect(firsts).toEqual(texts);
      },
    );

    it('to a hanging receiver use only their share, and other receivers get theirs', async () => {
      const { answered, list } = await setUp(engine);
      const hanging = await startReceiver(() => {});
      const others: Receiver[] = [await startReceiver(), await startReceiver()];
      for (let count = 0; count < 48; count += 1) await answered(hanging.url);
      for (const other of others) for (let count = 0; count < 5; count += 1) await answered(other.url);
      for (const other of others) await other.waitFor(5);
      await until(async () => (await list('?state=delivered')).length === 10);
      expect(hanging.received.length).toBeGreaterThan(0);
      expect(hanging.received.length).toBeLessThanOrEqual(32);
    });
  });
});
