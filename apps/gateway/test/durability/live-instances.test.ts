import { setTimeout as delay } from 'node:timers/promises';
import { createPolicy, getPrompt } from '@gateway/contract';
import { expect, it } from 'vitest';
import { onPostgres } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startFront } from './front.js';
import { ask, createGroup, type Person } from './prompts.js';
import { report } from './report.js';

const APPROVALS = 3;
const TTL_MS = 4000;
const steps = [
  { after_sec: 1, remind: true as const },
  { after_sec: 2, channels: ['oncall'] },
  { after_sec: 3, remind: true as const },
];
/** When each of five people presses, in milliseconds after the question: with a step, at the end of the time, or too few of them. */
const times = {
  step: [1900, 1950, 2000, 2050, 2100],
  beforeEnd: [900, 1000, TTL_MS - 500, TTL_MS - 400, TTL_MS - 300],
  end: [900, 1000, TTL_MS - 40, TTL_MS, TTL_MS + 40],
  tooFew: [900, 1900],
};
const kinds = ['step', 'beforeEnd', 'end', 'tooFew', 'step', 'beforeEnd', 'end', 'tooFew'] as const;

const isPositive = (count: number) => count > 0;

onPostgres((engine) => {
  it(
    'two instances lose no vote, repeat no step and give one outcome when votes, steps and the deadline coincide',
    { tags: ['slow'] },
    async () => {
      const { telegram, env } = await startTelegram();
      const front = await startFront({ spread: true });
      const settings = { ...(await engine.empty()), ...env, PUBLIC_WEBHOOK_URL: front.url };
      const gateways = [await startGatewayProcess(settings), await startGatewayProcess(settings)] as const;
      const [one, other] = gateways;
      front.behind = gateways.map(({ url }) => url);
      const { chat: team, people } = createGroup(telegram, 5);
      const oncall = telegram.addChat({ title: 'On call', members: people.map(({ id }) => id) });
      await registerChannel(one, telegram, { id: 'team', chat: team });
      await registerChannel(one, telegram, { id: 'oncall', chat: oncall });
      const receiver = await startReceiver();
      const on_timeout = { decision: 'reject' as const };
      await one.call(createPolicy, {
        body: { policy_id: 'p', name: 'Policy', approvals: APPROVALS, steps, on_timeout },
      });

      /** Asks, and returns what each person who pressed was told. */
      const decide = async (kind: keyof typeof times, index: number) => {
        const question = await ask(gateways[index % 2 === 0 ? 0 : 1], 'team', {
          policy: 'p',
          options: [],
          decisions: ['approve', 'reject'],
          ttl_sec: TTL_MS / 1000,
          callback_url: receiver.url,
        });
        const { reply_markup } = await telegram.waitForMessage(({ message_id }) => message_id === question.message);
        const { callback_data: data = '' } = reply_markup?.inline_keyboard.flat()[0] ?? {};
        const press = async (user: Person, ms: number) => {
          await delay(ms);
          const { notice } = await telegram.press({
            chat: team,
            user,
            message: question.message,
            button: { data },
            stale: true,
          });
          return { user: String(user.id), notice: notice ?? '' };
        };
        const told = await Promise.all(times[kind].map((ms, at) => press(people[at] as Person, ms)));
        return { ...question, told };
      };
      const questions = await Promise.all(kinds.map(decide));

      const records = await until(async () => {
        const found = await Promise.all(questions.map(({ id }) => other.call(getPrompt, { params: { id } })));
        const isClosed = found.every(
          ({ state, posts = [] }) =>
            state === 'answered' && posts.every((post) => post.message_id === null || post.closed_at !== null),
        );
        return isClosed ? found : undefined;
      }, 60_000);
      await until(() => new Set(receiver.received.map(({ json }) => json.prompt_id)).size === questions.length, 60_000);
      const reader = await readEvents(one, { after: 0 });
      const count = (type: string, num: number) =>
        reader.summaries().filter((line) => line === `prompt.${type} #${num}`).length;
      await until(() => records.every(({ prompt_num }) => count('answered', prompt_num) > 0));

      for (const [index, { prompt_num: num, votes = [], decided_by, answer, posts = [] }] of records.entries()) {
        const outcome = votes.length >= APPROVALS ? ['approve', 'person'] : ['reject', 'policy'];
        expect([answer, decided_by]).toEqual(outcome);
        const counted = questions[index]?.told.filter(({ notice }) => /recorded\.|^Recorded/.test(notice)) ?? [];
        expect(new Set(votes.map(({ by }) => by.user_id))).toEqual(new Set(counted.map(({ user }) => user)));
        const callbacks = receiver.received.filter(({ json }) => json.prompt_num === num);
        expect(callbacks.map(({ json }) => json.votes)).toEqual([votes]);
        const escalations = posts.length - 1;
        expect(escalations).toBeLessThanOrEqual(1);
        expect([count('answered', num), count('voted', num), count('escalated', num)]).toEqual([
          1,
          votes.length,
          escalations,
        ]);
        expect(count('reminded', num)).toBeLessThanOrEqual(2);
      }
      for (const chat of [team, oncall]) {
        const shown = telegram.messages({ chat });
        expect(shown.filter(({ reply_markup }) => reply_markup !== undefined)).toEqual([]);
        expect(shown.filter(({ text }) => text?.startsWith('Ship it?')).length).toBeLessThanOrEqual(questions.length);
      }
      // A busy machine can make a step so late that the prompt is over, but not every step of every prompt.
      const made = (type: string) => records.filter(({ prompt_num }) => count(type, prompt_num) > 0).length;
      expect([made('escalated'), made('reminded')]).toEqual([
        expect.toSatisfy(isPositive),
        expect.toSatisfy(isPositive),
      ]);
      const deciders = records.map(({ decided_by }) => decided_by);
      expect(deciders).toEqual(expect.arrayContaining(['person', 'policy']));
      report(`outcomes with two live instances: ${deciders.join(', ')}`);
    },
  );
});
