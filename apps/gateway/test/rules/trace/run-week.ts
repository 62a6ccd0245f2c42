import { expect } from 'vitest';
import { configFile } from '../../config-file/fixture.js';
import { channelFile } from '../../docs/page.js';
import { manualClock } from '../../harness/clock.js';
import { startTelegram, startTestGateway } from '../../harness/gateway.js';
import { adminKey, makeKey } from '../../harness/keys.js';
import { until } from '../../harness/until.js';
import type { Action, Step } from './week.js';

/** What became of the actions of a week. */
export interface Result {
  /** Questions in the chat. */
  asked: number;
  allowedByRule: number;
  allowedByGrant: number;
  deniedByRule: number;
  /** All messages in the chat, those about standing approvals included. */
  messages: number;
  /** Actions that no one may allow, and that were allowed. */
  dangerous: Action[];
}

/**
 * Sends the actions of a week, each at its time, to a gateway with these rules. A person in the chat of the channel rejects what a sensible
 * person rejects, and else presses the shortest standing approval that is offered, or Approve. The agent uses each approval.
 */
export async function runWeek(rules: string, channel: string, steps: readonly Step[]): Promise<Result> {
  const clock = manualClock();
  const { telegram, env } = await startTelegram();
  const ada = telegram.addUser({ firstName: 'Ada' });
  const chat = telegram.addChat({ id: -1001234567890, type: 'supergroup', title: 'Approvals' });
  const gateway = await startTestGateway({
    clock,
    env: {
      ...env,
      USE_AUTH: 'true',
      GATEWAY_API_KEY: adminKey,
      CONFIG_FILE: await configFile(channelFile(channel) + rules),
      TELEGRAM_BOT_TOKEN: telegram.token,
    },
  });
  const agent = await makeKey(gateway, { preset: 'agent' });
  const start = clock.now();
  const result: Result = { asked: 0, allowedByRule: 0, allowedByGrant: 0, deniedByRule: 0, messages: 0, dangerous: [] };

  for (const { at, action, sense } of steps) {
    clock.advance(start + at - clock.now());
    const body = { text: 'May I?', channel_id: channel, action, decisions: ['approve', 'reject'] };
    const { status, text, json } = await agent.request('POST', '/v1/prompts/new', body);
    expect(status, `${JSON.stringify(action)}: ${text}`).toBe(200);
    const isAsked = json.state === 'pending';
    if (isAsked) await press(json.message_id, sense === 'fine');
    const { decision } = isAsked ? await answered(json.prompt_num) : json;
    const isAllowed = decision.value === 'approve';
    if (isAsked) result.asked += 1;
    else if (json.grant_id) result.allowedByGrant += 1;
    else result[isAllowed ? 'allowedByRule' : 'deniedByRule'] += 1;
    if (!isAllowed) continue;
    if (sense === 'dangerous') result.dangerous.push(action);
    const used = await agent.request('POST', `/v1/prompts/${json.prompt_num}/consume`, { action });
    expect(used.status, `${JSON.stringify(action)}: ${used.text}`).toBe(200);
  }
  return { ...result, messages: telegram.messages({ chat }).length };

  async function answered(num: number) {
    return await until(async () => {
      const { json } = await agent.request('GET', `/v1/prompts/${num}`);
      return json.state === 'answered' && json;
    });
  }

  async function press(id: unknown, isWanted: boolean): Promise<void> {
    const message = telegram.messages({ chat }).find(({ message_id: known }) => known === Number(id))!;
    const labels = (message.reply_markup?.inline_keyboard ?? []).flat().map(({ text: label }) => label);
    const standing = labels.find((label) => label.includes('Approve for'));
    const button = isWanted ? (standing ?? 'Approve') : 'Reject';
    await telegram.press({ chat, user: ada, message, button });
  }
}
