import { describe, expect, it } from 'vitest';
import { makeKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { startRuled } from './fixture.js';

const shared = startOnce(startRuled);

/** What a rule with this condition says about arguments: `deny`, `ask` (it does not match), or why the condition failed. */
async function judged(when: string, args: unknown = {}, more: object = {}): Promise<string> {
  const { owner } = shared();
  const rule = { rule_id: 'draft', actions: ['*'], when, then: { verdict: 'deny' } };
  const { status, text, json } = await owner('POST', '/v1/rules/try', { action: { name: 'pay', args }, rule, ...more });
  expect(status, `${when}: ${text}`).toBe(200);
  return json.warnings.length > 0 ? 'failed' : json.verdict;
}

describe('a condition that is not valid', () => {
  it.each([
    ['a syntax error', 'action.args.a >', /line 1, column \d+/],
    ['an unknown name', 'true &&\n  nothing == 1', /line 2, column 3/],
    ['an unknown field', 'action.arguments.a == 1', /line 1, column \d+/],
    ['operands that do not fit', 'action.name > 1', /line 1, column \d+/],
    ['a value that is neither true nor false', 'action.name', /line 1, column 1: must be true or false/],
    ['a pattern that is not valid', 'action.name.matches("(a")', /line 1, column 21/],
    ['a pattern that the agent writes', 'action.name.matches(action.args.p)', /line 1, column 1/],
    ['a variable that doubles', 'cel.bind(a, "x", cel.bind(b, a + a, b != ""))', /cel\.bind is not available/],
    ['the name of the inner function of patterns', 'action.name.matchesLinear("(a+)+$")', /there is no function/],
  ])('(%s) is refused with line and column, in a new rule and in a change', async (_what, when, detail) => {
    const { owner, addRule } = shared();
    await addRule();
    const refused = { status: 400, json: { code: 'validation', detail: expect.stringMatching(detail) } };
    expect(await owner('POST', '/v1/rules/new', { rule_id: 'new', actions: ['*'], when, then: {} })).toMatchObject(
      refused,
    );
    expect(await owner('PATCH', '/v1/rules/rule', { when })).toMatchObject(refused);
    const rule = { rule_id: 'draft', actions: ['*'], when, then: {} };
    expect(await owner('POST', '/v1/rules/try', { action: { name: 'a' }, rule })).toMatchObject(refused);
    expect((await owner('GET', '/v1/rules/rule')).json).toMatchObject({ when: null });
    await owner('DELETE', '/v1/rules/rule');
  });
});

describe('a condition', () => {
  it.each([
    ['action.args.a == 1', { a: 1 }, 'deny'],
    ['action.args.a == 1.0', { a: 1 }, 'deny'],
    ['1 == 1.0', {}, 'deny'],
    ['1000 == 1e3', {}, 'deny'],
    ['action.args.a == 1e3', { a: 1000 }, 'deny'],
    ['action.args.a > 100', { a: 100.5 }, 'deny'],
    ['action.args.a > 100', { a: 100 }, 'ask'],
    ['action.args.a >= 100.0', { a: 100 }, 'deny'],
    ['action.args.a in [1, 2]', { a: 2 }, 'deny'],
    ['action.args.a == 9007199254740993', { a: 9007199254740992 }, 'ask'],
    ['action.args.a == "1"', { a: 1 }, 'ask'],
    ['size(action.args.l) == 2.0', { l: [1, 2] }, 'deny'],
  ])('compares numbers of both kinds: %s with %j', async (when, args, expected) => {
    expect(await judged(when, args)).toBe(expected);
  });

  it.each([
    ['action.args.a == null', { a: null }, 'deny'],
    ['action.args.a == null', {}, 'failed'],
    ['has(action.args.a)', { a: null }, 'deny'],
    ['has(action.args.a)', {}, 'ask'],
    ['has(action.args.constructor)', {}, 'ask'],
    ['has(action.args.toString)', {}, 'ask'],
    ['action.args.constructor == null', {}, 'failed'],
    ['"hasOwnProperty" in action.args', {}, 'ask'],
    ['action.args[""] == 1', { '': 1 }, 'deny'],
    ['action.args.a.length == 1', { a: 'x' }, 'failed'],
    ['action.args.a[3] == 1', { a: [1] }, 'failed'],
    ['action.args.a > "x"', { a: 1 }, 'failed'],
    ['action.args.a', { a: 'true' }, 'failed'],
    ['action.args.a', { a: 1 }, 'failed'],
    ['action.args.a', { a: true }, 'deny'],
    ['action.args.a.startsWith("x")', { a: { startsWith: 1 } }, 'failed'],
    ['action.args.a || true', {}, 'deny'],
  ])('fails rather than guesses: %s with %j', async (when, args, expected) => {
    expect(await judged(when, args)).toBe(expected);
  });

  it('reads __proto__ as any other name', async () => {
    const args = JSON.parse('{"__proto__":{"a":1}}') as object;
    expect(await judged('action.args["__proto__"].a == 1', args)).toBe('deny');
    expect(await judged('"__proto__" in action.args', args)).toBe('deny');
    expect(await judged('"__proto__" in action.args', {})).toBe('ask');
    expect(await judged('has(action.args.a)', args)).toBe('ask');
  });

  it('reads the key, the channel that is named, and the time', async () => {
    const { gateway, clock } = shared();
    const { id } = await makeKey(gateway, { name: 'night-bot', scopes: ['prompts:write'], channels: ['approvals'] });
    const by = { key_id: id };
    expect(await judged(`key.id == "${id}" && key.name == "night-bot"`, {}, by)).toBe('deny');
    expect(await judged('key.scopes == ["prompts:write"] && key.channels == ["approvals"]', {}, by)).toBe('deny');
    expect(await judged('key.acts_for == null', {}, by)).toBe('deny');
    expect(await judged('key.id == null && key.channels == null && key.scopes.size() == 0')).toBe('deny');
    expect(await judged('channel_id == ""')).toBe('deny');
    expect(await judged('channel_id == "oncall"', {}, { channel_id: 'oncall' })).toBe('deny');
    const at = new Date(clock.now()).toISOString();
    expect(await judged(`now == timestamp("${at}")`)).toBe('deny');
  });
});

describe('a rule of which the condition fails', () => {
  it('asks instead of allowing, and goes on denying: the reply and the audit log say why', async () => {
    const { owner, addRule, post, recordOf } = shared();
    const when = 'action.args.env == "test"';
    const warning = { code: 'rule_error', message: expect.stringContaining('No such key: env') };
    await addRule({ when, then: { verdict: 'allow' } });
    const asked = await post({ action: { name: 'deploy', args: {} } });
    expect(asked.json).toMatchObject({
      state: 'pending',
      decision: null,
      warnings: [warning],
      rule: { rule_id: 'rule' },
    });
    expect(await recordOf(asked.json.prompt_num)).toMatchObject({ state: 'pending', decided_by: null });
    await owner('PATCH', '/v1/rules/rule', { then: { verdict: 'deny', reason: 'No.' } });
    const refused = await post({ action: { name: 'deploy', args: {} } });
    expect(refused.json).toMatchObject({ state: 'answered', decision: { value: 'reject' }, warnings: [warning] });
    const audit = await owner('GET', '/v1/audit?action=rule.failed');
    expect(audit.json.length).toBeGreaterThan(0);
    expect(audit.json[0]).toMatchObject({ action: 'rule.failed', resource: { id: 'rule' } });
    await owner('DELETE', '/v1/rules/rule');
  });
});

describe('a rule that allows and reads the channel, which the agent chooses,', () => {
  const when = 'channel_id == "approvals"';

  it.each([
    ['directly', when],
    ['in a list', '["approvals"].exists(x, x == channel_id)'],
    ['converted', 'dyn(channel_id) != ""'],
    ['in a map', '{"c": channel_id}.c != ""'],
    ['in a branch', 'action.name == "a" ? channel_id == "x" : true'],
  ])('is refused when it reads it %s', async (_how, condition) => {
    const { owner } = shared();
    const rule = { rule_id: 'reads', actions: ['*'], when: condition, then: { verdict: 'allow' } };
    expect(await owner('POST', '/v1/rules/new', rule)).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('must not read channel_id') },
    });
  });

  it('is refused also when a change gives only the verdict, or only the condition', async () => {
    const { owner, addRule } = shared();
    await addRule({ rule_id: 'asks', when });
    await addRule({ rule_id: 'allows', then: { verdict: 'allow' } });
    const refused = { status: 400, json: { detail: expect.stringContaining('must not read channel_id') } };
    expect(await owner('PATCH', '/v1/rules/asks', { then: { verdict: 'allow' } })).toMatchObject(refused);
    expect(await owner('PATCH', '/v1/rules/allows', { when })).toMatchObject(refused);
    expect((await owner('PATCH', '/v1/rules/asks', { then: { verdict: 'deny' } })).status).toBe(200);
    for (const id of ['asks', 'allows']) await owner('DELETE', `/v1/rules/${id}`);
  });
});
