import { describe, expect, it } from 'vitest';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { addTeam } from '../harness/team.js';
import { until } from '../harness/until.js';
import { deploy, startRuled } from './fixture.js';

/** A group chat of Ada, Bob and Cy, who are people; the group `leads` are Ada and Bob. */
async function startTeam() {
  const ruled = await startRuled();
  const { telegram } = ruled;
  const { bob, cy, team } = await addTeam(ruled);
  const pressAs = (user: { id: number }, button = 'Approve') => telegram.press({ chat: team, user, button });
  const askTeam = (body: object = {}) => ruled.post({ channel_id: 'team', ...body });
  const state = async (num = 1) => (await ruled.recordOf(num)).state as string;
  return { ...ruled, bob, cy, team, pressAs, askTeam, state };
}

describe('who answers a prompt under a rule with approvers', () => {
  it('must be on the lists of the rule, the channel and the prompt, and the agent cannot widen them', async () => {
    const { owner, addRule, askTeam, pressAs, state, ada, bob, cy } = await startTeam();
    await addRule({ then: { approvers: [{ group: 'leads' }] } });
    expect((await askTeam({ approvers: [{ person: 'cy' }] })).status).toBe(400);
    await owner('PATCH', '/v1/channels/team', { approvers: [{ person: 'bob' }, { person: 'cy' }] });
    const asked = await askTeam({ approvers: [{ person: 'bob' }, { person: 'cy' }, { person: 'ada' }] });
    const num = asked.json.prompt_num;
    for (const [user, button] of [
      [cy, 'Approve'],
      [ada, 'Approve'],
      [cy, 'Reject'],
    ] as const) {
      expect((await pressAs(user, button)).notice).toContain('Only');
      expect(await state(num)).toBe('pending');
    }
    await pressAs(bob);
    await until(async () => (await state(num)) === 'answered');
  });

  it('no longer counts when the group does not have them any more', async () => {
    const { owner, addRule, askTeam, pressAs, state, ada, bob } = await startTeam();
    await addRule({ then: { approvers: [{ group: 'leads' }] } });
    await askTeam();
    await owner('PATCH', '/v1/groups/leads', { members: ['ada'] });
    await pressAs(bob);
    expect(await state()).toBe('pending');
    await pressAs(ada);
    await until(async () => (await state()) === 'answered');
  });

  it('is judged in the console as well', async () => {
    const { gateway, owner, addRule, askTeam, state } = await startTeam();
    const console = await setUpConsole(gateway);
    const { operator } = (await console.request('GET', '/console/session')).json;
    await addRule({ then: { approvers: [{ person: 'bob' }] } });
    await askTeam();
    const answer = () => console.request('POST', '/v1/prompts/1/answer', { type: 'decision', value: 'approve' });
    expect(await answer()).toMatchObject({ status: 403, json: { code: 'not_an_approver' } });
    expect(await state()).toBe('pending');
    await owner('PATCH', '/v1/people/bob', { operator_id: operator.id });
    expect((await answer()).status).toBe(200);
    expect(await state()).toBe('answered');
  });

  it('stays as the rule was, when the rule is changed or deleted after the question', async () => {
    const { owner, addRule, askTeam, pressAs, state, recordOf, cy, bob } = await startTeam();
    const { version } = await addRule({ then: { approvers: [{ person: 'bob' }] } });
    await askTeam();
    await owner('PATCH', '/v1/rules/rule', { then: { approvers: null } });
    await pressAs(cy);
    expect(await state()).toBe('pending');
    await owner('DELETE', '/v1/rules/rule');
    await pressAs(cy);
    expect(await state()).toBe('pending');
    await pressAs(bob);
    await until(async () => (await state()) === 'answered');
    expect(await recordOf(1)).toMatchObject({ rule: { rule_id: 'rule', version }, decided_by: 'person' });
  });

  it('is not one whom a combination of lists leaves: such a question is refused', async () => {
    const { owner, addRule, askTeam } = await startTeam();
    await addRule({ then: { approvers: [{ person: 'bob' }] } });
    await owner('PATCH', '/v1/channels/team', { approvers: [{ person: 'cy' }] });
    expect(await askTeam()).toMatchObject({ status: 400, json: { detail: expect.stringContaining('answer') } });
  });
});

describe('an agent with a rule in its way', () => {
  it('cannot answer by the API, nor by a callback to itself or an edit of the rule', async () => {
    const { addRule, askTeam, agent, state } = await startTeam();
    const receiver = await startReceiver();
    await addRule({ then: { approvers: [{ person: 'bob' }] } });
    await askTeam({ callback_url: receiver.url });
    const attempts = [
      ['POST', '/v1/prompts/1/answer', { type: 'decision', value: 'approve' }],
      ['PATCH', '/v1/rules/rule', { then: { approvers: null } }],
      ['PATCH', '/v1/prompts/1', { approvers: null }],
      ['PATCH', '/v1/people/bob', { identities: [] }],
      ['PATCH', '/v1/channels/team', { approvers: null }],
    ] as const;
    for (const [method, path, body] of attempts) {
      const { status } = await agent.request(method, path, body);
      expect([403, 404, 405], `${method} ${path}`).toContain(status);
    }
    expect((await agent.request('POST', '/v1/prompts/1/consume', { action: deploy })).json).toMatchObject({
      code: 'prompt_not_approved',
    });
    expect(await state()).toBe('pending');
    expect(receiver.received).toEqual([]);
  });

  it('cannot name the rule, the verdict or the version itself', async () => {
    const { addRule, askTeam } = await startTeam();
    await addRule();
    for (const field of [
      { rule: { rule_id: 'rule', version: 1 } },
      { verdict: 'allow' },
      { decided_by: 'rule' },
      { rule_id: 'rule' },
    ])
      expect((await askTeam(field)).status, JSON.stringify(field)).toBe(400);
  });
});
