import { createPolicy, createPrompt, getPrompt } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { onEveryEngineInBothTiers, onPostgres, type Engine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { createGroup } from './prompts.js';

const APPROVALS = 3;
const PEOPLE = 6;
const LEASE_MS = 600;
const nums = [1, 2, 3, 4, 5, 6, 7, 8];

/** A group of people, an instance, and a prompt for each of `nums` that three of them must approve. */
async function start(engine: Engine) {
  const { telegram, env } = await startTelegram();
  const settings = {
    ...(await engine.empty()),
    ...env,
    LEASE_MS: String(LEASE_MS),
    CALLBACK_RETRY_SCHEDULE: Array.from({ length: 30 }, () => '0.2').join(','),
  };
  const { chat, people } = createGroup(telegram, PEOPLE);
  const receiver = await startReceiver();
  const first = await startGatewayProcess(settings);
  await registerChannel(first, telegram, { id: 'team', chat });
  await first.call(createPolicy, { body: { policy_id: 'p', name: 'Policy', approvals: APPROVALS } });
  const messages: number[] = [];
  for (const num of nums) {
    const { message_id } = await first.call(createPrompt, {
      body: {
        channel_id: 'team',
        policy: 'p',
        text: `Question ${num}?`,
        decisions: ['approve', 'reject'],
        callback_url: receiver.url,
      },
    });
    messages.push(Number(message_id));
  }
  const prompts = (gateway: GatewayProcess) =>
    Promise.all(nums.map((num) => gateway.call(getPrompt, { params: { id: String(num) } })));
  return {
    settings,
    first,
    people,
    /** A person approves every prompt. Ends when the platform has taken the presses. */
    approve: (person: { readonly id: number }) =>
      Promise.all(
        messages.map((message) => telegram.press({ chat, user: person, message, button: 'Approve', stale: true })),
      ),
    votes: async (gateway: GatewayProcess) => (await prompts(gateway)).map(({ votes = [] }) => votes.length),
    /** Waits for the callbacks, and checks that each prompt has one outcome and the votes that led to it. */
    async decided(gateway: GatewayProcess) {
      await until(async () => (await prompts(gateway)).every(({ state }) => state === 'answered'), 60_000);
      await until(() => new Set(receiver.received.map(({ json }) => json.prompt_num)).size === nums.length, 60_000);
      for (const prompt of await prompts(gateway)) {
        const { votes = [], answer, decided_by } = prompt;
        expect({ answer, decided_by }).toEqual({ answer: 'approve', decided_by: 'person' });
        expect(new Set(votes.map(({ by }) => by.user_id)).size).toBe(APPROVALS);
        expect(votes).toHaveLength(APPROVALS);
        const callbacks = receiver.received.filter(({ json }) => json.prompt_num === prompt.prompt_num);
        expect(new Set(callbacks.map(({ json }) => json.event_id)).size).toBe(1);
        expect(new Set(callbacks.map(({ body }) => body)).size).toBe(1);
        expect(callbacks[0]?.json.votes).toEqual(votes);
      }
      const reader = await readEvents(gateway, { after: 0 });
      const times = (type: string) =>
        nums.map((num) => reader.summaries().filter((line) => line === `${type} #${num}`).length);
      await until(() => times('prompt.answered').every((count) => count > 0));
      expect(times('prompt.answered')).toEqual(nums.map(() => 1));
      expect(times('prompt.voted')).toEqual(nums.map(() => APPROVALS));
    },
  };
}

// Each test starts several processes.
describe('votes', () => {
  onEveryEngineInBothTiers((engine) => {
    it('are counted once each when the gateway is killed while people vote', { tags: ['slow'] }, async () => {
      const { settings, first, people, approve, votes, decided } = await start(engine);
      const presses: Promise<unknown>[] = [];
      let gateway = first;
      for (const [index, person] of people.slice(0, APPROVALS).entries()) {
        const before = (await votes(gateway)).reduce((sum, count) => sum + count, 0);
        presses.push(approve(person));
        // Killed when some of the votes are counted, and others are not.
        await until(async () => (await votes(gateway)).reduce((sum, count) => sum + count, 0) > before);
        await gateway.kill();
        gateway = await startGatewayProcess(settings);
        // The platform reports again what was not acknowledged.
        await until(async () => (await votes(gateway)).every((count) => count === index + 1), 60_000);
      }
      await Promise.all(presses);
      await decided(gateway);
    });
  });

  onPostgres((engine) => {
    it(
      'that a second instance takes over when the first is killed give each prompt one outcome',
      { tags: ['slow'] },
      async () => {
        const { settings, first, people, approve, decided } = await start(engine);
        const second = await startGatewayProcess(settings);
        const presses = people.map((person) => approve(person));
        // The other instance takes over the bot in the middle of the votes.
        await first.kill();
        await decided(second);
        await Promise.all(presses);
      },
    );
  });
});
