import { describe, expect, it } from 'vitest';
import { auditEntry, deliveryRecord, messageRecord, promptRecord } from '@gateway/contract';
import { auditColumns, deliveryColumns, messageColumns, promptColumns } from '../../src/http/exports/columns.js';
import { startAsking } from '../api/asking.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, type TestGateway } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { startOnce } from '../harness/shared.js';
import { csvHeader, csvRow } from '../../src/http/exports/csv.js';
import { parseCsv } from './parse-csv.js';

/** A question that Ada approved with a reason, a pending one, a message in each direction, and a callback. */
async function startFixture(engine: Engine) {
  const receiver = await startReceiver();
  const asking = await startAsking({
    engine,
    env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const { gateway, telegram, ada, ask } = asking;
  const grace = telegram.addUser({ firstName: 'Grace' });
  await registerChannel(gateway, telegram, { id: 'others', chat: grace });
  await registerChannel(gateway, telegram, {
    id: 'chat',
    chat: grace,
    type: 'MESSAGE',
    callbackUrl: receiver.url,
  });
  const made = await gateway.request('POST', '/v1/policies/new', {
    body: { policy_id: 'one', name: 'One person', approvals: 1 },
  });
  expect(made.status, made.text).toBe(201);
  await ask({
    policy: 'one',
    decisions: ['approve', 'reject'],
    callback_url: receiver.url.replace('http://', 'http://agent:hunter2@'),
  });
  await telegram.press({ chat: ada, user: ada, button: 'Approve' });
  await receiver.waitFor(1);
  await ask({ channel_id: 'others', text: '=HYPERLINK("http://x"),\r\n"Grüße"', options: ['-1', 'b,c'] });
  for (const text of ['@everyone', 'plain'])
    await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text } });
  return { ...asking, receiver };
}

const lines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function csv(gateway: Pick<TestGateway, 'request'>, path: string) {
  const reply = await gateway.request('GET', path);
  expect(reply.status, reply.text).toBe(200);
  return parseCsv(reply.text);
}

onEveryEngine((engine) => {
  describe('an export', () => {
    const shared = startOnce(() => startFixture(engine));

    it('has who approved which prompt, by which policy and when, as CSV', async () => {
      const { gateway } = shared();
      const reply = await gateway.request('GET', '/v1/prompts/export?format=csv&state=answered');
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': expect.stringMatching(/^attachment; filename="prompts-\d{4}-\d\d-\d\d\.csv"$/),
        'cache-control': 'no-store',
      });
      const [prompt, ...others] = parseCsv(reply.text);
      expect(others).toEqual([]);
      expect(prompt).toMatchObject({
        id: '#1',
        state: 'answered',
        decision_value: 'approve',
        decided_by: 'person',
        answered_by_username: 'ada',
        policy_policy_id: 'one',
        policy_name: 'One person',
      });
      expect(JSON.parse(prompt?.['votes'] ?? '')).toMatchObject([{ decision: 'approve', by: { name: 'Ada' } }]);
      for (const time of ['created_at', 'expires_at', 'answered_at']) expect(prompt?.[time]).toMatch(/Z$/);
    });

    it('has the records of the list as NDJSON, newest first, without the password of a callback URL', async () => {
      const { gateway } = shared();
      const owner = await setUpConsole(gateway);
      const reply = await owner.request('GET', '/v1/prompts/export?format=ndjson');
      expect(reply.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
      const listed = (await owner.request('GET', '/v1/prompts?state=all')).json as { callback_url: string | null }[];
      expect(listed[1]?.callback_url).toContain('hunter2');
      for (const each of listed) each.callback_url &&= each.callback_url.replace('agent:hunter2@', '');
      expect(lines(reply.text)).toEqual(listed);
      for (const list of ['messages', 'deliveries', 'audit']) {
        const exported = await gateway.request('GET', `/v1/${list}/export?format=ndjson`);
        const records = (await gateway.request('GET', `/v1/${list}`)).json as { action?: string }[];
        const isOther = ({ action }: { action?: string }) => action !== 'export.started';
        expect(lines(exported.text).filter(isOther), list).toEqual(records.filter(isOther));
        expect(exported.text, list).not.toContain('hunter2');
      }
    });

    it('writes values that a spreadsheet would calculate as texts, and quotes every value by RFC 4180', async () => {
      const { gateway } = shared();
      const { text } = await gateway.request('GET', '/v1/prompts/export?format=csv&channel_id=others');
      expect(text).toMatch(/^"id","prompt_num",.*\r\n"#2","2",/);
      expect(text).toContain(`"'=HYPERLINK(""http://x""),\r\n""Grüße""","[""-1"",""b,c""]"`);
      const messages = await csv(gateway, '/v1/messages/export?format=csv');
      expect(messages.map((each) => each['text'])).toEqual(['plain', "'@everyone"]);
    });

    it('has only what matches the filters', async () => {
      const { gateway } = shared();
      const ids = async (path: string) => (await csv(gateway, path)).map(({ id }) => id);
      expect(await ids('/v1/prompts/export?format=csv')).toEqual(['#2', '#1']);
      expect(await ids('/v1/prompts/export?format=csv&state=pending&q=HYPER')).toEqual(['#2']);
      expect(await ids('/v1/prompts/export?format=csv&ids=1')).toEqual(['#1']);
      expect(await ids('/v1/messages/export?format=csv&direction=inbound')).toEqual([]);
      expect(await csv(gateway, '/v1/messages/export?format=csv&q=plain')).toHaveLength(1);
      expect(await csv(gateway, '/v1/deliveries/export?format=csv&prompt_id=1&state=delivered')).toHaveLength(1);
      expect(await csv(gateway, '/v1/deliveries/export?format=csv&state=dead')).toEqual([]);
      const [created] = await csv(gateway, '/v1/audit/export?format=csv&action=policy.created');
      expect(created).toMatchObject({ resource_kind: 'policy', resource_id: 'one', actor_kind: 'key' });
      for (const path of [
        'prompts/export',
        'prompts/export?format=xml',
        'audit/export?format=csv&limit=5',
        'prompts/export?format=csv&waiting_for=ada&state=all',
        'prompts/export?format=csv&waiting_for=unknown',
      ])
        expect((await gateway.request('GET', `/v1/${path}`)).status, path).toBe(400);
    });

    it('needs the scope of the list, and has only the channels of a limited key', async () => {
      const { gateway } = shared();
      const reader = await makeKey(gateway, { scopes: ['messages:read'], channels: ['approvals', 'chat'] });
      for (const list of ['prompts', 'deliveries', 'audit'])
        expect((await reader.request('GET', `/v1/${list}/export?format=csv`)).status, list).toBe(403);
      expect(await csv(reader, '/v1/messages/export?format=csv')).toHaveLength(2);
      const limited = await makeKey(gateway, { scopes: ['admin'], channels: ['others'] });
      expect((await csv(limited, '/v1/prompts/export?format=csv')).map(({ id }) => id)).toEqual(['#2']);
      expect(await csv(limited, '/v1/prompts/export?format=csv&channel_id=approvals')).toEqual([]);
      expect(await csv(limited, '/v1/messages/export?format=csv')).toEqual([]);
      expect(await csv(limited, '/v1/deliveries/export?format=csv')).toEqual([]);
    });

    it('is recorded once in the audit log, with its filters but not the searched text', async () => {
      const { gateway } = shared();
      const auditor = await makeKey(gateway, { name: 'Auditor', preset: 'admin' });
      const path = '/v1/prompts/export?format=csv&state=all&channel_id=others&q=Gr';
      await auditor.request('HEAD', path);
      await auditor.request('GET', path);
      await auditor.request('GET', '/v1/deliveries/export?format=ndjson&url=http://127.0.0.1/secret');
      const entries = (await gateway.request('GET', `/v1/audit?actor_id=${auditor.id}`)).json;
      expect(entries).toMatchObject([
        { action: 'export.started', resource: { kind: 'export', id: 'deliveries.ndjson url=http://127.0.0.1' } },
        {
          actor: { name: 'Auditor' },
          action: 'export.started',
          resource: { id: 'prompts.csv state=all channel_id=others q=…' },
        },
      ]);
      expect(entries).toHaveLength(2);
    });
  });
});

