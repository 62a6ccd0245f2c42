import { describe, expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { startRuled } from './fixture.js';

/** The group `leads` of Ada and Ben, and the policy `two`. */
const shared = startOnce(async () => {
  const ruled = await startRuled();
  const { owner, ada } = ruled;
  const identities = [{ platform: 'telegram', user_id: String(ada.id) }];
  await owner('POST', '/v1/people/new', { person_id: 'ada', name: 'Ada', identities });
  await owner('POST', '/v1/people/new', { person_id: 'ben', name: 'Ben' });
  await owner('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: ['ada', 'ben'] });
  await owner('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2 });
  return ruled;
});

const ofRule = (code: string) => [{ code, message: expect.stringContaining('Every prompt of the rule "strict"') }];

describe('a rule whose prompts are all refused', () => {
  it('says so when it is added or changed, and no more once enough people can answer', async () => {
    const { owner, post } = shared();
    const then = { approvers: [{ person: 'ada' }], policy: 'two' };
    const added = await owner('POST', '/v1/rules/new', { rule_id: 'strict', actions: ['*'], then });
    expect(added).toMatchObject({ status: 201, json: { warnings: ofRule('too_few_approvers') } });
    expect(added.json.warnings[0].message).toContain('the policy needs 2 people, and only 1 can answer');
    expect((await post()).status).toBe(400);

    const change = (changed: object) => owner('PATCH', '/v1/rules/strict', { then: changed });
    const enough = await change({ approvers: [{ group: 'leads' }] });
    expect(enough.json).not.toHaveProperty('warnings');
    expect((await post()).status).toBe(200);
    expect((await change({ approvers: [{ person: 'ben' }] })).json.warnings).toEqual(ofRule('too_few_approvers'));
    await owner('DELETE', '/v1/rules/strict');
  });

  it('is named in the reply to the change of people, groups or policies that causes it', async () => {
    const { owner, addRule } = shared();
    await addRule({ rule_id: 'strict', then: { approvers: [{ group: 'leads' }], policy: 'two' } });
    const members = (ids: string[]) => owner('PATCH', '/v1/groups/leads', { members: ids });
    expect((await members(['ada'])).json.warnings).toEqual(ofRule('too_few_approvers'));
    expect((await members([])).json).not.toHaveProperty('warnings');
    expect((await members(['ada', 'ben'])).json).not.toHaveProperty('warnings');
    const approvals = (count: number) => owner('PATCH', '/v1/policies/two', { approvals: count });
    expect((await approvals(3)).json.warnings).toEqual(ofRule('too_few_approvers'));
    await approvals(2);
    await owner('DELETE', '/v1/rules/strict');
  });

  it('is not named if the rule asks no one', async () => {
    const { owner, addRule } = shared();
    const then = { verdict: 'deny', approvers: [{ group: 'leads' }], policy: 'two' };
    expect(await addRule({ rule_id: 'strict', then })).not.toHaveProperty('warnings');
    const reply = await owner('PATCH', '/v1/groups/leads', { members: ['ada'] });
    expect([reply.status, reply.json.warnings]).toEqual([200, undefined]);
  });
});
