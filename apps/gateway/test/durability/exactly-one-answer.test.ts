import { describe, expect, it } from 'vitest';
import { getPrompt, listPrompts } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngineInBothTiers, onPostgres } from '../harness/engines.js';
import { freePort } from '../harness/free-port.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { limitMs, until } from '../harness/until.js';
import { startFront } from './front.js';
import { ask, completeOnePrompt, byNumber, promptIdsOf, createGroup } from './prompts.js';

/** Presses wait for their notice on a slow machine, too. */
const longCallbackTimeout = { callbackTimeoutMs: limitMs(50_000) };

const feeds = {
  'long polling': async (): Promise<Record<string, string>> => ({}),
  'a webhook': async (): Promise<Record<string, string>> => {
    const port = String(await freePort());
    return { PORT: port, PUBLIC_WEBHOOK_URL: `http://127.0.0.1:${port}` };
  },
};

describe('a prompt records exactly one answer', () => {
  onEveryEngineInBothTiers((engine) => {
    it.each(Object.entries(feeds))(
      'when 1000 people press at once through %s, and shows it to all others',
      { tags: ['slow'] },
      async (_feed, settings) => {
        const { telegram, env } = await startTelegram(longCallbackTimeout);
        const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env, ...(await settings()) } });
        const receiver = await startReceiver();
        const { chat, people } = createGroup(telegram, 1000);
        await registerChannel(gateway, telegram, { id: 'team', chat });
        const question = await ask(gateway, 'team', { callback_url: receiver.url });

        const presses = await Promise.all(
          people.map((user, index) => telegram.press({ chat, user, message: question.message, button: index % 2 })),
        );

        const recorded = presses.filter(({ notice }) => notice?.startsWith('Recorded: '));
        expect(recorded).toHaveLength(1);
        const prompt = await gateway.call(getPrompt, { params: { id: question.id } });
        expect(prompt.state).toBe('answered');
        expect(recorded[0]?.notice).toBe(`Recorded: ${prompt.answer}`);
        const winner = people.findIndex(({ id }) => String(id) === prompt.answered_by_id);
        expect(presses[winner]).toBe(recorded[0]);
        const lateNotice = `Question ${question.id} is closed. The answer was: ${prompt.answer} (Person ${winner})`;
        expect(presses.filter(({ notice }) => notice === lateNotice)).toHaveLength(999);

        const last = await completeOnePrompt(gateway, { telegram, channel: 'team', chat, receiver });
        await gateway.stop();
        expect(receiver.received.map(({ json }) => json.prompt_id)).toEqual([question.id, last]);
        expect(receiver.received[0]?.json).toMatchObject({
          answer: { value: prompt.answer },
          answered_by: { id: prompt.answered_by_id },
        });
      },
    );

    it('when people press and write at the same time, and shows it to all others', async () => {
      const { telegram, env } = await startTelegram(longCallbackTimeout);
      const gateway = await startTestGateway({
        env: { ...(await engine.empty()), ...env, ...(await feeds['a webhook']()) },
      });
      const receiver = await startReceiver();
      const { chat, people } = createGroup(telegram, 40);
      await registerChannel(gateway, telegram, { id: 'team', chat });
      const questions = await Promise.all(
        Array.from({ length: 5 }, () => ask(gateway, 'team', { allow_text: true, callback_url: receiver.url })),
      );

      const tries = questions.flatMap(({ id, message }) =>
        people.map((user, index) => {
          if (index % 2 === 0) return { id, press: telegram.press({ chat, user, message, button: 'No' }), text: null };
          const written =
            index % 4 === 1 ? { text: 'maybe', replyTo: message } : { text: `ID:${id} maybe`, replyTo: message };
          return { id, press: null, text: telegram.writeText({ chat, user, ...written }).message.message_id };
        }),
      );
      const outcomes = await Promise.all(
        tries.map(async ({ id, press, text }) => {
          if (press)
            return {
              id,
              recorded: (await press).notice?.startsWith('Recorded: No') ?? false,
              notice: (await press).notice,
            };
          const reply = await until(() =>
            telegram.messages({ chat }).find((message) => message.reply_to_message?.message_id === text),
          );
          return { id, recorded: reply.text?.startsWith('✅ Recorded as the answer') ?? false, notice: reply.text };
        }),
      );

      for (const { id } of questions) {
        const prompt = await gateway.call(getPrompt, { params: { id } });
        const here = outcomes.filter((entry) => entry.id === id);
        expect(here.filter(({ recorded }) => recorded)).toHaveLength(1);
        const closed = `Question ${id} is closed. The answer was: ${prompt.answer} (`;
        expect(here.filter(({ notice }) => notice?.startsWith(closed))).toHaveLength(people.length - 1);
      }
      const last = await completeOnePrompt(gateway, { telegram, channel: 'team', chat, receiver });
      await gateway.stop();
      expect(promptIdsOf(receiver)).toEqual([...questions.map(({ id }) => id), last].toSorted(byNumber));
    });

    it('or expires when presses meet its expiry, and never both', async () => {
      const { telegram, env } = await startTelegram(longCallbackTimeout);
      const clock = manualClock();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env }, clock });
      const receiver = await startReceiver();
      const people = Array.from({ length: 60 }, (_, index) => telegram.addUser({ firstName: `Person ${index}` }));
      const questions = await Promise.all(
        people.map(async (chat, index) => {
          await registerChannel(gateway, telegram, { id: `channel-${index}`, chat });
          const { id, message } = await ask(gateway, `channel-${index}`, {
            ttl_sec: 60,
            notify_on_expiry: true,
            callback_url: receiver.url,
          });
          return { chat, id, message };
        }),
      );

      clock.advance(59_999);
      let noticed = 0;
      const press = ({ chat, message }: (typeof questions)[number]) =>
        telegram.press({ chat, message, button: 'Yes' }).finally(() => (noticed += 1));
      const early = questions.slice(0, 30).map(press);
      await until(() => noticed > 0);
      const late = questions.slice(30).map(press);
      clock.advance(1);
      const presses = await Promise.all([...early, ...late]);

      await until(() => receiver.received.length >= questions.length, 30_000);
      await gateway.stop();
      const outcomes = new Map(receiver.received.map(({ json }) => [json.prompt_id, json.type]));
      expect(receiver.received).toHaveLength(questions.length);
      expect(outcomes.size).toBe(questions.length);
      for (const [index, { id }] of questions.entries()) {
        const recorded = presses[index]?.notice === 'Recorded: Yes';
        expect(outcomes.get(id)).toBe(recorded ? 'prompt.answered' : 'prompt.expired');
        if (!recorded) expect(presses[index]?.notice).toBe(`Question ${id} has expired. Nothing was recorded.`);
      }
      expect(new Set(outcomes.values())).toEqual(new Set(['prompt.answered', 'prompt.expired']));
    });
  });

  onPostgres((engine) => {
    it('when 200 people press at once and each press reaches two instances', async () => {
      const { telegram, env } = await startTelegram(longCallbackTimeout);
      const front = await startFront();
      const settings = { ...(await engine.empty()), ...env, PUBLIC_WEBHOOK_URL: front.url };
      const gateways = [await startTestGateway({ env: settings }), await startTestGateway({ env: settings })] as const;
      front.behind.push(...gateways.map(({ url }) => url));
      const receiver = await startReceiver();
      const { chat, people } = createGroup(telegram, 200);
      await registerChannel(gateways[0], telegram, { id: 'team', chat });
      const question = await ask(gateways[1], 'team', { callback_url: receiver.url });

      const presses = await Promise.all(
        people.map((user, index) => telegram.press({ chat, user, message: question.message, button: index % 2 })),
      );

      const recorded = presses.filter(({ notice }) => notice?.startsWith('Recorded: '));
      expect(recorded).toHaveLength(1);
      const [first, second] = await Promise.all(
        gateways.map((gateway) => gateway.call(listPrompts, { query: { state: 'all' } })),
      );
      expect(first).toEqual(second);
      expect(recorded[0]?.notice).toBe(`Recorded: ${first?.[0]?.answer}`);
      expect(
        presses.filter(({ notice }) =>
          notice?.startsWith(`Question ${question.id} is closed. The answer was: ${first?.[0]?.answer}`),
        ),
      ).toHaveLength(199);
      const last = await completeOnePrompt(gateways[1], { telegram, channel: 'team', chat, receiver });
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      expect(receiver.received.map(({ json }) => json.prompt_id)).toEqual([question.id, last]);
    });
  });
});
