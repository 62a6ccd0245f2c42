import { describe, expect, it } from 'vitest';
import { makeKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startRuled } from '../rules/fixture.js';
import { startGrants } from './fixture.js';

/** Three standing approvals for three services, the second one ended. */
async function startThree() {
  const started = await startGrants();
  const ids: unknown[] = [];
  for (const service of ['api', 'web', 'mail']) {
    const { grant_id: id } = await started.give('Approve for 1 h', { service });
    ids.push(id);
    // The next press is for the newest message with buttons.
    await until(() => started.atAda().filter((text) => text.includes('Standing approval by')).length === ids.length);
  }
  expect((await started.end(ids[1])).status).toBe(200);
  return { ...started, ids };
}

const idsOf = (grants: readonly { readonly grant_id?: unknown }[]) => grants.map(({ grant_id: id }) => id);

describe('GET /v1/grants', () => {
  it('lists standing approvals by state and in pages, the newest first', async () => {
    const { owner, list, ids } = await startThree();
    const [first, second, third] = ids;
    expect(idsOf(await list())).toEqual([third, second, first]);
    expect(idsOf(await list('?state=active'))).toEqual([third, first]);
    expect(idsOf(await list('?state=ended'))).toEqual([second]);
    const page = await owner('GET', '/v1/grants?state=active&limit=1');
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? [];
    expect([...idsOf(page.json), ...idsOf((await owner('GET', next)).json)]).toEqual([third, first]);
    expect((await owner('GET', '/v1/grants?state=used')).status).toBe(400);
    expect((await owner('GET', '/v1/grants/unknown')).status).toBe(404);
  });

  it('needs policies:read, and DELETE policies:write', async () => {
    const { gateway, agent, ids } = await startThree();
    const path = `/v1/grants/${String(ids[0])}`;
    const reader = await makeKey(gateway, { scopes: ['policies:read'] });
    for (const known of ['/v1/grants', path]) {
      expect((await reader.request('GET', known)).status).toBe(200);
      expect((await agent.request('GET', known)).status).toBe(403);
    }
    for (const key of [reader, agent]) expect((await key.request('DELETE', path)).status).toBe(403);
    const writer = await makeKey(gateway, { scopes: ['policies:read', 'policies:write'] });
    expect((await writer.request('DELETE', path)).json).toMatchObject({
      ended_reason: 'stopped',
      ended_by: { kind: 'key', id: writer.id },
    });
  });
});

describe('DELETE /v1/grants/{id}', () => {
  it('ends a standing approval, which stays as it is after a second request, and audits it once', async () => {
    const { owner, give, end, isCovered, clock } = await startGrants();
    const { grant_id: id } = await give();
    const ended = (await end(id)).json;
    expect(ended).toMatchObject({ grant_id: id, ended_reason: 'stopped', ended_by: { kind: 'key' } });
    clock.advance(1000);
    expect((await end(id)).json).toEqual(ended);
    expect(await isCovered()).toBe(false);
    const entries = (await owner('GET', `/v1/audit?resource_id=${String(id)}`)).json as { action: string }[];
    expect(entries.map(({ action }) => action)).toEqual(['grant.ended', 'grant.given']);
    expect((await end('unknown')).status).toBe(404);
  });
});

describe('then.grants of a rule', () => {
  const shared = startOnce(startRuled);

  it.each([
    ['no argument that must be equal', { same: [] }, 'then.grants.same'],
    ['the same argument twice', { same: ['env', 'env'] }, 'then.grants.same'],
    ['less than a minute', { max_sec: 59 }, 'then.grants.max_sec'],
    ['more than eight hours', { max_sec: 28_801 }, 'then.grants.max_sec'],
    ['no uses', { max_uses: 0 }, 'then.grants.max_uses'],
    ['more than 1,000 uses', { max_uses: 1001 }, 'then.grants.max_uses'],
  ])('with %s is refused with its path', async (_what, fields, path) => {
    const { owner } = shared();
    const grants = { max_sec: 3600, same: ['env'], ...fields };
    const reply = await owner('POST', '/v1/rules/new', { rule_id: 'rule', actions: ['*'], then: { grants } });
    expect(reply.status, reply.text).toBe(400);
    expect(reply.json.issues[0].path.join('.')).toContain(path);
  });

  it.each([
    [899, ['Approve for 14 min']],
    [3600, ['Approve for 1 h']],
    [14_399, ['Approve for 1 h']],
    [28_800, ['Approve for 1 h', 'Approve for 4 h']],
  ])('with max_sec %d offers these buttons: %j', async (seconds, labels) => {
    const { askFor, telegram, ada } = await startGrants(undefined, { grants: { max_sec: seconds, same: ['env'] } });
    await askFor();
    const rows = telegram.messages({ chat: ada })[0]?.reply_markup?.inline_keyboard ?? [];
    const shown = rows.flat().map(({ text }) => text.replace('✅ ', ''));
    expect(shown.filter((label) => label.startsWith('Approve for'))).toEqual(labels);
  });
});
