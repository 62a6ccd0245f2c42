import { describe, expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { startRuled } from './fixture.js';

const shared = startOnce(startRuled);

const entries = (count: number) => Array.from({ length: count }, (_, at) => at % 10);
const letters = (count: number) =>
  Array.from({ length: count }, (_, at) => ((at * 7919) % 13 < 6 ? 'a' : 'b')).join('');

/** Conditions and arguments by which one question would keep the gateway busy for seconds. */
const heavy: readonly (readonly [string, string, Record<string, unknown>])[] = [
  [
    'loops in loops',
    'action.args.l.all(x, action.args.l.all(y, action.args.l.exists(z, z == x + y)))',
    { l: entries(9000) },
  ],
  [
    'a failure in each round of loops',
    'action.args.l.exists(x, action.args.l.exists(y, y.foo == 1))',
    { l: entries(600) },
  ],
  ['a failure on each side of ||', 'action.args.l.all(x, action.args.l.all(y, y.foo || true))', { l: entries(500) }],
  ['a pattern with many states', 'action.args.s.matches("(a|b)*a(a|b){10}(a|b){900}$")', { s: letters(60_000) }],
  ['a text that grows', `[action.args.s]${'.map(a, a + a)'.repeat(12)}[0].contains("x")`, { s: 'a'.repeat(60_000) }],
  ['a text that is joined with itself', 'action.args.s.split("").join(action.args.s) != ""', { s: 'a'.repeat(30_000) }],
  [
    'searches of a long text in a long text',
    '[1, 2, 3, 4, 5, 6, 7, 8].all(x, !action.args.s.contains(action.args.t))',
    { s: 'a'.repeat(40_000), t: `${'a'.repeat(20_000)}b` },
  ],
  [
    'comparisons of long texts in loops',
    'action.args.l.all(x, action.args.l.all(y, action.args.s <= action.args.t))',
    { l: entries(300), s: 'a'.repeat(30_000), t: 'a'.repeat(30_000) },
  ],
  [
    'lists of lists that are compared',
    'action.args.l.all(x, action.args.l.all(y, x == y))',
    { l: Array.from({ length: 150 }, () => entries(150)) },
  ],
];

describe('a condition with much work', () => {
  it.each(heavy)('(%s) is refused before it is evaluated', async (_what, when, args) => {
    const { owner, addRule, post } = shared();
    await addRule({ when, then: { verdict: 'deny' } });
    const judged = await post({ action: { name: 'run', args } });
    expect(judged.json, judged.text).toMatchObject({
      state: 'answered',
      warnings: [{ code: 'rule_error', message: expect.stringContaining('too much work') }],
    });
    await owner('DELETE', '/v1/rules/rule');
  });

  it('(a pattern that tries all ways) is matched in linear time', async () => {
    const { owner, addRule, post } = shared();
    await addRule({ when: 'action.args.s.matches("^(a+)+$")', then: { verdict: 'deny' } });
    const asked = (text: string) => post({ action: { name: 'run', args: { s: text } } });
    expect((await asked(`${'a'.repeat(60_000)}b`)).json.rule).toBeUndefined();
    expect((await asked('a'.repeat(60_000))).json).toMatchObject({ state: 'answered', warnings: [] });
    await owner('DELETE', '/v1/rules/rule');
  });

  it('fails, so that a rule with it asks instead of allowing', async () => {
    const { owner, addRule, post } = shared();
    const [[, when, args] = ['', '', {}]] = heavy;
    await addRule({ when, then: { verdict: 'allow' } });
    expect((await post({ action: { name: 'run', args } })).json).toMatchObject({
      state: 'pending',
      warnings: [{ code: 'rule_error', message: expect.stringContaining('too much work') }],
    });
    await owner('DELETE', '/v1/rules/rule');
  });
});

describe('the work of many rules', () => {
  it('is limited together: one of 100 rules with loops is the last that is evaluated', async () => {
    const { owner, addRule, post } = shared();
    const when = 'action.args.l.all(x, x == 11)';
    for (let at = 0; at < 100; at += 1) await addRule({ rule_id: `r${at}`, when, then: { verdict: 'allow' } });
    const asked = await post({ action: { name: 'run', args: { l: entries(10_000) } } });
    expect(asked.json).toMatchObject({ state: 'pending', warnings: [{ code: 'rule_error' }] });
    for (let at = 0; at < 100; at += 1) await owner('DELETE', `/v1/rules/r${at}`);
  });

  it('does not keep a usual condition over 1500 entries from being judged', async () => {
    const { owner, addRule, post } = shared();
    await addRule({ when: 'action.args.l.exists(x, x.id == 7 && x.env == "prod")', then: { verdict: 'deny' } });
    const l = Array.from({ length: 1500 }, (_, id) => ({ id, env: 'prod' }));
    expect((await post({ action: { name: 'run', args: { l } } })).json).toMatchObject({
      state: 'answered',
      warnings: [],
    });
    await owner('DELETE', '/v1/rules/rule');
  });
});