describe('a text in an exported CSV file', () => {
  /** What a spreadsheet makes of the file: quotes count at the beginning of a cell only, and the rest of the cell follows them. */
  const cellsBy = (separator: string, text: string) =>
    [...text.matchAll(new RegExp(`(?:"(?:[^"]|"")*")?[^${separator}\\r\\n]*(?:[${separator}\\r\\n]+|$)`, 'g'))].map(
      ([cell]) => cell.replace(/^"/, '').replace(/^[\s\uFEFF\u200B"]+/, ''),
    );

  it.each([
    '=1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\uFEFF=1',
    '\u00A0=1',
    ' \u200B =1',
    '\u3000=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    'a;=1',
    'a; =1',
    'a;"=1"',
    'a\t=1',
    'a\t＝1',
    'a\r\n=1',
    'a\n\uFEFF@1',
    'a";=1',
  ])('is no formula, separated by comma, semicolon or tab: %j', (text) => {
    const columns = ['before', 'text', 'list', 'number'];
    const file = csvHeader(columns) + csvRow(columns, { before: 'x', text, list: [text], number: -5 });
    for (const separator of [',', ';', '\t'])
      for (const cell of cellsBy(separator, file))
        expect(cell, separator).not.toMatch(/^[=+\-@＝＋－＠](?!5"?\r?\n?$)/);
    const [record] = parseCsv(file);
    expect(record).toMatchObject({ before: 'x', number: '-5' });
    expect(record?.['text']?.replaceAll("'", '')).toBe(text);
  });
});

describe('the columns of an exported CSV file', () => {
  it('have every field of the records', () => {
    const files = [
      [promptColumns, promptRecord],
      [messageColumns, messageRecord],
      [deliveryColumns, deliveryRecord],
      [auditColumns, auditEntry],
    ] as const;
    for (const [columns, record] of files)
      expect([...new Set(columns.map((column) => column.split('.')[0] ?? ''))].toSorted()).toEqual(
        Object.keys(record.shape).toSorted(),
      );
  });
});
