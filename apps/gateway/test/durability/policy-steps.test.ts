import { createPolicy, createPrompt, getPrompt } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { onEveryEngine, onPostgres, type Engine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { startReceiver } from '../harness/receiver.js';
import { hasButtons, startChats } from '../harness/two-chats.js';
import { until } from '../harness/until.js';

/** Steps that follow each other so closely that kills and other instances meet them. */
const steps = [
  { after_sec: 1, remind: true as const },
  { after_sec: 2, channels: ['oncall'] },
  { after_sec: 3, remind: true as const },
];
const nums = [1, 2, 3, 4, 5];

/** Two chats, a receiver, and an instance. `ask` asks one question by a policy for each of `nums`. */
async function start(engine: Engine) {
  const chats = await startChats();
  const receiver = await startReceiver();
  const settings = { ...(await engine.empty()), ...chats.env, LEASE_MS: '600' };
  const first = await startGatewayProcess(settings);
  await chats.register(first);
  const policy = { policy_id: 'p', name: 'Policy', steps, on_timeout: { decision: 'reject' as const } };
  await first.call(createPolicy, { body: policy });
  return {
    ...chats,
    settings,
    first,
    async ask(ttlSec: number) {
      for (const num of nums)
        await first.call(createPrompt, {
          body: {
            channel_id: 'approvals',
            policy: 'p',
            text: `Question ${num}?`,
            decisions: ['approve', 'reject'],
            ttl_sec: ttlSec,
            callback_url: receiver.url,
          },
        });
    },
    /** Waits until the policy has decided every prompt and every known message is closed. Returns how often each event happened. */
    async decided(gateway: GatewayProcess): Promise<(type: string) => number[]> {
      const isClosed = async (num: number) => {
        const { state, posts = [] } = await gateway.call(getPrompt, { params: { id: String(num) } });
        return state === 'answered' && posts.every((post) => post.message_id === null || post.closed_at !== null);
      };
      await until(async () => (await Promise.all(nums.map(isClosed))).every(Boolean), 60_000);
      const received = await receiver.waitFor(nums.length);
      expect(received.map(({ json }) => json.answer.value)).toEqual(nums.map(() => 'reject'));
      expect(received.map(({ json }) => json.prompt_num).toSorted((a, b) => a - b)).toEqual(nums);
      const reader = await readEvents(gateway, { after: 0 });
      const times = (type: string) =>
        nums.map((num) => reader.summaries().filter((line) => line === `${type} #${num}`).length);
      await until(() => times('prompt.answered').every((count) => count > 0));
      return times;
    },
  };
}

// Each test starts several processes.
describe('the steps of policies', () => {
  onEveryEngine((engine) => {
    it(
      'are made at most once each, with one outcome, when instances are killed while they make them',
      { tags: ['slow'] },
      async () => {
        const { first, ask, settings, decided, atAda, atOps, slack, ops, haveButtons } = await start(engine);
        await ask(12);
        await until(() => atAda().some((text) => text.startsWith('Reminder')));
        await first.kill();
        const second = await startGatewayProcess(settings);
        await slack.setRequestUrl(`${second.url}/webhooks/default/slack/oncall`);
        await until(() => atOps().length > 0);
        await second.kill();
        const third = await startGatewayProcess(settings);
        await slack.setRequestUrl(`${third.url}/webhooks/default/slack/oncall`);
        const times = await decided(third);
        expect(times('prompt.answered')).toEqual(nums.map(() => 1));
        expect(Math.max(...times('prompt.escalated'))).toBe(1);
        expect(Math.max(...times('prompt.reminded'))).toBeLessThanOrEqual(2);
        // A message that was posted and not recorded is closed when somebody presses it.
        for (const message of slack.messages(ops).filter(hasButtons))
          await slack.press({ channel: ops, message, button: 0 });
        await until(() => !haveButtons());
      },
    );
  });

  onPostgres((engine) => {
    it('are made once each by two instances, and no note or question is posted twice', { tags: ['slow'] }, async () => {
      const { first, ask, settings, decided, atAda, atOps, haveButtons } = await start(engine);
      const second = await startGatewayProcess(settings);
      await ask(6);
      const times = await decided(second);
      await until(() => !haveButtons());
      expect(['answered', 'escalated', 'reminded'].map((type) => times(`prompt.${type}`))).toEqual([
        nums.map(() => 1),
        nums.map(() => 1),
        nums.map(() => 2),
      ]);
      const notes = (texts: readonly string[]) => texts.filter((text) => text.startsWith('Reminder')).toSorted();
      const of = (texts: readonly string[], num: number) => texts.filter((text) => text.includes(`#${num} `)).length;
      expect(nums.map((num) => [of(notes(atAda()), num), of(notes(atOps()), num)])).toEqual(nums.map(() => [2, 1]));
      expect(atOps().filter((text) => text.startsWith('Question'))).toHaveLength(nums.length);
      await first.kill();
    });
  });
});
