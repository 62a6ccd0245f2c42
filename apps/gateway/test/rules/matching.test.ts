import { describe, expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { startRuled } from './fixture.js';

const shared = startOnce(startRuled);

/** Which of these names a rule with these patterns denies, in a question of the agent. */
async function denied(actions: readonly string[], names: readonly string[]): Promise<string[]> {
  const { owner, addRule, post } = shared();
  await addRule({ actions, then: { verdict: 'deny' } });
  const found: string[] = [];
  for (const name of names) {
    const { status, text, json } = await post({ action: { name } });
    expect(status, `${JSON.stringify(name)}: ${text}`).toBe(200);
    if (json.state === 'answered') found.push(name);
  }
  await owner('DELETE', '/v1/rules/rule');
  return found;
}

/** The answers to actions with these names. */
async function statesOf(names: readonly string[]) {
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, (await shared().post({ action: { name } })).json.decision?.value ?? 'asked']),
    ),
  );
}

describe('a pattern of a rule', () => {
  it('matches the whole name, where * is any run of characters, dots and none included', async () => {
    const names = ['db.drop', 'db.', 'db.a.b.c', 'db', 'xdb.drop', 'db.drop x'];
    expect(await denied(['db.*'], names)).toEqual(['db.drop', 'db.', 'db.a.b.c', 'db.drop x']);
    expect(await denied(['*drop*'], names)).toEqual(['db.drop', 'xdb.drop', 'db.drop x']);
    expect(await denied(['d*.*p'], names)).toEqual(['db.drop']);
    expect(await denied(['a*a'], ['a', 'aa', 'aba', 'ab'])).toEqual(['aa', 'aba']);
    expect(await denied(['ab*ba'], ['aba', 'abba', 'abxba'])).toEqual(['abba', 'abxba']);
  });

  it.each([
    ['?', 'a?c', ['abc', 'a?c'], ['a?c']],
    ['brackets', 'x[ab]', ['xa', 'xb', 'x[ab]'], ['x[ab]']],
    ['a dot', 'a.c', ['abc', 'a.c'], ['a.c']],
    ['braces', '{a,b}', ['a', 'b', '{a,b}'], ['{a,b}']],
    ['a bar', 'a|b', ['a', 'b', 'a|b'], ['a|b']],
    ['!', '!a', ['b', '!a'], ['!a']],
    ['a backslash', String.raw`a\*`, ['a*', String.raw`a\x`], [String.raw`a\x`]],
    ['$ and ^', '^a$', ['a', '^a$'], ['^a$']],
  ])('gives no meaning to %s', async (_sign, pattern, names, found) => {
    expect(await denied([pattern], names)).toEqual(found);
  });

  it.each([
    ['upper case', 'DELETE_All'],
    ['full-width letters', 'ｄｅｌｅｔｅ＿ａｌｌ'],
    ['mathematical letters', '𝐝𝐞𝐥𝐞𝐭𝐞_all'],
    ['letters in circles', 'ⓓⓔⓛⓔⓣⓔ_all'],
  ])('denies a name in %s, which reads the same', async (_form, name) => {
    expect(await denied(['delete_*'], [name])).toEqual([name]);
  });

  it.each([
    ['a long s', 'push', 'puſh'],
    ['a kelvin sign', 'kill', '\u212Aill'],
    ['a ligature', 'office', 'oﬃce'],
    ['a sharp s', 'strasse', 'straße'],
    ['a capital sharp s', 'strasse', 'STRAẞE'],
    ['a sigma at the end', 'ΛΟΓΟΣ', 'λογος'],
    ['a sigma before a star', 'ΛΟΓΟΣ*', 'ΛΟΓΟΣΑΣ'],
    ['combining marks', 'caf\u00E9', 'cafe\u0301'],
  ])('denies a name with %s', async (_form, pattern, name) => {
    expect(await denied([pattern], [name])).toEqual([name]);
  });
});

describe('the first rule that matches', () => {
  it('decides, in the order of the positions and not of their creation', async () => {
    const { owner, addRule } = shared();
    await addRule({ rule_id: 'late', position: 20, actions: ['a*'], then: { verdict: 'allow' } });
    await addRule({ rule_id: 'early', position: 10, actions: ['ab*'], then: { verdict: 'deny' } });
    expect(await statesOf(['abc', 'ac', 'x'])).toEqual({ abc: 'reject', ac: 'approve', x: 'asked' });
    await owner('POST', '/v1/rules/order', { rule_ids: ['late', 'early'] });
    expect(await statesOf(['abc'])).toEqual({ abc: 'approve' });
    for (const id of ['late', 'early']) await owner('DELETE', `/v1/rules/${id}`);
  });
});

describe('a name with characters that look like others', () => {
  const lookAlikes = [
    'd\u0435ploy',
    'deplоy',
    'ｄeploy',
    'dep\u200Bloy',
    'deploy ',
    'deplo\u0443',
    'DEPLOY\u0301',
    'deploy…',
  ];

  it('is never allowed, by no pattern', async () => {
    const { owner, addRule } = shared();
    for (const actions of [['deploy'], ['dep*'], ['*'], lookAlikes]) {
      await addRule({ actions, then: { verdict: 'allow' } });
      if (actions !== lookAlikes) expect(await statesOf(['deploy'])).toEqual({ deploy: 'approve' });
      expect(new Set(Object.values(await statesOf(lookAlikes)))).toEqual(new Set(['asked']));
      await owner('DELETE', '/v1/rules/rule');
    }
  });

  it('is denied by a rule that denies it', async () => {
    const { owner, addRule } = shared();
    await addRule({ actions: ['*'], then: { verdict: 'deny' } });
    expect(new Set(Object.values(await statesOf(lookAlikes)))).toEqual(new Set(['reject']));
    await owner('DELETE', '/v1/rules/rule');
  });

  it('falls past the rule for the Latin name to the one for all names', async () => {
    const { owner, addRule } = shared();
    await addRule({ rule_id: 'latin', position: 1, actions: ['deploy'], then: { verdict: 'allow' } });
    await addRule({ rule_id: 'rest', position: 2, actions: ['*'], then: { verdict: 'deny' } });
    expect(await statesOf(['deploy', 'd\u0435ploy'])).toEqual({ deploy: 'approve', 'd\u0435ploy': 'reject' });
    for (const id of ['latin', 'rest']) await owner('DELETE', `/v1/rules/${id}`);
  });
});
