import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { deploy, startRuled } from './fixture.js';

onEveryEngine((engine) => {
  it('a rule that allows answers with approve, without a message, and its approval is used once within 300 s', async () => {
    const { addRule, post, recordOf, atAda, agent, consume } = await startRuled(engine);
    const { version } = await addRule({ then: { verdict: 'allow' } });
    const asked = await post();
    expect(asked, asked.text).toMatchObject({
      status: 200,
      json: {
        message_id: null,
        state: 'answered',
        rule: { rule_id: 'rule', version },
        decision: { type: 'decision', value: 'approve', reason: null, args: deploy.args },
        grant_id: null,
        warnings: [],
      },
    });
    expect(await recordOf(1)).toMatchObject({
      state: 'answered',
      decided_by: 'rule',
      chat_id: null,
      message_id: null,
      posts: [],
      votes: [],
      answer: 'approve',
      answered_by_id: null,
      consume_within_sec: 300,
      rule: { rule_id: 'rule', version },
    });
    expect(atAda()).toEqual([]);
    expect((await consume(agent, { action: { ...deploy, args: {} } })).json).toMatchObject({ code: 'action_changed' });
    expect((await consume(agent, { action: deploy })).status).toBe(200);
    expect((await consume(agent, { action: deploy })).json).toMatchObject({ code: 'already_consumed' });
  });

  it('the approval of a rule ends when the rule is changed or deleted, and not when the rule gets another place', async () => {
    const { addRule, post, owner, agent, consume } = await startRuled(engine);
    const first = await addRule({ then: { verdict: 'allow' } });
    for (const _ of [1, 2, 3, 4]) await post();
    expect((await owner('PATCH', '/v1/rules/rule', { position: 7 })).json).toMatchObject({ version: first.version });
    expect((await consume(agent, { action: deploy }, 1)).status).toBe(200);
    await owner('PATCH', '/v1/rules/rule', { then: { verdict: 'allow' } });
    expect((await consume(agent, { action: deploy }, 2)).status).toBe(200);
    const changed = await owner('PATCH', '/v1/rules/rule', { when: 'action.args.amount < 10' });
    expect(Number(changed.json.version)).toBeGreaterThan(Number(first.version));
    expect(await consume(agent, { action: deploy }, 3)).toMatchObject({
      status: 409,
      json: { code: 'approval_withdrawn', detail: expect.stringContaining('"rule"') },
    });
    await owner('PATCH', '/v1/rules/rule', { when: null });
    expect((await consume(agent, { action: deploy }, 4)).json).toMatchObject({ code: 'approval_withdrawn' });
    await post();
    await owner('DELETE', '/v1/rules/rule');
    const again = await addRule({ then: { verdict: 'allow' } });
    expect(Number(again.version)).toBeGreaterThan(Number(changed.json.version));
    expect((await consume(agent, { action: deploy }, 5)).json).toMatchObject({ code: 'approval_withdrawn' });
  });
});

describe('a rule that denies', () => {
  it('answers with reject and its reason with any choices of the question, without a message', async () => {
    const { addRule, post, recordOf, atAda, agent, consume } = await startRuled();
    await addRule({ then: { verdict: 'deny', reason: 'Not on Saturdays.' } });
    for (const [num, offered] of [
      {},
      { decisions: ['approve'] },
      { decisions: undefined, options: ['Go', 'Stay'], approving_options: ['Go'] },
      { decisions: undefined, options: ['Go'], allow_text: true },
    ].entries()) {
      const asked = await post(offered);
      expect(asked.json, asked.text).toMatchObject({
        state: 'answered',
        decision: { value: 'reject', reason: 'Not on Saturdays.', args: null },
      });
      expect(await recordOf(num + 1)).toMatchObject({ answer: 'reject', answer_type: 'decision', decided_by: 'rule' });
      expect((await consume(agent, { action: deploy }, num + 1)).json).toMatchObject({ code: 'prompt_not_approved' });
    }
    expect(atAda()).toEqual([]);
  });
});

describe('a rule that allows, where the question offers no approve', () => {
  it('gives the only one of approving_options, and asks where there are several or none', async () => {
    const { addRule, post, recordOf, atAda } = await startRuled();
    await addRule({ then: { verdict: 'allow', labels: true } });
    const options = { decisions: undefined, options: ['Go', 'Fast', 'Stay'] };
    await post({ ...options, approving_options: ['Go'] });
    expect(await recordOf(1)).toMatchObject({ answer: 'Go', answer_type: 'option', decided_by: 'rule' });
    await post({ ...options, approving_options: ['Go', 'Fast'] });
    await post(options);
    await post({ decisions: ['respond'] });
    for (const num of [2, 3, 4]) expect(await recordOf(num)).toMatchObject({ state: 'pending', decided_by: null });
    await until(() => atAda().length === 3);
  });
});

describe('the approval of a rule', () => {
  it('lapses after 300 s, also where the agent wants more', async () => {
    const { addRule, post, agent, consume, clock } = await startRuled();
    await addRule({ then: { verdict: 'allow' } });
    await post({ consume_within_sec: 3600 });
    clock.advance(301_000);
    expect((await consume(agent, { action: deploy })).json).toMatchObject({ code: 'approval_lapsed' });
  });
});

describe('the callback of a prompt that a rule answered', () => {
  it('says that a rule decided, which one, and that there is no chat', async () => {
    const { addRule, post } = await startRuled();
    const receiver = await startReceiver();
    const { version } = await addRule({ then: { verdict: 'allow' } });
    await post({ callback_url: receiver.url, correlation_id: 'c1' });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({
      type: 'prompt.answered',
      prompt_id: '#1',
      chat_id: null,
      decided_by: 'rule',
      rule: { rule_id: 'rule', version },
      answered_by: null,
      answer: { type: 'decision', value: 'approve', args: deploy.args },
    });
  });
});
