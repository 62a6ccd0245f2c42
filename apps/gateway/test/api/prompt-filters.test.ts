import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startAsking } from './asking.js';

/**
 * Prompts of two keys, of which people answered some:
 * 1 of `finance` by Ada on her phone, 2 of `finance` by Ada in the console, 3 of `finance` is pending, 4 of `sales` by Bob in the
 * channel `other`, 5 of the operator in the console by Ada.
 */
async function startTeam(engine?: Engine) {
  const clock = manualClock();
  const asking = await startAsking({
    clock,
    env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey },
    ...(engine && { engine }),
  });
  const { gateway, telegram, ada } = asking;
  const bob = telegram.addUser({ firstName: 'Bob' });
  await registerChannel(gateway, telegram, { id: 'other', chat: bob });
  const finance = await makeKey(gateway, { name: 'finance', preset: 'asker' });
  const sales = await makeKey(gateway, { name: 'sales', preset: 'asker' });
  const console = await setUpConsole(gateway);
  const { operator } = (await console.request('GET', '/console/session')).json;
  await gateway.request('POST', '/v1/people/new', {
    body: {
      person_id: 'ada',
      name: 'Ada',
      identities: [{ platform: 'telegram', user_id: String(ada.id) }],
      operator_id: operator.id,
    },
  });
  const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'], ttl_sec: 0 };
  await finance.request('POST', '/v1/prompts/new', { ...body, correlation_id: 'order' });
  await telegram.press({ chat: ada, button: 'Yes' });
  await finance.request('POST', '/v1/prompts/new', body);
  await console.request('POST', '/v1/prompts/2/answer', { type: 'option', value: 'Yes' });
  await finance.request('POST', '/v1/prompts/new', body);
  await sales.request('POST', '/v1/prompts/new', { ...body, channel_id: 'other' });
  await telegram.press({ chat: bob, button: 'Yes' });
  clock.advance(60_000);
  await console.request('POST', '/v1/prompts/new', body);
  await console.request('POST', '/v1/prompts/5/answer', { type: 'option', value: 'Yes' });
  clock.advance(1000);
  const numsOf = (reply: { json: { prompt_num: number }[]; text: string; status: number }) => {
    expect(reply.status, reply.text).toBe(200);
    return reply.json.map(({ prompt_num: num }) => num);
  };
  const listed = async (query: string) => numsOf(await asking.list(`?${query}`));
  return { ...asking, clock, bob, finance, sales, operator, listed, numsOf };
}

