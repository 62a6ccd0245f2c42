import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { startKeyed } from '../approvals/fixture.js';
import { registerChannel } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { onCleanUp } from '../harness/shared.js';
import { actionRows, blockIn, pageOf, startWithFile } from './page.js';

const { sectionOf } = pageOf('trust.md');

it.each(['Deployments', 'Refunds'])(
  'the file of the section "%s" is applied, and its rules say what the table says',
  async (title) => {
    const section = sectionOf(title);
    const gateway = await startWithFile(blockIn(section, 'yaml'));
    const rows = actionRows(section);
    expect(rows.length).toBeGreaterThan(3);
    for (const { action, columns } of rows) {
      const { json } = await gateway.request('POST', '/v1/rules/try', { body: { action } });
      expect([action, json.verdict, json.rule.rule_id]).toEqual([action, ...columns]);
    }
  },
);

type RunApproved = (prompt: unknown, action: object, run: (args: object) => unknown) => Promise<unknown>;

/** The function of the page, with an address and a key. */
async function toolServer(url: string, key: string): Promise<RunApproved> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-docs-'));
  onCleanUp(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'tool-server.mjs');
  const settings = `const process = { env: ${JSON.stringify({ GATEWAY_URL: url, GATEWAY_API_KEY: key })} };\n`;
  await writeFile(file, settings + blockIn(sectionOf('Who runs the action'), 'js syntax'));
  const module = (await import(pathToFileURL(file).href)) as { readonly runApproved: RunApproved };
  return module.runApproved;
}

it('the tool server of the page runs what was approved, once, and nothing else', async () => {
  const { gateway, approved, ask } = await startKeyed();
  const { key } = await makeKey(gateway, { preset: undefined, scopes: ['prompts:consume'] });
  const runApproved = await toolServer(gateway.url, key);
  const ran: unknown[] = [];
  const run = (args: object) => ran.push(args);
  const action = { name: 'deploy', args: { service: 'api', replicas: 3, dry: false } };
  const { prompt_num: num } = await approved();
  await expect(runApproved(num, { ...action, args: { ...action.args, replicas: 4 } }, run)).rejects.toThrow(
    /another action/,
  );
  await expect(runApproved(`${num}/../2`, action, run)).rejects.toThrow(/number/);
  await runApproved(num, action, run);
  await expect(runApproved(num, action, run)).rejects.toThrow(/was used/);
  const pending = await ask();
  await expect(runApproved(pending.prompt_num, action, run)).rejects.toThrow(/not answered/);
  expect(ran).toEqual([action.args]);
});

it('the question of the support desk is asked, and its hook gets a key that can ask and change nothing', async () => {
  const { gateway, telegram, ada } = await startKeyed();
  await registerChannel(gateway, telegram, { id: 'support', chat: ada });
  const question = JSON.parse(blockIn(sectionOf('A support desk'), 'json')) as object;
  const headers = { 'x-api-key': adminKey };
  const asked = await gateway.request('POST', '/v1/prompts/new', { body: question, headers });
  expect(asked.status, asked.text).toBe(200);
  const [, body = ''] = /-d '(\{.*\})'/.exec(blockIn(sectionOf('A coding agent'), 'sh syntax')) ?? [];
  const made = await gateway.request('POST', '/v1/keys/new', { body: JSON.parse(body) as object, headers });
  expect(made.status, made.text).toBe(200);
  expect(made.json.scopes).not.toContain('channels:write');
});
