import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { configFile } from '../config-file/fixture.js';
import { sqlite } from '../harness/engines.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { root } from './blocks.js';

const page = readFileSync(path.join(root, 'docs/rules.md'), 'utf8');
const sectionOf = (title: string) => page.split(/^## /m).find((section) => section.startsWith(title)) ?? '';
const block = (section: string, language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';
const start = async (file = '') => {
  const { telegram, env } = await startTelegram();
  const config = file && { CONFIG_FILE: await configFile(file), TELEGRAM_BOT_TOKEN: telegram.token };
  return await startTestGateway({ env: { ...(await sqlite.empty()), ...env, ...config } });
};

it.each(['Rules for a coding agent', 'Rules for an operations agent'])(
  'the file of the section "%s" is applied, and its rules say what the table says',
  async (title) => {
    const section = sectionOf(title);
    const gateway = await start(block(section, 'yaml'));
    const rows = [...section.matchAll(/^\| `(\{.*\})` +\| `(\w+)` +\| `([\w-]+)` +\|$/gm)];
    expect(rows.length).toBeGreaterThan(5);
    for (const [, action = '', verdict, rule] of rows) {
      const { json } = await gateway.request('POST', '/v1/rules/try', { body: { action: JSON.parse(action) } });
      expect([action, json.verdict, json.rule.rule_id]).toEqual([action, verdict, rule]);
    }
  },
);

it('the conditions of the page are valid', async () => {
  const gateway = await start();
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
  const gateway = await start();
  const section = sectionOf('How the action is drawn');
  const { json } = await gateway.request('POST', '/v1/rules/try', { body: JSON.parse(block(section, 'json')) });
  expect(json.question.text).toBe(block(section, 'text').trimEnd());
});
