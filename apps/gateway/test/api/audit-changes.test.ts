import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '@gateway/contract';
import { parseCsv } from '../exports/parse-csv.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startAsking } from './asking.js';

onEveryEngine((engine) => {
  async function setUp() {
    const { telegram, env } = await startTelegram();
    const gateway = await startKeyedGateway({ env: { ...(await engine.empty()), ...env } });
    const send = async (method: string, path: string, body?: object) => {
      const reply = await gateway.request(method, path, body && { body });
      expect(reply.status, reply.text).toBeLessThan(300);
      return reply;
    };
    const changes = async (query: string, reader: Pick<typeof gateway, 'request'> = gateway) => {
      const [entry] = (await reader.request('GET', `/v1/audit?${query}`)).json as AuditEntry[];
      return entry?.changes;
    };
    return { telegram, gateway, send, changes };
  }

  describe('an update in the audit log', () => {
    it('has the changed fields of a channel before and after, and of credentials and URLs no secret', async () => {
      const { telegram, gateway, send, changes } = await setUp();
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'ops', chat: ada });
      await send('PATCH', '/v1/channels/ops', {
        target_chat_id: '42',
        callback_url: 'https://agent:hunter2@agent.example.com/events?token=hunter2',
        credentials: { bot_token: telegram.addBot().token },
        approvers: [{ user_id: '7' }],
      });
      expect(await changes('action=channel.updated')).toEqual([
        { field: 'target_chat_id', before: String(ada.id), after: '42' },
        { field: 'approvers', before: null, after: [{ user_id: '7' }] },
        { field: 'callback_url', before: null, after: 'https://agent.example.com/events' },
        { field: 'credentials' },
      ]);
      expect((await gateway.request('GET', '/v1/audit')).text).not.toContain('hunter2');
      await send('DELETE', '/v1/channels/ops');
      await send('PATCH', '/v1/channels/ops', { target_chat_id: '42' });
      expect(await changes('action=channel.updated')).toEqual([{ field: 'is_active', before: false, after: true }]);
      expect(await changes('action=channel.created')).toEqual([]);
    });

    it('has the changed fields of policies, groups and settings', async () => {
      const { send, changes } = await setUp();
      await send('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two people', approvals: 2 });
      await send('PATCH', '/v1/policies/two', { name: 'Two people', approvals: 3 });
      expect(await changes('action=policy.updated')).toEqual([{ field: 'approvals', before: 2, after: 3 }]);
      await send('POST', '/v1/people/new', { person_id: 'grace', name: 'Grace' });
      await send('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: [] });
      await send('PATCH', '/v1/groups/leads', { members: ['grace'] });
      expect(await changes('action=group.updated')).toEqual([{ field: 'members', before: [], after: ['grace'] }]);
      await send('PATCH', '/v1/settings', { prompts_retention_enabled: true, prompts_retention_days: 7 });
      expect(await changes('action=settings.updated')).toEqual([
        { field: 'prompts_retention_enabled', before: false, after: true },
        { field: 'prompts_retention_days', before: 30, after: 7 },
      ]);
    });

    it('has the role of an operator before and after', async () => {
      const { gateway, changes } = await setUp();
      const owner = await setUpConsole(gateway);
      const { operator } = (await owner.request('GET', '/console/session')).json;
      await owner.request('PATCH', `/console/session/operators/${operator.id}`, { name: 'Ada Lovelace' });
      expect(await changes('action=operator.updated')).toEqual([
        { field: 'name', before: 'Ada', after: 'Ada Lovelace' },
      ]);
    });

    it('shows no values to a reader who may not read the resource, and none of a deleted person', async () => {
      const { gateway, send, changes } = await setUp();
      const auditor = await makeKey(gateway, { scopes: ['audit:read'] });
      const auditorReads = { request: (method: string, path: string) => auditor.request(method, path) };
      await send('POST', '/v1/people/new', { person_id: 'grace', name: 'Grace' });
      await send('PATCH', '/v1/people/grace', { name: 'Grace Hopper' });
      const renamed = 'action=person.updated';
      expect(await changes(renamed)).toEqual([{ field: 'name', before: 'Grace', after: 'Grace Hopper' }]);
      expect(await changes(renamed, auditorReads as typeof gateway)).toEqual([{ field: 'name' }]);
      await send('DELETE', '/v1/people/grace');
      expect(await changes(renamed)).toEqual([]);
    });
  });

  describe('concurrent updates in the audit log', () => {
    it.each([
      ['person', '/v1/people', { person_id: 'x' }],
      ['group', '/v1/groups', { group_id: 'x', members: [] }],
      ['policy', '/v1/policies', { policy_id: 'x', approvals: 2 }],
    ])('of a %s form a chain: each begins with what the one before it wrote', async (kind, path, body) => {
      const { gateway, send } = await setUp();
      await send('POST', `${path}/new`, { ...body, name: 'first' });
      const names = Array.from({ length: 8 }, (_, index) => `name ${index}`);
      await Promise.all(names.map((name) => send('PATCH', `${path}/x`, { name })));
      const entries = (await gateway.request('GET', `/v1/audit?action=${kind}.updated`)).json as AuditEntry[];
      const steps = entries.toReversed().flatMap(({ changes }) => changes);
      const written = steps.map(({ after }) => after);
      expect(written).toHaveLength(names.length);
      expect(new Set(written)).toEqual(new Set(names));
      expect(steps.map(({ before }) => before)).toEqual(['first', ...written.slice(0, -1)]);
      expect((await gateway.request('GET', `${path}/x`)).json.name).toBe(written.at(-1));
    });
  });

  it('concurrent changes of a name by its operator form a chain in the audit log', async () => {
    const { gateway } = await setUp();
    const owner = await setUpConsole(gateway);
    const { operator } = (await owner.request('GET', '/console/session')).json;
    const path = `/console/session/operators/${operator.id}`;
    const names = Array.from({ length: 8 }, (_, index) => `name ${index}`);
    await Promise.all(names.map((name) => owner.request('PATCH', path, { name })));
    const entries = (await gateway.request('GET', '/v1/audit?action=operator.updated')).json as AuditEntry[];
    const steps = entries.toReversed().flatMap(({ changes }) => changes);
    const written = steps.map(({ after }) => after);
    expect(new Set(written)).toEqual(new Set(names));
    expect(steps.map(({ before }) => before)).toEqual(['Ada', ...written.slice(0, -1)]);
  });

  describe('an answer in the audit log', () => {
    it('is shown to a caller that may read the prompt', async () => {
      const asking = await startAsking({ engine, env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
      const { gateway, ask } = asking;
      const owner = await setUpConsole(gateway);
      await ask({ options: ['Yes', 'No'] });
      await gateway.request('POST', '/v1/policies/new', { body: { policy_id: 'two', name: 'Two', approvals: 2 } });
      await ask({ policy: 'two', decisions: ['approve', 'reject'] });
      await owner.request('POST', '/v1/prompts/1/answer', { type: 'option', value: 'No' });
      await owner.request('POST', '/v1/prompts/2/answer', { type: 'decision', value: 'approve' });
      const auditor = await makeKey(gateway, { scopes: ['audit:read'] });
      const reader = await makeKey(gateway, { scopes: ['audit:read', 'prompts:read'] });
      const answers = async ({ request }: Pick<typeof reader, 'request'>) =>
        ((await request('GET', '/v1/audit')).json as AuditEntry[])
          .filter(({ action }) => /^prompt\.(?:answered|voted)$/.test(action))
          .map(({ action, resource, answer }) => [action, resource.id, answer]);
      expect(await answers(reader)).toEqual([
        ['prompt.voted', '#2', 'approve'],
        ['prompt.answered', '#1', 'No'],
      ]);
      expect(await answers(auditor)).toEqual([
        ['prompt.voted', '#2', null],
        ['prompt.answered', '#1', null],
      ]);
    });
  });

  describe('a range of time', () => {
    it('limits the audit log, the list of prompts and their exports', async () => {
      const clock = manualClock();
      const asking = await startAsking({ engine, clock });
      const { gateway, ask } = asking;
      const now = () => new Date(clock.now()).toISOString();
      const times: string[] = [];
      for (let day = 0; day < 3; day += 1) {
        times.push(now());
        await ask();
        await gateway.request('POST', '/v1/policies/new', { body: { policy_id: `p${day}`, name: 'P', approvals: 1 } });
        clock.advance(86_400_000);
      }
      const [, second, third] = times;
      const range = `since=${second}&until=${third}`;
      const listed = async (path: string) =>
        ((await gateway.request('GET', path)).json as { id: string; resource?: { id: string } }[]).map(
          ({ id, resource }) => resource?.id ?? id,
        );
      const exported = async (path: string, column: string) =>
        parseCsv((await gateway.request('GET', path)).text).map((row) => row[column]);
      expect(await listed(`/v1/prompts?state=all&${range}`)).toEqual(['#2']);
      expect(await listed(`/v1/prompts?state=all&since=${second}`)).toEqual(['#3', '#2']);
      expect(await listed(`/v1/prompts?state=all&until=${second}&channel_id=approvals`)).toEqual(['#1']);
      expect(await listed(`/v1/audit?action=policy.created&${range}`)).toEqual(['p1']);
      expect(await exported(`/v1/prompts/export?format=csv&${range}`, 'id')).toEqual(['#2']);
      const entries = `/v1/audit/export?format=csv&action=policy.created`;
      expect(await exported(`${entries}&${range}`, 'resource_id')).toEqual(['p1']);
      expect(await exported(`${entries}&since=${third}`, 'resource_id')).toEqual(['p2']);
      for (const path of ['audit?since=yesterday', `prompts?order=ends_soonest&since=${second}`])
        expect((await gateway.request('GET', `/v1/${path}`)).status, path).toBe(400);
    });
  });
});
