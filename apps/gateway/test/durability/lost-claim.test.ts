import { describe, expect, it } from 'vitest';
import {
  manualClock as simulatedClock,
  type TelegramFault,
  type TelegramSimulator,
} from '@gateway/simulators/telegram';
import { manualClock } from '../harness/clock.js';
import { onPostgres, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

const question = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes', 'No'] };

/** An instance whose clock stands still, so that it renews no lease. To others it looks crashed. */
async function setUp(engine: Engine) {
  const [clock, platformClock] = [manualClock(), simulatedClock()];
  const { telegram, env: platform } = await startTelegram({ clock: platformClock });
  const env = { ...(await engine.empty()), ...platform };
  const stalled = await startTestGateway({ env, clock });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(stalled, telegram, { id: 'approvals', chat: ada });
  return { telegram, platformClock, env, stalled, clock, ada };
}

function ask(gateway: TestGateway, key: string) {
  return gateway.request('POST', '/v1/prompts/new', { body: question, headers: { 'idempotency-key': key } });
}

describe('an Idempotency-Key', () => {
  onPostgres((engine) => {
    it('of a stalled instance is free after the lease, and its prompt is continued under the same number', async () => {
      const { stalled, telegram, env, ada, clock, platformClock } = await setUp(engine);
      const reached = hold(telegram);
      const lost = ask(stalled, 'order-7');
      await until(reached);
      const laterClock = manualClock(clock.now() + 9999);
      const other = await startTestGateway({ env, clock: laterClock });
      expect((await ask(other, 'order-7')).status).toBe(409);
      laterClock.advance(1);
      const taken = await ask(other, 'order-7');
      expect(taken).toMatchObject({ status: 200, json: { prompt_id: '#1' } });

      // The stalled instance was still alive: its message is the second one of the same prompt.
      platformClock.advance(1000);
      expect(await lost).toMatchObject({ status: 200, json: { prompt_id: '#1', message_id: taken.json.message_id } });
      for (const one of [stalled, other]) expect((await ask(one, 'order-7')).text).toBe(taken.text);
      const messages = () => telegram.messages({ chat: ada });
      const late = messages().find(({ message_id }) => String(message_id) !== taken.json.message_id);
      expect((await telegram.press({ chat: ada, message: late?.message_id ?? 0, button: 'Yes' })).notice).toBe(
        'Recorded: Yes',
      );
      await until(() => messages().every(({ reply_markup }) => reply_markup === undefined));
      expect(messages().map(({ text }) => text?.includes('✅ Yes (Ada)'))).toEqual([true, true]);
    });

    it('of a message from a stalled instance is free after the lease, and a retry sends the message', async () => {
      const { stalled, telegram, env, ada, clock, platformClock } = await setUp(engine);
      const chat = { id: 'chat', chat: ada, type: 'MESSAGE' as const, callbackUrl: 'http://127.0.0.1:9/' };
      await registerChannel(stalled, telegram, chat);
      const send = (gateway: TestGateway) =>
        gateway.request('POST', '/v1/messages/send', {
          body: { channel_id: 'chat', text: 'Hello' },
          headers: { 'idempotency-key': 'greeting' },
        });
      const reached = hold(telegram);
      const lost = send(stalled);
      await until(reached);
      const laterClock = manualClock(clock.now() + 9999);
      const other = await startTestGateway({ env, clock: laterClock });
      expect((await send(other)).status).toBe(409);
      laterClock.advance(1);
      const taken = await send(other);
      expect(taken.status).toBe(201);
      platformClock.advance(1000);
      expect((await lost).status).toBe(201);
      expect((await send(stalled)).text).toBe(taken.text);
      expect(telegram.messages({ chat: ada })).toHaveLength(2);
    });

    it('taken over by another instance keeps its prompt when the platform refuses the first instance', async () => {
      const { stalled, telegram, env, ada, clock, platformClock } = await setUp(engine);
      const refusal = { error: { code: 400, description: 'Bad Request: chat not found' } };
      const reached = hold(telegram, refusal);
      const lost = ask(stalled, 'order-7');
      await until(reached);
      const other = await startTestGateway({ env, clock: manualClock(clock.now() + 10_000) });
      const reachedAgain = hold(telegram, { delayMs: 2000 });
      const taken = ask(other, 'order-7');
      await until(reachedAgain);
      platformClock.advance(1000);
      expect((await lost).status).toBe(400);
      platformClock.advance(1000);
      expect(await taken).toMatchObject({ status: 200, json: { prompt_id: '#1' } });
      expect((await telegram.press({ chat: ada, button: 'Yes' })).notice).toBe('Recorded: Yes');
    });
  });
});

/** Delays the next message until the platform's clock advances by a second. Returns a function that says whether it arrived. */
function hold(telegram: TelegramSimulator, fault: TelegramFault = {}): () => boolean {
  let held = false;
  telegram.failNext('sendMessage', { delayMs: 1000, ...fault, when: () => (held = true) });
  return () => held;
}
