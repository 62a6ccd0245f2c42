import type { RuleRecord, RuleThen } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { draftOf, problemsOf, ruleSchema, valuesOf } from '../src/features/rules/draft.js';
import { exampleArgs, exampleName } from '../src/features/rules/example.js';
import { inOrder, moved } from '../src/features/rules/order.js';
import { ruleSentences } from '../src/features/rules/sentences.js';

const asked: RuleThen = {
  verdict: 'ask',
  channels: ['approvals', 'on-call'],
  policy: 'two',
  approvers: [{ group: 'leads' }],
  ttl_sec: 900,
  consume_within_sec: 3600,
  min_assurance: null,
  title: 'Deploy {{args.service}}',
  fields: [{ path: 'customer.id', label: 'Customer', as: 'text', names: { cus_1: 'ACME', cus_2: 'Initech' } }],
  labels: true,
  grants: { max_sec: 14_400, same: ['service', 'env'], max_uses: 50 },
  reason: null,
};
const at = '2026-01-01T00:00:00.000Z';
const rule: RuleRecord = {
  rule_id: 'deploys',
  position: 10,
  actions: ['deploy', 'deploy.*'],
  when: 'action.args.amount > 100',
  then: asked,
  version: 2,
  created_at: at,
  updated_at: at,
};
const directory = {
  people: [],
  groups: [{ group_id: 'leads', name: 'Leads', members: [], created_at: at, updated_at: at }],
};

describe('the form of a rule', () => {
  it('makes the rule that it was filled from', () => {
    const { min_assurance: _, ...then } = asked;
    expect(draftOf(valuesOf(rule))).toEqual({ rule_id: 'deploys', actions: rule.actions, when: rule.when, then });
  });

  it('sends what applies to the verdict only', () => {
    const values = valuesOf(rule);
    const denied = draftOf({ ...values, then: { ...values.then, verdict: 'deny', reason: ' No. ' } });
    expect(denied?.then).toMatchObject({ verdict: 'deny', reason: 'No.', channels: null, policy: null, labels: false });
    expect(denied?.then.grants).toBeNull();
    const allowed = draftOf({ ...values, then: { ...values.then, verdict: 'allow' } });
    expect(allowed?.then).toMatchObject({ verdict: 'allow', labels: true, grants: null });
    expect(denied?.then.title).toBe(asked.title);
    expect(draftOf({ ...values, then: { ...values.then, reason: 'No.' } })?.then.reason).toBeNull();
  });

  it('can be tried before it has an id, not saved', () => {
    const values = { ...valuesOf(null), actions: 'deploy' };
    expect(draftOf(values)?.actions).toEqual(['deploy']);
    expect(ruleSchema.safeParse(values).error?.issues.map(({ path }) => path)).toContainEqual(['rule_id']);
  });

  it('finds the field of each problem', () => {
    const values = valuesOf(rule);
    const field = { path: 'a..b', label: 'A', as: 'text' as const, names: 'cus_1: ACME' };
    const grants = { max_sec: null, same: 'env\na..b', max_uses: 1001 };
    const wrong = {
      ...values,
      actions: 'deploy\ndeploy',
      then: { ...values.then, title: '{{x}}', fields: [field], grants },
    };
    expect(problemsOf(wrong).map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining([
        'actions',
        'then.title',
        'then.fields.0.path',
        'then.fields.0.names',
        'then.grants.max_sec',
        'then.grants.same',
        'then.grants.max_uses',
      ]),
    );
    expect(draftOf(wrong)).toBeNull();
  });
});

describe('the example of a rule', () => {
  it('has a name that the first pattern matches, and the arguments that the rule names', () => {
    expect(exampleName('\nclaude-code.*\ndeploy')).toBe('claude-code.example');
    expect(exampleName('')).toBe('');
    const { then } = valuesOf(rule);
    const when =
      'action.args.amount > 100 && action.args.env == "prod" && action.args.customer.id != "" && has(action.args.x)';
    expect(JSON.parse(exampleArgs({ when, then }))).toEqual({
      service: 'example',
      customer: { id: 'example' },
      amount: 101,
      env: 'prod',
      x: 'example',
    });
    // While a condition is typed.
    expect(JSON.parse(exampleArgs({ when: 'action.args.n == 007 && action.args.a == "b\nc"', then }))).toMatchObject({
      n: 7,
      a: 'example',
    });
  });
});

describe('the order of rules', () => {
  it('moves one rule to another place', () => {
    expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  });

  it('keeps rules of a file first', () => {
    const named = (rule_id: string, file?: string): RuleRecord => ({
      ...rule,
      rule_id,
      ...(file && { managed_by: file }),
    });
    const rules = [named('file', 'gateway.yaml'), named('a'), named('b')];
    expect(inOrder(rules, ['b', 'a']).map(({ rule_id }) => rule_id)).toEqual(['file', 'b', 'a']);
  });
});

describe('the sentences of a rule', () => {
  it('say how people are asked', () => {
    expect(ruleSentences(asked, directory)).toEqual([
      'People are asked in approvals and on-call.',
      'People decide by the policy two.',
      'These may answer: the group Leads.',
      'The prompt expires after 15 minutes at the latest.',
      'An approval can be used for 1 hour.',
      'The prompt may have its own labels and options.',
      'Standing approvals are offered for up to 4 hours and 50 uses, if these arguments are equal: service and env.',
      'The title is “Deploy {{args.service}}”.',
      'These are drawn first: Customer.',
    ]);
  });

  it('say that no one is asked', () => {
    const none = { ...asked, channels: null, policy: null, approvers: null, ttl_sec: null, consume_within_sec: null };
    const plain = { ...none, labels: false, title: null, fields: null, grants: null };
    expect(ruleSentences(plain, directory)).toEqual(['People are asked in the channels that the prompt names.']);
    expect(ruleSentences({ ...plain, verdict: 'allow' }, directory)).toEqual([
      'The action is allowed at once, without a message.',
    ]);
    expect(ruleSentences({ ...plain, verdict: 'deny', reason: 'Not here' }, directory)).toEqual([
      'The action is denied at once, with the reason “Not here”.',
    ]);
  });
});
