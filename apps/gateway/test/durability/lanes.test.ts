import { listDeliveries } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onEveryEngineInBothTiers, type Engine } from '../harness/engines.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver, type Receiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

/** Deliveries of a channel that are claimed together. */
const MAX_PER_LANE = 16;
const LEASE_MS = 2000;
const tiers = [
  { kills: 1, tags: [] },
  { kills: 3, tags: ['slow'] },
];

const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index + 1}`);
const numbers = (count: number) => texts(count).map((_, index) => index + 1);
const seqs = ({ received }: Receiver) => received.map(({ json }) => json.seq as number);
const settingsOf = async (engine: Engine, env: Record<string, string>) => ({
  ...(await engine.empty()),
  ...env,
  LEASE_MS: String(LEASE_MS),
});

describe('messages of one channel', () => {
  onEveryEngineInBothTiers((engine) => {
    for (const { kills, tags } of tiers)
      it(
        `are neither lost nor reordered by ${kills} SIGKILL(s), and repeat at most what was claimed together`,
        { tags },
        async () => {
          const count = 40 * kills;
          const { telegram, env } = await startTelegram();
          const settings = await settingsOf(engine, env);
          const receiver = await startReceiver((_callback, response) => void setTimeout(() => response.end(), 3));
          const ada = telegram.addUser({ firstName: 'Ada' });
          let gateway = await startGatewayProcess(settings);
          await registerChannel(gateway, telegram, {
            id: 'inbox',
            chat: ada,
            type: 'MESSAGE',
            callbackUrl: receiver.url,
          });
          for (const text of texts(count)) telegram.writeText({ chat: ada, text });
          for (let kill = 1; kill <= kills; kill += 1) {
            // In the middle of a batch.
            await until(() => new Set(seqs(receiver)).size >= kill * 25);
            await gateway.kill();
            gateway = await startGatewayProcess(settings);
          }
          await until(() => new Set(seqs(receiver)).size === count);

          const came = seqs(receiver);
          expect([...new Set(came)]).toEqual(numbers(count));
          const steps = came.slice(1).map((seq, index) => seq - (came[index] ?? 0));
          const repeats = steps.filter((step) => step !== 1);
          expect(repeats.length).toBeLessThanOrEqual(kills);
          // A step of 0 repeats one message, a step of -15 repeats 16.
          expect(Math.min(0, ...repeats)).toBeGreaterThan(-MAX_PER_LANE);
          expect(Math.max(0, ...repeats)).toBeLessThanOrEqual(0);
        },
      );

    it('that were accepted before SIGTERM are not sent again after the next start', async () => {
      const count = 40;
      const { telegram, env } = await startTelegram();
      const settings = await settingsOf(engine, env);
      const receiver = await startReceiver((_callback, response) => void setTimeout(() => response.end(), 20));
      const ada = telegram.addUser({ firstName: 'Ada' });
      const gateway = await startGatewayProcess(settings);
      await registerChannel(gateway, telegram, { id: 'inbox', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      for (const text of texts(count)) telegram.writeText({ chat: ada, text });
      await receiver.waitFor(5);
      expect(await gateway.terminate()).toMatchObject({ code: 0 });
      expect(receiver.received.length).toBeLessThan(count);
      await startGatewayProcess(settings);
      await receiver.waitFor(count);
      expect(seqs(receiver)).toEqual(numbers(count));
    });
  });

  onEveryEngine((engine) => {
    it('behind one that fails are not attempted, and follow in order when it is accepted', async () => {
      const clock = manualClock();
      const { telegram, env } = await startTelegram();
      const receiver = await startReceiver(
        ({ json }, response, count) => void response.writeHead(json.seq === 3 && count < 4 ? 500 : 200).end(),
      );
      const settings = { ...(await engine.empty()), ...env, CALLBACK_RETRY_SCHEDULE: '5,30' };
      const gateway = await startTestGateway({ env: settings, clock });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'inbox', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      for (const text of texts(8)) telegram.writeText({ chat: ada, text });
      const attempts = async () =>
        (await gateway.call(listDeliveries, {})).map((delivery) => delivery.attempt_count).toReversed();
      await until(async () => {
        const deliveries = await gateway.call(listDeliveries, {});
        return deliveries.length === 8 && deliveries.some(({ last_status }) => last_status === 500);
      });
      expect(await attempts()).toEqual([1, 1, 1, 0, 0, 0, 0, 0]);
      expect(seqs(receiver)).toEqual([1, 2, 3]);
      clock.advance(5500);
      await receiver.waitFor(9);
      expect(seqs(receiver)).toEqual([1, 2, 3, 3, 4, 5, 6, 7, 8]);
      await until(async () => (await gateway.call(listDeliveries, { query: { state: 'delivered' } })).length === 8);
      expect(await attempts()).toEqual([1, 1, 2, 1, 1, 1, 1, 1]);
    });

    it('are recorded as delivered while a later one still waits for the receiver', async () => {
      const { telegram, env } = await startTelegram();
      const receiver = await startReceiver(({ json }, response) => {
        if (json.seq < 4) response.end();
      });
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'inbox', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      for (const text of texts(6)) telegram.writeText({ chat: ada, text });
      await receiver.waitFor(4);
      await until(async () => (await gateway.call(listDeliveries, { query: { state: 'delivered' } })).length === 3);
    });
  });
});
