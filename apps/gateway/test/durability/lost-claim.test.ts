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

/** An instance whose clock stands still: it renews no claim, as if it were gone. */
async function setUp(engine: Engine) {
  const [clock, platformClock] = [manualClock(), simulatedClock()];
  const { telegram, env: platform } = await startTelegram({ clock: platformClock });
  const env = { ...(await engine.empty()), ...platform };
  const dying = await startTestGateway({ env, clock });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(dying, telegram, { id: 'approvals', chat: ada });
  return { telegram, platformClock, env, dying, clock, ada };
}

function ask(gateway: TestGateway, key: string) {
  return gateway.request('POST', '/v1/prompts/new', { body: question, headers: { 'idempotency-key': key } });
}

describe('an Idempotency-Key', () => {
  onPostgres((engine) => {
    it('whose instance died under way is free after the lease, and its question goes on under the same number', async () => {
      const { dying, telegram, env, ada, clock, platformClock } = await setUp(engine);
      const reached = hold(telegram);
      const lost = ask(dying, 'order-7');
      await until(reached);
      const laterClock = manualClock(clock.now() + 9999);
      const other = await startTestGateway({ env, clock: laterClock });
      expect((await ask(other, 'order-7')).status).toBe(409);
      laterClock.advance(1);
      const taken = await ask(other, 'order-7');
      expect(taken).toMatchObject({ status: 200, json: { prompt_id: '#1' } });

      // It was alive after all: its message is the second one of the same question.
      platformClock.advance(1000);
      expect(await lost).toMatchObject({ status: 200, json: { prompt_id: '#1', message_id: taken.json.message_id } });
      for (const one of [dying, other]) expect((await ask(one, 'order-7')).text).toBe(taken.text);
      const messages = () => telegram.messages({ chat: ada });
      const late = messages().find(({ message_id }) => String(message_id) !== taken.json.message_id);
      expect((await telegram.press({ chat: ada, message: late?.message_id ?? 0, button: 'Yes' })).notice).toBe(
        'Recorded: Yes',
      );
      await until(() => messages().every(({ reply_markup }) => reply_markup === undefined));
      expect(messages().map(({ text }) => text?.includes('✅ Yes (Ada)'))).toEqual([true, true]);
    });

    it('of a text whose instance died under way is free after the lease: the text is sent again', async () => {
      const { dying, telegram, env, ada, clock, platformClock } = await setUp(engine);
      const chat = { id: 'chat', chat: ada, type: 'MESSAGE' as const, callbackUrl: 'http://127.0.0.1:9/' };
      await registerChannel(dying, telegram, chat);
      const send = (gateway: TestGateway) =>
        gateway.request('POST', '/v1/messages/send', {
          body: { channel_id: 'chat', text: 'Hello' },
          headers: { 'idempotency-key': 'greeting' },
        });
      const reached = hold(telegram);
      const lost = send(dying);
      await until(reached);
      const laterClock = manualClock(clock.now() + 9999);
      const other = await startTestGateway({ env, clock: laterClock });
      expect((await send(other)).status).toBe(409);
      laterClock.advance(1);
      const taken = await send(other);
      expect(taken.status).toBe(201);
      platformClock.advance(1000);
      expect((await lost).status).toBe(201);
      expect((await send(dying)).text).toBe(taken.text);
      expect(telegram.messages({ chat: ada })).toHaveLength(2);
    });

    it('taken over while its first instance is refused by the platform keeps what the second one asks', async () => {
      const { dying, telegram, env, ada, clock, platformClock } = await setUp(engine);
      const refusal = { error: { code: 400, description: 'Bad Request: chat not found' } };
      const reached = hold(telegram, refusal);
      const lost = ask(dying, 'order-7');
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

/** Holds the next message until the platform's clock is turned by a second; gives whether it is being held. */
function hold(telegram: TelegramSimulator, fault: TelegramFault = {}): () => boolean {
  let held = false;
  telegram.failNext('sendMessage', { delayMs: 1000, ...fault, when: () => (held = true) });
  return () => held;
}
