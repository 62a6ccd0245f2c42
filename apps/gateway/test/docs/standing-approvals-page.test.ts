import { expect, it } from 'vitest';
import { startRuled } from '../rules/fixture.js';
import { actionRows, blockIn, channelFile, pageOf, startWithFile } from './page.js';

const { sectionOf } = pageOf('standing-approvals.md');

it.each([
  ['A coding agent', 'approvals'],
  ['An operations agent', 'operations'],
])('the rules of the section "%s" are short, and say and offer what the table says', async (title, channel) => {
  const rules = blockIn(sectionOf(title), 'yaml');
  expect(rules.split('\n').length).toBeLessThan(40);
  const gateway = await startWithFile(channelFile(channel) + rules);
  const rows = actionRows(sectionOf(title));
  expect(rows.length).toBeGreaterThan(10);
  for (const { action, columns } of rows) {
    const { json } = await gateway.request('POST', '/v1/rules/try', { body: { action } });
    const offered = json.question.grant === null ? 'no' : 'yes';
    expect([action, json.verdict, json.rule.rule_id, offered]).toEqual([action, ...columns]);
  }
});

it('what the page says is covered after a press on the button is covered, and all else is asked', async () => {
  const { addRule, post, ask, press, reaches } = await startRuled();
  await addRule({
    actions: ['deploy*'],
    when: 'action.args.env == "staging"',
    then: { grants: { max_sec: 14_400, same: ['service', 'env'], max_uses: 20 } },
  });
  const section = sectionOf('What the button covers');
  const [, approved = ''] = /^After `Approve for 1 h` on `(.*)`:$/m.exec(section) ?? [];
  const { prompt_num: num } = await ask({ action: JSON.parse(approved), decisions: ['approve', 'reject'] });
  await press('Approve for 1 h');
  await reaches(num, 'answered');
  const rows = actionRows(section);
  expect(rows.length).toBeGreaterThan(6);
  for (const { action, columns } of rows) {
    const { state = 'pending' } = (await post({ action })).json;
    expect([action, state]).toEqual([action, columns[0] === 'yes' ? 'answered' : 'pending']);
  }
});

it('the words of the page are those of the question, of a trial and of the record', async () => {
  const { owner, addRule, ask, press, reaches, atAda } = await startRuled();
  const line = blockIn(sectionOf('What the button covers'), 'text').trimEnd();
  const [, words] = / these run: (.*)$/.exec(line) ?? [];
  await addRule({ then: { grants: { max_sec: 14_400, same: ['service', 'env'], max_uses: 20 } } });
  const action = { name: 'deploy', args: { service: 'api', env: 'staging', version: '2.4.0' } };
  expect((await owner('POST', '/v1/rules/try', { action })).json.question.grant).toBe(words);
  const { prompt_num: num } = await ask({ action, decisions: ['approve', 'reject'] });
  expect(atAda()[0]?.split('\n')).toContain(line);
  await press('Approve for 4 h');
  await reaches(num, 'answered');
  expect((await owner('GET', '/v1/grants')).json).toMatchObject([{ covers: words }]);
});
