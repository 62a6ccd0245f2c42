import type { PolicyRules } from '@gateway/contract';
import { runStatements } from '@gateway/store/testing';
import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { sqlite } from '../harness/engines.js';
import { openEventStream } from '../harness/event-stream.js';
import { startReceiver } from '../harness/receiver.js';
import { startTwoChats } from '../harness/two-chats.js';
import { until } from '../harness/until.js';

const HOUR_MS = 3_600_000;

/** Two chats and a clock. `ask` asks in the first, by a policy. */
async function startWithPolicy() {
  const env = await sqlite.empty();
  const clock = manualClock();
  const chats = await startTwoChats({ env, clock });
  return {
    ...chats,
    clock,
    async ask(policy: Partial<PolicyRules>, body: object = {}, decisions: readonly string[] | null = null) {
      const asked = await chats.ask({ channels: ['approvals'], ttl_sec: 7200, ...body });
      const { prompt_num: num } = asked.json as { prompt_num: number };
      const rules = { approvals: 1, rejections: 1, requester_may_answer: true, steps: [], on_timeout: null, ...policy };
      const terms = {
        action: null,
        decisions,
        labels: null,
        askReason: 'never',
        reasonWaitSec: 120,
        approvers: null,
        requestedBy: null,
        policy: { policy_id: 'two-eyes', name: 'Two eyes', ...rules },
        channelIds: ['approvals'],
      };
      const at = rules.steps[0] ? `created_at + ${rules.steps[0].after_sec * 1000}` : 'NULL';
      const given = rules.on_timeout;
      const answer = given ? `'${'decision' in given ? given.decision : given.option}'` : 'NULL';
      await runStatements(
        env,
        `UPDATE prompt SET terms = '${JSON.stringify(terms)}', step_due_at = ${at}, timeout_answer = ${answer} WHERE num = ${num}`,
      );
      return num;
    },
  };
}
