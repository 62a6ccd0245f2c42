import { describe, expect, it } from 'vitest';
import type { CheckResult } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, type GatewayOptions } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

/** A channel `team`; Ada and Bob have accounts on its platform and are the group `leads`; `two` needs two people. */
async function startTeam(options: GatewayOptions = {}) {
  const asking = await startAsking(options);
  const { telegram, gateway, ada } = asking;
  const bob = telegram.addUser({ firstName: 'Bob' });
  const team = telegram.addChat({ title: 'Team', members: [ada.id, bob.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown = {}) =>
    gateway.request(method, path, method === 'DELETE' ? {} : { body });
  const identities = (user: { id: number }) => [{ platform: 'telegram', user_id: String(user.id) }];
  await send('POST', '/v1/people/new', { person_id: 'ada', name: 'Ada', identities: identities(ada) });
  await send('POST', '/v1/people/new', { person_id: 'bob', name: 'Bob', identities: identities(bob) });
  await send('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: ['ada', 'bob'] });
  await send('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2 });
  const health = async () => (await gateway.request('GET', '/v1/channels/team')).json.health;
  await until(async () => (await health()).state === 'ok');
  const listed = async (state: string) =>
    (await gateway.request('GET', `/v1/channels?health=${state}`)).json.map(
      (one: { channel_id: string }) => one.channel_id,
    );
  const asked = () => asking.post({ channel_id: 'team', text: 'Ship it?', decisions: ['approve', 'reject'] });
  return { ...asking, send, identities, bob, health, listed, asked };
}

const withTwo = { approvers: [{ group: 'leads' }], policy: 'two' };

onEveryEngine((engine) => {
  it('a channel whose approvers are too few for its policy says so on save and is failing until one is added', async () => {
    const { send, health, listed, asked, gateway } = await startTeam({ engine });
    const saved = await send('PATCH', '/v1/channels/team', { approvers: [{ person: 'ada' }], policy: 'two' });
    expect(saved).toMatchObject({ status: 200, json: { warnings: [{ code: 'too_few_approvers' }] } });
    expect(saved.json.warnings[0].message).toContain('only 1 can answer');
    expect(await health()).toMatchObject({ state: 'failing', detail: expect.stringContaining('only 1 can answer') });
    expect((await asked()).json.detail).toContain('only 1 can answer');
    expect(await listed('failing')).toEqual(['team']);
    expect(await listed('ok')).toEqual(['approvals']);
    const { channels } = (await gateway.request('GET', '/v1/statistics')).json;
    expect(channels).toMatchObject({
      active: 2,
      failing: 1,
      unverified: 0,
      troubled: [{ channel_id: 'team', health: { state: 'failing' } }],
    });

    expect((await send('PATCH', '/v1/channels/team', withTwo)).json.warnings).toEqual([]);
    expect(await health()).toMatchObject({ state: 'ok', detail: null });
    expect(await listed('failing')).toEqual([]);
    expect((await asked()).status).toBe(200);
  });

  it('a change of people, groups or policies warns of the channels that refuse every prompt since', async () => {
    const { send, health } = await startTeam({ engine });
    await send('PATCH', '/v1/channels/team', withTwo);
    const tooFew = [{ code: 'too_few_approvers', message: expect.stringContaining('channel "team"') }];
    const empty = [{ code: 'no_approvers', message: expect.stringContaining('channel "team"') }];
    expect((await send('PATCH', '/v1/groups/leads', { members: ['ada'] })).json.warnings).toEqual(tooFew);
    expect((await health()).detail).toContain('the policy needs 2 people, and only 1 can answer');
    expect((await send('PATCH', '/v1/groups/leads', { name: 'Leaders' })).json).not.toHaveProperty('warnings');
    const all = { members: ['ada', 'bob'] };
    expect((await send('PATCH', '/v1/groups/leads', all)).json).not.toHaveProperty('warnings');
    expect(await health()).toMatchObject({ state: 'ok' });
    expect((await send('PATCH', '/v1/policies/two', { approvals: 3 })).json.warnings).toEqual(tooFew);
    await send('PATCH', '/v1/policies/two', { approvals: 1 });
    expect((await send('PATCH', '/v1/groups/leads', { members: ['bob'] })).json).not.toHaveProperty('warnings');
    expect((await send('DELETE', '/v1/people/bob')).json).toMatchObject({ person_id: 'bob', warnings: empty });
    expect(await health()).toMatchObject({ state: 'failing' });
  });
});

describe('a channel that refuses prompts', () => {
  it('is reported in the reply to its registration', async () => {
    const { send, telegram, ada } = await startTeam();
    await send('POST', '/v1/groups/new', { group_id: 'empty', name: 'Empty' });
    const created = await send('POST', '/v1/channels/new', {
      channel_id: 'empty',
      platform: 'telegram',
      channel_type: 'PROMPT',
      target_chat_id: String(telegram.addChat({ title: 'Other', members: [ada.id] }).id),
      credentials: { bot_token: telegram.token },
      approvers: [{ group: 'empty' }],
    });
    expect(created).toMatchObject({ status: 201, json: { warnings: [{ code: 'no_approvers' }] } });
  });

  it('is not one whose approvers have no account on its platform yet, which is named on save', async () => {
    const { send, gateway, health, asked } = await startTeam();
    const identities = [{ platform: 'slack', user_id: 'U1' }];
    await send('POST', '/v1/people/new', { person_id: 'cy', name: 'Cy', identities });
    const approvers = [{ person: 'cy' }];
    const saved = await send('PATCH', '/v1/channels/team', { approvers });
    expect(saved.json.warnings).toMatchObject([
      { code: 'unreachable_approvers', message: expect.stringContaining('"cy"') },
    ]);
    expect(await health()).toMatchObject({ state: 'ok' });
    expect((await asked()).status).toBe(200);
    const owner = await setUpConsole(gateway);
    const { operator } = (await owner.request('GET', '/console/session')).json;
    await send('PATCH', '/v1/people/cy', { operator_id: operator.id });
    expect((await send('PATCH', '/v1/channels/team', { approvers })).json.warnings).toEqual([]);
  });

  it('only for a requester among its approvers is named on save and not failing', async () => {
    const { send, health } = await startTeam();
    await send('POST', '/v1/policies/new', { policy_id: 'other', name: 'Other', requester_may_answer: false });
    const saved = await send('PATCH', '/v1/channels/team', { approvers: [{ person: 'ada' }], policy: 'other' });
    expect(saved.json.warnings).toMatchObject([{ code: 'requester_excluded' }]);
    expect(await health()).toMatchObject({ state: 'ok' });
  });

  it('is a failed check in the console', async () => {
    const { send, gateway } = await startTeam();
    await send('PATCH', '/v1/channels/team', { approvers: [{ person: 'ada' }], policy: 'two' });
    const owner = await setUpConsole(gateway);
    const { json } = await owner.request('POST', '/console/session/checks');
    expect(json.checks.find(({ name }: CheckResult) => name === 'channel team')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('only 1 can answer'),
    });
  });
});
