import { describe, expect, it } from 'vitest';
import { makeKey } from '../harness/keys.js';
import { deploy, startRuled } from './fixture.js';

const draft = (then: object, more: object = {}) => ({ rule_id: 'rule', actions: ['*'], then, ...more });

describe('POST /v1/rules/try', () => {
  it('asks no one, stores nothing and writes no audit entry, also where the condition fails', async () => {
    const { addRule, owner, atAda, agent, gateway } = await startRuled();
    await addRule({ when: 'action.args.missing', then: { verdict: 'allow' } });
    const before = (await owner('GET', '/v1/audit')).text;
    const reader = await makeKey(gateway, { scopes: ['policies:read'] });
    const created = (await owner('GET', '/v1/audit?action=rule.failed')).json;
    const tried = await reader.request('POST', '/v1/rules/try', { action: deploy });
    expect(tried.json).toMatchObject({ verdict: 'ask', warnings: [{ code: 'rule_error' }] });
    await reader.request('POST', '/v1/rules/try', { action: deploy, rule: draft({ verdict: 'deny' }) });
    expect(atAda()).toEqual([]);
    expect((await owner('GET', '/v1/prompts?state=all')).json).toEqual([]);
    expect((await owner('GET', '/v1/audit?action=rule.failed')).json).toEqual(created);
    expect((await owner('GET', '/v1/rules/rule')).json.then.verdict).toBe('allow');
    expect(before).not.toContain('rule.failed');
    expect((await agent.request('POST', '/v1/rules/try', { action: deploy })).status).toBe(403);
  });

  it('takes a draft in place of the stored rule with its id and position, and judges for the key that is named', async () => {
    const { addRule, owner, gateway } = await startRuled();
    await addRule({ then: { verdict: 'deny', reason: 'Stored.' } });
    await addRule({ rule_id: 'later', then: { verdict: 'allow' } });
    const bot = await makeKey(gateway, { name: 'night-bot', preset: 'agent' });
    const verdict = async (body: object) => (await owner('POST', '/v1/rules/try', { action: deploy, ...body })).json;
    expect(await verdict({})).toMatchObject({ verdict: 'deny', reason: 'Stored.', rule: { rule_id: 'rule' } });
    const night = draft({ verdict: 'deny' }, { when: 'key.name == "night-bot"' });
    expect(await verdict({ rule: night, key_id: bot.id })).toMatchObject({ verdict: 'deny', rule: { version: null } });
    expect(await verdict({ rule: night })).toMatchObject({ verdict: 'allow', rule: { rule_id: 'later' } });
    expect((await owner('POST', '/v1/rules/try', { action: deploy, key_id: 'unknown' })).status).toBe(400);
    const bad = draft({ verdict: 'allow' }, { when: 'channel_id == "x"' });
    expect((await owner('POST', '/v1/rules/try', { action: deploy, rule: bad })).status).toBe(400);
  });
});

describe('POST /v1/rules/replay', () => {
  it('compares what happened with what the rules or a draft say now, within the days asked for', async () => {
    const { addRule, owner, post, clock, agent } = await startRuled();
    await post({ action: { name: 'old' } });
    clock.advance(2 * 86_400_000);
    await addRule({ actions: ['read'], then: { verdict: 'allow' } });
    await addRule({ rule_id: 'drop', actions: ['drop'], then: { verdict: 'deny' } });
    for (const name of ['read', 'read', 'drop', 'write']) await post({ action: { name } });
    await post({ action: undefined });
    const compare = async (body: object) => (await owner('POST', '/v1/rules/replay', body)).json;
    expect(await compare({ days: 1 })).toEqual({
      actions: 4,
      is_complete: true,
      then: { asked: 1, allowed: 2, denied: 1 },
      now: { asked: 1, allowed: 2, denied: 1 },
      changed: [],
    });
    expect(
      await compare({ days: 1, rule: { rule_id: 'rule', actions: ['read', 'write'], then: { verdict: 'deny' } } }),
    ).toMatchObject({
      now: { asked: 0, allowed: 0, denied: 4 },
      changed: [
        { name: 'read', then: 'allow', now: 'deny', count: 2 },
        { name: 'write', then: 'ask', now: 'deny', count: 1 },
      ],
    });
    expect(await compare({ days: 3 })).toMatchObject({ actions: 5, then: { asked: 2, allowed: 2, denied: 1 } });
    expect((await agent.request('POST', '/v1/rules/replay', {})).status).toBe(403);
    expect((await owner('POST', '/v1/rules/replay', { days: 91 })).status).toBe(400);
    expect((await owner('POST', '/v1/rules/replay', { days: 0 })).status).toBe(400);
  });
});

describe('what a rule names', () => {
  it.each([
    ['a policy', '/v1/policies/p', { policy: 'p' }],
    ['a person', '/v1/people/ada', { approvers: [{ person: 'ada' }] }],
    ['a group', '/v1/groups/leads', { approvers: [{ group: 'leads' }] }],
  ])('(%s) cannot be deleted while the rule names it', async (_what, path, then) => {
    const { addRule, owner } = await startRuled();
    await owner('POST', '/v1/policies/new', { policy_id: 'p', name: 'P' });
    await owner('POST', '/v1/people/new', { person_id: 'ada', name: 'Ada' });
    await owner('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: [] });
    await addRule({ then });
    expect(await owner('DELETE', path)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('the rule "rule"') },
    });
    await owner('DELETE', '/v1/rules/rule');
    expect((await owner('DELETE', path)).status).toBe(200);
  });

  it.each([
    ['a policy', { policy: 'none' }],
    ['a person', { approvers: [{ person: 'none' }] }],
    ['a group', { approvers: [{ group: 'none' }] }],
    ['a channel', { channels: ['none'] }],
  ])('(%s) must exist', async (_what, then) => {
    const { addRule, owner } = await startRuled();
    expect((await owner('POST', '/v1/rules/new', { rule_id: 'r', actions: ['*'], then })).status).toBe(400);
    await addRule();
    expect((await owner('PATCH', '/v1/rules/rule', { then })).status).toBe(400);
  });
});
