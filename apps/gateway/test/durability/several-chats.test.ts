import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { startChats, hasButtons } from '../harness/two-chats.js';
import { until } from '../harness/until.js';

async function ask({ url }: GatewayProcess): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(`${url}/v1/prompts/new`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'order-7' },
    body: JSON.stringify({ channels: ['approvals', 'oncall'], text: 'Ship it?', options: ['Yes', 'No'] }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

// Each test starts two processes.
onEveryEngine((engine) => {
  it(
    'a repeated request after a crash posts the question in the chats that do not have it, under the same number',
    { tags: ['slow'] },
    async () => {
      const { env, register, telegram, ada, slack, ops, grace, atAda, atOps, haveButtons } = await startChats();
      const settings = { ...(await engine.empty()), ...env, LEASE_MS: '600' };
      const killed = await startGatewayProcess(settings);
      await register(killed);
      telegram.failNext('sendMessage', { hang: true, afterEffect: true });
      const cut = ask(killed).catch(() => null);
      await until(() => atAda().length === 1);
      await killed.kill();
      expect(await cut).toBeNull();
      expect(atOps()).toEqual([]);

      const gateway = await startGatewayProcess(settings);
      await slack.setRequestUrl(`${gateway.url}/webhooks/default/slack/oncall`);
      const repeated = await until(async () => {
        const reply = await ask(gateway);
        return reply.status === 409 ? null : reply;
      });
      expect([repeated.status, repeated.json['prompt_id'], atOps()]).toEqual([200, '#1', ['Ship it?']]);
      expect((await ask(gateway)).json).toEqual(repeated.json);
      expect(atOps()).toHaveLength(1);
      await slack.press({ channel: ops, button: 'Yes', user: grace });
      await until(() => !slack.messages(ops).some(hasButtons));
      // The first message was lost with the instance: a press closes it.
      const [lost] = telegram.messages({ chat: ada });
      const late = await telegram.press({ chat: ada, message: lost?.message_id ?? 0, button: 'No' });
      expect(late.notice).toContain('The answer was: Yes');
      await until(() => !haveButtons());
    },
  );
});
