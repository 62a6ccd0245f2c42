import { describe, expect, it } from 'vitest';
import { createKey, limits, listKeys, presets, revokeKey } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';

/** The key with one character of its secret part replaced. */
const mistyped = (key: string) => key.slice(0, 20) + (key[20] === 'x' ? 'y' : 'x') + key.slice(21);

onEveryEngine((engine) => {
  describe('a new key', () => {
    const shared = startOnce(() => startKeyedGateway({ engine }));

    it('is shown once and works at once within its scopes', async () => {
      const gateway = await startKeyedGateway({ engine });
      const made = await gateway.request('POST', '/v1/keys/new', {
        body: { name: 'Deploy bot', scopes: ['prompts:read', 'prompts:read', 'channels:read'] },
      });
      expect(made).toMatchObject({
        status: 200,
        json: { name: 'Deploy bot', scopes: ['prompts:read', 'channels:read'], revoked_at: null, last_used_at: null },
      });
      const { key, ...record } = made.json;
      expect(key).toMatch(/^gw_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
      expect(record.key_prefix).toBe(key.slice(0, 11));

      const request = as(gateway, key);
      expect((await request('GET', '/v1/prompts')).status).toBe(200);
      expect(await request('GET', '/v1/keys')).toMatchObject({
        status: 403,
        json: { detail: expect.stringContaining('keys:read') },
      });

      const one = await gateway.request('GET', `/v1/keys/${record.id}`);
      const all = await gateway.request('GET', '/v1/keys');
      const revoked = await gateway.request('DELETE', `/v1/keys/${record.id}`);
      expect(Object.keys(one.json).toSorted()).toEqual(Object.keys(record).toSorted());
      const secret = key.slice(12);
      for (const text of [one.text, all.text, revoked.text, ...gateway.logLines]) expect(text).not.toContain(secret);
    });

    it.each(Object.entries(presets))('of the preset %s has exactly its scopes', async (preset, scopes) => {
      const gateway = shared();
      const made = await makeKey(gateway, { preset: preset as keyof typeof presets });
      expect(made.scopes).toEqual(scopes);
    });
  });

  describe('revoking a key', () => {
    it('takes effect at once, keeps the record and is idempotent', async () => {
      const gateway = await startKeyedGateway({ engine });
      const agent = await makeKey(gateway, { preset: 'agent' });
      expect((await agent.request('GET', '/v1/prompts')).status).toBe(200);

      const revoked = await gateway.call(revokeKey, { params: { id: agent.id } });
      expect(revoked.revoked_at).not.toBeNull();
      const refused = await agent.request('GET', '/v1/prompts');
      expect(refused).toMatchObject({
        status: 401,
        json: { detail: expect.stringMatching(/Invalid or missing API key.*revoked/) },
      });
      expect(await gateway.call(revokeKey, { params: { id: agent.id } })).toEqual(revoked);
      expect((await gateway.call(listKeys, {})).find(({ id }) => id === agent.id)).toEqual(revoked);
    });

    it('takes effect at once while other requests look the key up', async () => {
      const gateway = await startKeyedGateway({ engine });
      for (let round = 0; round < 5; round += 1) {
        const agent = await makeKey(gateway, { preset: 'agent' });
        const busy = () => Array.from({ length: 5 }, () => agent.request('GET', '/v1/prompts'));
        const [revoked] = await Promise.all([gateway.request('DELETE', `/v1/keys/${agent.id}`), ...busy(), ...busy()]);
        expect(revoked.status).toBe(200);
        expect((await Promise.all(busy())).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      }
    });

    it('answers 404 for an unknown key and names it', async () => {
      const gateway = await startKeyedGateway({ engine });
      for (const method of ['GET', 'DELETE']) {
        expect(await gateway.request(method, '/v1/keys/unknown')).toMatchObject({
          status: 404,
          json: { detail: 'There is no key "unknown".' },
        });
      }
    });

    it('is rejected for the last key with all rights', async () => {
      const gateway = await startKeyedGateway({ engine });
      const [first] = await gateway.call(listKeys, {});
      await makeKey(gateway, { scopes: ['keys:write', 'keys:read'] });
      const revokeFirst = () => gateway.request('DELETE', `/v1/keys/${first?.id}`);
      expect(await revokeFirst()).toMatchObject({
        status: 400,
        json: { detail: expect.stringMatching(/last key with all rights.*create another/) },
      });

      const second = await makeKey(gateway, { preset: 'admin' });
      expect((await revokeFirst()).status).toBe(200);
      expect((await revokeFirst()).status).toBe(401);
      expect((await second.request('DELETE', `/v1/keys/${first?.id}`)).status).toBe(200);
      expect((await second.request('DELETE', `/v1/keys/${second.id}`)).status).toBe(400);
      expect((await second.request('GET', '/v1/keys')).status).toBe(200);
    });

    it('leaves one key when two keys revoke each other at the same time', async () => {
      const env = { ...(await engine.empty()) };
      const here = await startKeyedGateway({ env });
      const there = engine.name === 'postgresql' ? await startKeyedGateway({ env }) : here;
      let keeper = await makeKey(here, { preset: 'admin' });
      const first = (await here.call(listKeys, {})).find(({ id }) => id !== keeper.id);
      expect((await keeper.request('DELETE', `/v1/keys/${first?.id}`)).status).toBe(200);
      for (let round = 0; round < 8; round += 1) {
        const rival = await makeKeyAs(keeper.request, here);
        const replies = await Promise.all([
          keeper.request('DELETE', `/v1/keys/${rival.id}`),
          as(there, rival.key)('DELETE', `/v1/keys/${keeper.id}`),
        ]);
        expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
        keeper = replies[0].status === 200 ? keeper : { ...rival, request: as(here, rival.key) };
        const left = (await keeper.request('GET', '/v1/keys')).json.filter(
          ({ revoked_at }: { revoked_at: string | null }) => revoked_at === null,
        );
        expect(left.map(({ id }: { id: string }) => id)).toEqual([keeper.id]);
      }
    });
  });

  it('GET /v1/keys lists keys newest first, page by page, revoked ones too', async () => {
    const gateway = await startKeyedGateway({ engine });
    const made = [];
    for (const name of ['one', 'two', 'three']) made.unshift((await makeKey(gateway, { name, preset: 'agent' })).id);
    await gateway.call(revokeKey, { params: { id: made[1] ?? '' } });
    const first = await gateway.request('GET', '/v1/keys?limit=2');
    expect(first.json.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
    const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await gateway.request('GET', next);
    expect(second.json.map(({ name }: { name: string }) => name)).toEqual(['one', 'Bootstrap key (GATEWAY_API_KEY)']);
  });
});

describe('POST /v1/keys/new', () => {
  const shared = startOnce(startKeyedGateway);

  const long = '🔑'.repeat(limits.keyName);
  it.each([
    ['no name', { preset: 'agent' }, 'name'],
    ['an empty name', { name: '', preset: 'agent' }, 'name'],
    ['a name of 129 characters', { name: `${long}x`, preset: 'agent' }, 'name'],
    ['neither preset nor scopes', { name: 'x' }, 'scopes'],
    ['null for preset and scopes', { name: 'x', preset: null, scopes: null }, 'scopes'],
    ['an empty scopes list', { name: 'x', scopes: [] }, 'scopes'],
    ['both preset and scopes', { name: 'x', preset: 'agent', scopes: ['status:read'] }, 'scopes'],
    ['an unknown preset', { name: 'x', preset: 'root' }, 'preset'],
    ['the preset name constructor', { name: 'x', preset: 'constructor' }, 'preset'],
    ['an unknown scope', { name: 'x', scopes: ['status:read', 'prompts:*'] }, 'scopes.1'],
    ['an upper-case scope', { name: 'x', scopes: ['ADMIN'] }, 'scopes.0'],
    ['scopes as a string', { name: 'x', scopes: 'admin' }, 'scopes'],
    ['a chosen key value', { name: 'x', preset: 'agent', key: 'gw_mine' }, 'key'],
  ])('rejects %s with 400 and names the field', async (_, body, field) => {
    const gateway = shared();
    const before = await gateway.call(listKeys, {});
    const refused = await gateway.request('POST', '/v1/keys/new', { body });
    expect(refused).toMatchObject({
      status: 400,
      json: { issues: [{ path: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)) }] },
    });
    expect(await gateway.call(listKeys, {})).toEqual(before);
  });

  it('accepts a name of 128 characters, and null for the unused one of preset and scopes', async () => {
    const gateway = shared();
    expect((await makeKey(gateway, { name: long, preset: 'agent', scopes: null })).name).toBe(long);
    expect((await makeKey(gateway, { preset: null, scopes: ['status:read'] })).scopes).toEqual(['status:read']);
  });

  it.each([
    ['all rights by preset', ['keys:write'], { preset: 'admin' }, ['admin']],
    ['all rights by scope', ['keys:write', 'keys:read'], { scopes: ['keys:read', 'admin'] }, ['admin']],
    [
      'a scope that the caller lacks',
      ['keys:write', 'prompts:read'],
      { scopes: ['prompts:read', 'prompts:write'] },
      ['prompts:write'],
    ],
    [
      'a preset of which the caller lacks one scope',
      ['keys:write', ...presets.agent.slice(1)],
      { preset: 'agent' },
      [presets.agent[0]],
    ],
    ['every scope but admin', ['keys:write'], { preset: 'readonly' }, presets.readonly],
  ] as const)('rejects a key with %s and names what the caller lacks', async (_, held, wanted, lacking) => {
    const gateway = shared();
    const creator = await makeKey(gateway, { scopes: [...held] });
    const before = (await gateway.call(listKeys, {})).length;
    const refused = await creator.request('POST', '/v1/keys/new', { name: 'more', ...wanted });
    expect(refused.status).toBe(403);
    expect(refused.json.detail).toMatch(
      new RegExp(`does not hold the scopes? ${lacking.join(', ')}, so it cannot grant`),
    );
    expect(refused.json.key).toBeUndefined();
    expect(await gateway.call(listKeys, {})).toHaveLength(before);
  });

  it('lets a key grant its own scopes, and the new key only what it was granted', async () => {
    const gateway = shared();
    const parent = await makeKey(gateway, { scopes: ['keys:write', 'prompts:read', 'status:read'] });
    const child = (
      await parent.request('POST', '/v1/keys/new', { name: 'child', scopes: ['keys:write', 'prompts:read'] })
    ).json;
    const grandchild = (scopes: string[]) =>
      as(gateway, child.key)('POST', '/v1/keys/new', { name: 'grandchild', scopes });
    expect((await grandchild(['prompts:read'])).status).toBe(200);
    expect((await grandchild(['status:read'])).status).toBe(403);
  });

  it('requires keys:write, which the agent preset lacks', async () => {
    const gateway = shared();
    const agent = await makeKey(gateway, { preset: 'agent' });
    expect(await agent.request('POST', '/v1/keys/new', { name: 'x', preset: 'agent' })).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('keys:write') },
    });
    expect((await agent.request('DELETE', `/v1/keys/${agent.id}`)).status).toBe(403);
  });
});

