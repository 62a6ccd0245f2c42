import { expect, it } from 'vitest';
import { onPostgres } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { adminKey, as, startKeyedGateway } from '../harness/keys.js';
import { deploy } from './fixture.js';

onPostgres((engine) => {
  it('a rule that is changed on one instance counts on the other for the next prompt and the next use', async () => {
    const { telegram, env: platform } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const env = { ...(await engine.empty()), ...platform };
    const [one, two] = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
    const [first, second] = [as(one, adminKey), as(two, adminKey)];
    await registerChannel(one, telegram, { id: 'approvals', chat: ada });
    const question = { text: 'Ship it?', channel_id: 'approvals', action: deploy, decisions: ['approve', 'reject'] };
    const ask = async () => (await second('POST', '/v1/prompts/new', question)).json;
    const use = async (num: number) => await second('POST', `/v1/prompts/${num}/consume`, { action: deploy });
    const rule = { rule_id: 'rule', actions: ['*'], then: { verdict: 'allow' } };
    expect((await first('POST', '/v1/rules/new', rule)).status).toBe(201);
    for (let num = 1; num <= 10; num += 2) {
      expect(await ask()).toMatchObject({ state: 'answered', decision: { value: 'approve' } });
      await first('PATCH', '/v1/rules/rule', { then: { verdict: 'deny' } });
      expect((await use(num)).json).toMatchObject({ code: 'approval_withdrawn' });
      expect(await ask()).toMatchObject({ decision: { value: 'reject' } });
      await first('PATCH', '/v1/rules/rule', { then: { verdict: 'allow' } });
    }
  });

  it('an approval is never used after the change of its rule was confirmed on another instance', async () => {
    const { telegram, env: platform } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const env = { ...(await engine.empty()), ...platform };
    const [one, two] = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
    const [first, second] = [as(one, adminKey), as(two, adminKey)];
    await registerChannel(one, telegram, { id: 'approvals', chat: ada });
    const question = { text: 'Ship it?', channel_id: 'approvals', action: deploy, decisions: ['approve', 'reject'] };
    await first('POST', '/v1/rules/new', { rule_id: 'rule', actions: ['*'], then: { verdict: 'allow' } });
    const nums = Array.from({ length: 20 }, (_, at) => at + 1);
    for (const _ of nums) await second('POST', '/v1/prompts/new', question);
    let isChanged = false;
    const late: number[] = [];
    const change = first('PATCH', '/v1/rules/rule', { when: 'false' }).then(() => (isChanged = true));
    for (const num of nums) {
      const wasChanged = isChanged;
      const { status } = await second('POST', `/v1/prompts/${num}/consume`, { action: deploy });
      if (wasChanged && status === 200) late.push(num);
    }
    await change;
    expect(late).toEqual([]);
  });
});