onEveryEngine((engine) => {
  it('lists and exports prompts of an API key, and those that were created without one', async () => {
    const { listed, finance, sales, gateway } = await startTeam(engine);
    const ofFinance = `api_key_id=${finance.id}`;
    expect(await listed(ofFinance)).toEqual([3]);
    expect(await listed(`${ofFinance}&state=all`)).toEqual([3, 2, 1]);
    expect(await listed(`${ofFinance}&state=answered&limit=1`)).toEqual([2]);
    expect(await listed(`${ofFinance}&state=expired`)).toEqual([]);
    expect(await listed(`${ofFinance}&order=ends_soonest`)).toEqual([3]);
    expect(await listed(`${ofFinance}&state=all&correlation_id=order`)).toEqual([1]);
    expect(await listed(`${ofFinance}&state=all&q=ship`)).toEqual([3, 2, 1]);
    expect(await listed(`${ofFinance}&waiting_for=ada`)).toEqual([3]);
    expect(await listed(`api_key_id=${sales.id}&state=all&channel_id=approvals`)).toEqual([]);
    expect(await listed('api_key_id=none&state=all')).toEqual([5]);
    expect(await listed('api_key_id=unknown&state=all')).toEqual([]);
    const csv = await gateway.request('GET', `/v1/prompts/export?format=csv&${ofFinance}`);
    expect(csv.text.trim().split('\r\n')).toHaveLength(1 + 3);
  });

  it('lists and exports what a person answered in chats and the console, and what one account answered', async () => {
    const { listed, ada, bob, operator, finance, gateway } = await startTeam(engine);
    expect(await listed('answered_by=person:ada')).toEqual([5, 2, 1]);
    expect(await listed('answered_by=person:ada&state=all&limit=2')).toEqual([5, 2]);
    expect(await listed(`answered_by=operator:${operator.id}`)).toEqual([5, 2]);
    expect(await listed(`answered_by=user:telegram:${ada.id}`)).toEqual([1]);
    expect(await listed(`answered_by=user:telegram:${bob.id}`)).toEqual([4]);
    expect(await listed(`answered_by=user:slack:${bob.id}`)).toEqual([]);
    expect(await listed(`answered_by=person:ada&api_key_id=${finance.id}`)).toEqual([2, 1]);
    expect(await listed('answered_by=person:ada&ids=1,4,5')).toEqual([5, 1]);
    expect(await listed('answered_by=person:ada&correlation_id=order')).toEqual([1]);
    expect(await listed('answered_by=person:ada&q=ship')).toEqual([5, 2, 1]);
    expect(await listed('answered_by=person:ada&channel_id=other')).toEqual([]);
    const ndjson = await gateway.request('GET', '/v1/prompts/export?format=ndjson&answered_by=person:ada');
    expect(ndjson.text.trim().split('\n')).toHaveLength(3);
    const { json: audit } = await gateway.request('GET', '/v1/audit?action=export.started');
    expect(audit[0].resource.id).toContain('answered_by=person:ada');
  });

  it('the list of a row of the statistics has as many prompts as the row says', async () => {
    const { listed, gateway } = await startTeam(engine);
    const { json: statistics } = await gateway.request('GET', '/v1/statistics/prompts');
    const { since, keys, people, channels } = statistics.breakdown;
    const range = `since=${since}&until=${statistics.to}`;
    expect([keys.length, people.length, channels.length]).toEqual([3, 2, 2]);
    for (const { api_key_id, created } of keys)
      expect(await listed(`state=all&api_key_id=${api_key_id ?? 'none'}&${range}`)).toHaveLength(created);
    for (const { channel_id, created } of channels)
      expect(await listed(`state=all&channel_id=${channel_id}&${range}`)).toHaveLength(created);
    for (const { person_id, platform, user_id, answered } of people) {
      const by = person_id === null ? `user:${platform}:${user_id}` : `person:${person_id}`;
      expect(await listed(`answered_by=${by}&${range}`), by).toHaveLength(answered);
    }
  });
});

describe('GET /v1/prompts', () => {
  it('a key of one channel lists only prompts of this channel by key and by person', async () => {
    const { gateway, numsOf, finance, sales, bob } = await startTeam();
    const limited = await makeKey(gateway, { scopes: ['prompts:read', 'people:read'], channels: ['other'] });
    const listed = async (query: string) => numsOf(await limited.request('GET', `/v1/prompts?${query}`));
    expect(await listed(`api_key_id=${finance.id}&state=all`)).toEqual([]);
    expect(await listed(`api_key_id=${sales.id}&state=all`)).toEqual([4]);
    expect(await listed('answered_by=person:ada')).toEqual([]);
    expect(await listed(`answered_by=user:telegram:${bob.id}`)).toEqual([4]);
  });

  it('refuses a person to a caller who may not read people, an unknown person, and states without answers', async () => {
    const { gateway, list } = await startTeam();
    const reader = await makeKey(gateway, { scopes: ['prompts:read'] });
    const refused = await reader.request('GET', '/v1/prompts?answered_by=person:ada');
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('people:read')]);
    for (const [query, detail] of [
      ['answered_by=person:unknown', 'there is no person "unknown"'],
      ['answered_by=ada', 'must be person:ID'],
      ['answered_by=person:ada&state=pending', 'finds answered prompts only'],
      ['answered_by=person:ada&state=expired', 'finds answered prompts only'],
      ['answered_by=person:ada&waiting_for=ada', 'finds answered prompts only'],
      ['answered_by=person:ada&order=ends_soonest', 'ends_soonest lists pending prompts'],
    ]) {
      const { status, json } = await list(`?${query}`);
      expect([status, json.detail], query).toEqual([400, expect.stringContaining(detail ?? '')]);
    }
    const { status } = await gateway.request('GET', '/v1/prompts/export?format=csv&answered_by=user:a:b&state=pending');
    expect(status).toBe(400);
  });
});
