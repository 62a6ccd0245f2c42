import { expect, it } from 'vitest';
import { actionRows, blockIn, pageOf, startWithFile } from './page.js';

const { sectionOf } = pageOf('rules.md');

it.each(['Rules for a coding agent', 'Rules for an operations agent'])(
  'the file of the section "%s" is applied, and its rules say what the table says',
  async (title) => {
    const section = sectionOf(title);
    const gateway = await startWithFile(blockIn(section, 'yaml'));
    const rows = actionRows(section);
    expect(rows.length).toBeGreaterThan(5);
    for (const { action, columns } of rows) {
      const { json } = await gateway.request('POST', '/v1/rules/try', { body: { action } });
      expect([action, json.verdict, json.rule.rule_id]).toEqual([action, ...columns]);
    }
  },
);

it('the conditions of the page are valid', async () => {
  const gateway = await startWithFile();
  const conditions = [...sectionOf('Conditions').matchAll(/^\| `([^`]+[("=][^`]*)` +\|/gm)].map(([, when]) => when);
  expect(conditions.length).toBeGreaterThan(7);
  for (const when of conditions) {
    const rule = { rule_id: 'r', actions: ['*'], when, then: {} };
    const { status, text } = await gateway.request('POST', '/v1/rules/try', {
      body: { action: { name: 'deploy' }, rule },
    });
    expect(status, `${when}: ${text}`).toBe(200);
  }
});

it('the example of the page is drawn as it shows', async () => {
  const gateway = await startWithFile();
  const section = sectionOf('How the action is drawn');
  const { json } = await gateway.request('POST', '/v1/rules/try', { body: JSON.parse(blockIn(section, 'json')) });
  expect(json.question.text).toBe(blockIn(section, 'text').trimEnd());
});
