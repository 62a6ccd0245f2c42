import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { getDelivery, listDeliveries } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import {
  registerChannel,
  startTelegram,
  startTestGateway,
  type GatewayOptions,
  type TestGateway,
} from '../harness/gateway.js';
import { startReceiver, type Received } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { ask, completeOnePrompt } from './prompts.js';

const DAY_MS = 86_400_000;

describe('a callback', () => {
  onEveryEngine((engine) => {
    it('that fails is retried by the schedule as the same event, and is dead after the last attempt', async () => {
      const clock = manualClock();
      const { gateway, answer, sentinel } = await start(engine, { clock, env: { CALLBACK_RETRY_SCHEDULE: '5,30' } });
      const receiver = await startReceiver((_callback, response) => void response.writeHead(500).end());
      await answer(receiver.url);
      for (const [index, seconds] of [5, 30].entries()) {
        await attemptsRecorded(gateway, index + 1);
        clock.advance(seconds * 1000 - 1);
        await sentinel();
        expect(receiver.received).toHaveLength(index + 1);
        // Up to 10 % jitter, so that retries spread out.
        clock.advance(seconds * 100 + 1);
        await until(() => receiver.received.length === index + 2);
      }
      await attemptsRecorded(gateway, 3);
      clock.advance(10 * DAY_MS);
      await sentinel();
      expect(receiver.received).toHaveLength(3);
      expect(failures(gateway).map(({ next }) => next === 'dead')).toEqual([false, false, true]);
      expect(
        new Set(receiver.received.flatMap(({ json, headers }) => [json.event_id, headers['webhook-id']])).size,
      ).toBe(1);
      expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
      const [first, , last] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
      expect((last ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(35);
    });

    it('answered with 410 is not retried', async () => {
      const clock = manualClock();
      const { gateway, answer, sentinel } = await start(engine, { clock });
      const receiver = await startReceiver((_callback, response) => void response.writeHead(410).end());
      await answer(receiver.url);
      await attemptsRecorded(gateway, 1);
      expect(failures(gateway)[0]?.next).toBe('dead');
      clock.advance(DAY_MS);
      await sentinel();
      expect(receiver.received).toHaveLength(1);
    });

    it.each([301, 302, 307, 308])(
      'answered with %i is not redirected but retried at the same address',
      async (status) => {
        const clock = manualClock();
        const { gateway, answer, sentinel } = await start(engine, { clock, env: { CALLBACK_RETRY_SCHEDULE: '5' } });
        const elsewhere = await startReceiver();
        const receiver = await startReceiver((_callback, response, count) => {
          response.writeHead(count === 1 ? status : 200, { location: elsewhere.url }).end();
        });
        await answer(receiver.url);
        await attemptsRecorded(gateway, 1);
        await sentinel();
        clock.advance(5500);
        await receiver.waitFor(2);
        await gateway.stop();
        expect(elsewhere.received).toEqual([]);
      },
    );

    it.each<[string, (nowMs: number) => string, number]>([
      ['seconds', () => '60', 60],
      ['a date', (nowMs) => new Date(nowMs + 120_000).toUTCString(), 120],
      ['a day, capped at an hour', () => '86400', 3600],
    ])('is retried at the time that Retry-After gives (%s)', async (_form, retryAfter, seconds) => {
      const clock = manualClock();
      const { gateway, answer, sentinel } = await start(engine, { clock, env: { CALLBACK_RETRY_SCHEDULE: '5' } });
      const header = retryAfter(clock.now());
      const receiver = await startReceiver(
        (_callback, response, count) =>
          void response.writeHead(count === 1 ? 503 : 200, { 'retry-after': header }).end(),
      );
      await answer(receiver.url);
      await attemptsRecorded(gateway, 1);
      clock.advance(seconds * 1000 - 1);
      await sentinel();
      expect(receiver.received).toHaveLength(1);
      clock.advance(1);
      await receiver.waitFor(2);
    });

    it.each<[string, (response: ServerResponse) => void]>([
      ['does not answer', () => {}],
      ['closes the connection', (response) => void response.socket?.destroy()],
    ])('is retried when the receiver %s', async (_manner, misbehave) => {
      const { answer } = await start(engine, { env: { CALLBACK_TIMEOUT_MS: '150', CALLBACK_RETRY_SCHEDULE: '0.05' } });
      const receiver = await startReceiver((_callback, response, count) =>
        count === 1 ? misbehave(response) : void response.end(),
      );
      await answer(receiver.url);
      const [first, second] = await receiver.waitFor(2);
      expect(second?.body).toBe(first?.body);
    });

    it.each<[string, number, (response: ServerResponse) => void]>([
      ['is delivered by a 200 whose body does not end', 200, (response) => void response.writeHead(200).write('thank')],
      [
        'is delivered by a 200 whose body is cut off',
        200,
        (response) =>
          void response.writeHead(200, { 'content-length': 100 }).write('thank', () => response.socket?.destroy()),
      ],
      ['fails by a 500 whose body does not end', 500, (response) => void response.writeHead(500).write('thank')],
    ])('%s', async (_manner, status, misbehave) => {
      const { gateway, answer } = await start(engine, { env: { CALLBACK_RETRY_SCHEDULE: '3600' } });
      const receiver = await startReceiver((_callback, response) => misbehave(response));
      await answer(receiver.url);
      const delivery = await until(async () => {
        const [found] = await gateway.call(listDeliveries, {});
        return found && found.last_status !== null ? found : null;
      });
      expect(delivery).toMatchObject({
        state: status === 200 ? 'delivered' : 'pending',
        attempt_count: 1,
        last_status: status,
      });
      const { attempts } = await gateway.call(getDelivery, { params: { id: delivery.id } });
      expect(attempts).toMatchObject([{ status, response: 'thank' }]);
    });

    it('is not delayed by callbacks to a hanging receiver', async () => {
      const { gateway, answer } = await start(engine, { env: { CALLBACK_TIMEOUT_MS: '30000' } });
      const hanging = await startReceiver(() => {});
      const healthy = await startReceiver();
      await Promise.all(Array.from({ length: 40 }, () => answer(hanging.url)));
      await until(() => hanging.received.length >= 8);
      const delays: number[] = [];
      for (let count = 1; count <= 20; count += 1) {
        await answer(healthy.url);
        const answeredAt = performance.now();
        await healthy.waitFor(count);
        delays.push(performance.now() - answeredAt);
      }
      expect(Math.max(...delays)).toBeLessThan(15_000);
      expect(hanging.received.length).toBeLessThanOrEqual(32);
      expect(failures(gateway)).toEqual([]);
    });

    it('is valid for the Standard Webhooks library and has a valid X-Signature', async () => {
      const { answer } = await start(engine, { env: { CALLBACK_SIGNING_SECRET: 'the secret of today' } });
      const receiver = await startReceiver();
      await answer(receiver.url);
      const [callback] = await receiver.waitFor(1);
      expect(verifies('the secret of today', callback)).toBe(true);
      expect(verifies('another secret', callback)).toBe(false);
      expect(
        verifies('the secret of today', callback && { ...callback, body: callback.body.replace('Yes', 'No') }),
      ).toBe(false);
      expect(callback?.headers['x-signature']).toBe(plainSignature('the secret of today', callback));
      expect(callback?.headers['webhook-signature']).not.toContain(' ');
    });

    it('is signed with the old and new secrets during a rotation, and X-Signature with the new one', async () => {
      const { answer } = await start(engine, {
        env: {
          CALLBACK_SIGNING_SECRET: 'the secret of today',
          CALLBACK_SIGNING_SECRET_PREVIOUS: 'of yesterday, of last year',
        },
      });
      const receiver = await startReceiver();
      await answer(receiver.url);
      const [callback] = await receiver.waitFor(1);
      for (const secret of ['the secret of today', 'of yesterday', 'of last year'])
        expect(verifies(secret, callback)).toBe(true);
      expect(String(callback?.headers['webhook-signature']).split(' ')).toHaveLength(3);
      expect(callback?.headers['x-signature']).toBe(plainSignature('the secret of today', callback));
    });

    it(
      'is neither lost nor sent twice when the gateway stops during 80 deliveries and starts again',
      { tags: ['slow'] },
      async () => {
        const { telegram, chat, gateway, settings } = await start(engine);
        let release = () => {};
        const released = new Promise<void>((resolve) => (release = resolve));
        const receiver = await startReceiver(
          (_callback, response) => void released.then(() => setTimeout(() => response.end(), 300)),
        );
        const questions = await Promise.all(
          Array.from({ length: 80 }, () => ask(gateway, 'approvals', { callback_url: receiver.url })),
        );
        await Promise.all(questions.map(({ message }) => telegram.press({ chat, message, button: 'Yes' })));
        await receiver.waitFor(8);
        const stopping = gateway.stop();
        release();
        await stopping;
        expect(receiver.received.length).toBeLessThan(80);

        await startTestGateway({ env: settings });
        await receiver.waitFor(80);
        expect(new Set(receiver.received.map(({ json }) => json.event_id)).size).toBe(80);
        expect(receiver.received).toHaveLength(80);
      },
    );

    it('for messages of one channel keeps their order although the receiver fails briefly', async () => {
      const { telegram, gateway } = await start(engine, { env: { CALLBACK_RETRY_SCHEDULE: '0.2,0.2,0.2,0.2' } });
      const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
      let failures = 0;
      const receiver = await startReceiver((callback, response) => {
        if (['text 3', 'text 9'].includes(callback.json.text) && failures < 4) {
          failures += 1;
          response.writeHead(500).end();
        } else setTimeout(() => response.end(), (callback.json.seq % 3) * 10);
      });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'inbox', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      for (const text of texts) telegram.writeText({ chat: ada, text });
      await receiver.waitFor(texts.length + 4);
      const came = receiver.received.map(({ json }) => json.text);
      // Retries of one message come before the next message.
      expect(came.filter((text, index) => text !== came[index - 1])).toEqual(texts);
      expect([...new Set(receiver.received.map(({ json }) => json.seq))]).toEqual(texts.map((_, index) => index + 1));
    });

    it('for messages of one channel overtakes a failed one that is not retried within a minute', async () => {
      const { telegram, gateway } = await start(engine, { env: { CALLBACK_RETRY_SCHEDULE: '3600' } });
      const texts = Array.from({ length: 6 }, (_, index) => `text ${index}`);
      const receiver = await startReceiver(
        (callback, response) => void response.writeHead(callback.json.text === 'text 3' ? 500 : 200).end(),
      );
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'inbox', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      for (const text of texts) telegram.writeText({ chat: ada, text });
      await receiver.waitFor(texts.length);
      expect(receiver.received.map(({ json }) => json.text)).toEqual(texts);
    });
  });
});

/** A gateway with one channel, and a function that gets a prompt answered with a callback to an address. */
async function start(engine: Engine, { env = {}, clock }: Pick<GatewayOptions, 'env' | 'clock'> = {}) {
  const { telegram, env: telegramEnv } = await startTelegram();
  const settings = { ...(await engine.empty()), ...telegramEnv, ...env };
  const gateway = await startTestGateway({ env: settings, ...(clock && { clock }) });
  const chat = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat });
  const witness = await startReceiver();
  return {
    telegram,
    chat,
    settings,
    gateway,
    async answer(callback_url: string) {
      const { message } = await ask(gateway, 'approvals', { callback_url, ttl_sec: 0 });
      await telegram.press({ chat, message, button: 'Yes' });
    },
    /** Waits for another callback. Everything that was due before has then been started. */
    sentinel: () => completeOnePrompt(gateway, { telegram, channel: 'approvals', chat, receiver: witness }),
  };
}

/** Waits until the database has `count` failed attempts of the first prompt's callback. Only then may the clock advance. */
async function attemptsRecorded(gateway: TestGateway, count: number): Promise<void> {
  await until(async () => {
    const [delivery] = await gateway.call(listDeliveries, { query: { prompt_id: '1' } });
    if (delivery?.attempt_count !== count) return false;
    return delivery.next_attempt_at !== null || delivery.state === 'dead';
  });
}

/** The log lines of failed attempts. */
function failures({ logLines }: TestGateway): { event: string; next: string }[] {
  return logLines.map((line) => JSON.parse(line)).filter(({ msg }) => /^A callback (failed|is dead)/.test(msg));
}

function verifies(secret: string, callback: Received | undefined): boolean {
  try {
    new Webhook(secret, { format: 'raw' }).verify(callback?.body ?? '', callback?.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

function plainSignature(secret: string, callback: Received | undefined): string {
  return `sha256=${createHmac('sha256', secret)
    .update(callback?.body ?? '')
    .digest('hex')}`;
}
