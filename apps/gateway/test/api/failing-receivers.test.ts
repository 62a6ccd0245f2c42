import { describe, expect, it } from 'vitest';
import { cancelPrompt, createPrompt, listDeliveries, listReceivers } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const ATTEMPTS = 7;

describe('a receiver that keeps failing', () => {
  onEveryEngine((engine) => {
    it('is listed, and reported once when it fails and once when it recovers, on the stream and in the log', async () => {
      const clock = manualClock();
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({
        env: { ...(await engine.empty()), ...env, CALLBACK_RETRY_SCHEDULE: Array(ATTEMPTS).fill('150').join(',') },
        clock,
      });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
      /** The receiver events so far. The reader is closed because it would time out when the clock is advanced far. */
      const receiverEvents = async (count: number) => {
        const reader = await readEvents(gateway, { after: 0 });
        const found = () => reader.events.filter(({ type }) => type.startsWith('delivery.receiver'));
        await until(() => found().length === count && reader.events.at(-1)?.type.startsWith('delivery.receiver'));
        reader.close();
        return found();
      };
      const receiver = await startReceiver(
        (_received, response, count) => void response.writeHead(count <= ATTEMPTS ? 503 : 200).end(),
      );
      const destination = new URL(receiver.url).origin;
      const { prompt_id } = await gateway.call(createPrompt, {
        body: { channel_id: 'approvals', text: 'Deploy?', callback_url: receiver.url, notify_on_expiry: true },
      });
      await gateway.call(cancelPrompt, { params: { id: prompt_id } });
      for (let attempts = 1; attempts <= ATTEMPTS; attempts += 1) {
        await until(async () => {
          const [delivery] = await gateway.call(listDeliveries, {});
          return delivery?.attempt_count === attempts && delivery.next_attempt_at !== null;
        });
        expect(receiver.received).toHaveLength(attempts);
        expect(await gateway.call(listReceivers, {})).toMatchObject([
          {
            destination,
            state: 'failing',
            failed_attempts: attempts,
            last_status: 503,
            reported_at: attempts < 5 ? null : expect.any(String),
          },
        ]);
        if (attempts === 5) {
          expect(await receiverEvents(1)).toMatchObject([
            {
              type: 'delivery.receiver_failing',
              data: { destination, state: 'failing', failed_attempts: 5, last_status: 503 },
            },
          ]);
        }
        clock.advance(165_000);
      }

      expect((await receiverEvents(2)).at(-1)).toMatchObject({
        type: 'delivery.receiver_recovered',
        data: { destination, state: 'ok', failing_since: null, failed_attempts: 0 },
      });
      expect(await gateway.call(listReceivers, {})).toEqual([]);
      const lines = gateway.logLines
        .map((line): { level: number; destination?: string; msg: string } => JSON.parse(line))
        .filter((line) => line.destination === destination);
      expect(lines.map(({ level }) => level)).toEqual([50, 30]);
    });
  });
});