describe('a request with an invalid key', () => {
  const shared = startOnce(startKeyedGateway);

  it.each([
    ['an empty one', () => ''],
    ['an arbitrary text', () => 'letmein'],
    ['one with a typo', mistyped],
    ['a lower-cased one', (key: string) => key.toLowerCase()],
    ['a truncated one', (key: string) => key.slice(0, -1)],
    ['one with an extra character', (key: string) => `${key}0`],
    ['its public prefix', (key: string) => key.slice(0, 11)],
    ['two in one header', (key: string) => `${key}, ${key}`],
  ])('(%s) answers 401', async (_, spoil) => {
    const gateway = shared();
    const { key } = await gateway.call(createKey, { body: { name: 'x', preset: 'admin' } });
    const refused = await as(gateway, spoil(key))('GET', '/v1/prompts');
    expect(refused).toMatchObject({
      status: 401,
      json: { detail: expect.stringContaining('Invalid or missing API key') },
    });
    expect(refused.text).not.toContain(key.slice(12, 30));
  });

  it('(in the query or as a bearer token) answers 401', async () => {
    const gateway = shared();
    const { key } = await gateway.call(createKey, { body: { name: 'x', preset: 'admin' } });
    const bare = await fetch(`${gateway.url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    expect([bare.status, ((await bare.json()) as { detail: string }).detail]).toEqual([
      401,
      expect.stringContaining('X-API-Key'),
    ]);
    expect((await fetch(`${gateway.url}/v1/keys?x-api-key=${key}`)).status).toBe(401);
  });
});

async function makeKeyAs(request: ReturnType<typeof as>, gateway: Parameters<typeof as>[0]) {
  const { json } = await request('POST', '/v1/keys/new', { name: 'rival', preset: 'admin' });
  return { ...json, request: as(gateway, json.key) } as Awaited<ReturnType<typeof makeKey>>;
}
