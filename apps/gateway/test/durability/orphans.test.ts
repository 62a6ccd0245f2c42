import { describe, expect, it } from 'vitest';
import { manualClock as simulatedClock, type TelegramFault } from '@gateway/simulators/telegram';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { placesOf } from '../harness/stored.js';
import { until } from '../harness/until.js';

const MINUTE = 60_000;

/** A prompt without Idempotency-Key whose post is not confirmed, as if its instance had crashed, after three minutes. */
async function orphaned(engine: Engine, fault: TelegramFault) {
  const [clock, platformClock] = [manualClock(), simulatedClock()];
  const { telegram, env: platform } = await startTelegram({ clock: platformClock });
  const env = { ...(await engine.empty()), ...platform };
  const gateway = await startTestGateway({ env, clock });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  let reached = false;
  telegram.failNext('sendMessage', { ...fault, when: () => (reached = true) });
  const asked = gateway.request('POST', '/v1/prompts/new', {
    body: { channel_id: 'approvals', text: 'Ship it?', options: ['Yes', 'No'], ttl_sec: 86_400 },
  });
  await until(() => reached);
  clock.skip(3 * MINUTE);
  await until(async () => {
    clock.advance(5000);
    return (await placesOf('orphaned', env)).length > 0;
  });
  return { clock, platformClock, telegram, gateway, ada, asked, message: () => telegram.messages({ chat: ada })[0] };
}

describe('a prompt without Idempotency-Key whose instance crashed', () => {
  onEveryEngine((engine) => {
    it('is not listed, and its message is closed when the post is confirmed late', async () => {
      const { platformClock, gateway, asked, message } = await orphaned(engine, { delayMs: 1000 });
      platformClock.advance(1000);
      const refused = await asked;
      expect([refused.status, refused.json.detail]).toEqual([
        503,
        'The question took too long to post, and is closed: ask again.',
      ]);
      await until(() => message()?.reply_markup === undefined);
      expect(message()?.text).toBe('Ship it?\n\n✖️ Closed: never registered');
      expect((await gateway.request('GET', '/v1/prompts?state=all')).json).toEqual([]);
      expect((await gateway.request('GET', '/v1/prompts/1')).status).toBe(404);
    });

    it('shows a press that it was never registered, and its message is closed', async () => {
      const { clock, telegram, gateway, ada, asked, message } = await orphaned(engine, {
        hang: true,
        afterEffect: true,
      });
      const { notice } = await telegram.press({ chat: ada, button: 'Yes' });
      expect(notice).toBe('Question #1 was never registered. Nothing was recorded.');
      await until(() => message()?.reply_markup === undefined);
      expect(message()?.text).toBe('Ship it?\n\n✖️ Closed: never registered');
      expect((await gateway.request('GET', '/v1/prompts?state=all')).json).toEqual([]);
      clock.advance(1);
      await telegram.close();
      expect((await asked).status).toBe(400);
    });
  });
});
