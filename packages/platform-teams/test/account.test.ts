import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import teams from '../src/index.js';
import { tokenAddress } from '../src/sign-in/token.js';
import { open } from './harness.js';

describe('Teams access token', () => {
  it('is fetched once, again before it expires, and again when it was revoked', async () => {
    const { sim, connection, advance } = await open();
    const chat = sim.addConversation();
    const say = () => connection.sendMessage({ target: chat.id, text: 'x' });
    const fetched = () => sim.calls({ method: 'token' }).length;
    await say();
    await say();
    expect(fetched()).toBe(1);
    advance(3_300_000);
    await say();
    expect(fetched()).toBe(2);
    sim.revokeTokens();
    await say();
    expect(fetched()).toBe(3);
    expect(sim.messages(chat)).toHaveLength(4);
  });

  it.each([
    ['https://login.microsoftonline.com', 'my-tenant', 'https://login.microsoftonline.com/my-tenant/oauth2/v2.0/token'],
    ['https://login.example/', 'my-tenant', 'https://login.example/my-tenant/oauth2/v2.0/token'],
    ['http://127.0.0.1:9/tokens', 'my-tenant', 'http://127.0.0.1:9/tokens'],
  ])('for endpoint %s and tenant %j is fetched from %s', (endpoint, tenant, expected) => {
    expect(tokenAddress(endpoint, tenant)).toBe(expected);
  });

  it.each([
    [{ app_password: 'wrong' }, 'AADSTS7000215', 'Copy the value'],
    [{ app_id: 'wrong' }, 'AADSTS700016', 'app ID'],
    [{ app_tenant_id: 'wrong' }, 'AADSTS90002', 'tenant'],
  ])('refused for %j is explained by register and probe', async (credentials, code, hint) => {
    const { connection, sim } = await open({ credentials });
    await expect(connection.register!()).rejects.toMatchObject({
      code: 'auth',
      message: expect.stringContaining(code),
      hint: expect.stringContaining(hint),
    });
    expect(await connection.probe(sim.addConversation().id)).toMatchObject({
      ok: false,
      account: null,
      problems: [expect.stringContaining(code)],
    });
  });

  it.each([
    [
      { status: 429, headers: { 'retry-after': '7' }, body: {} },
      { code: 'rate_limited', retryAfterMs: 7000 },
    ],
    [{ status: 503, body: {} }, { code: 'unavailable' }],
    [
      { status: 200, body: 'a page of a proxy' },
      { code: 'unavailable', hint: expect.stringContaining('PLATFORM_TEAMS_TOKEN_URL') },
    ],
    [{ status: 302, headers: { location: 'https://evil.example/' }, body: {} }, { code: 'unavailable' }],
  ])('cannot be fetched when the answer is %j', async (answer, expected) => {
    const { connection, sim } = await open();
    sim.failNext('token', { answer });
    await expect(connection.register!()).rejects.toMatchObject(expected);
    await connection.register!();
  });
});

describe('Teams probe', () => {
  it('returns the names of the members', async () => {
    const { connection, sim } = await open();
    for (const name of ['Bo', 'Cy', 'Di', 'Ed']) sim.addPerson({ name });
    const chat = sim.addConversation();
    expect(await connection.probe(chat.id)).toEqual({
      ok: true,
      account: { id: sim.appId, name: `Azure Bot ${sim.appId}` },
      target: { id: chat.id, name: 'Ada, Bo, Cy and 2 more' },
      problems: [],
    });
  });

  it('explains what to do when the app is not installed', async () => {
    const { connection, sim } = await open();
    const chat = sim.addConversation({ installed: false });
    expect(await connection.probe(chat.id)).toMatchObject({
      ok: false,
      account: { id: sim.appId },
      problems: [expect.stringContaining('Install the app')],
    });
    expect(await connection.probe('nonsense')).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('Bad format')],
    });
  });

  it.each([
    [1, 'Ada'],
    [2, 'the id'],
  ])('succeeds when %i of the calls for members are unknown', async (unknown, name) => {
    const { connection, sim } = await open();
    const chat = sim.addConversation();
    const answer = { status: 404, body: 'Cannot GET' };
    sim.failNext('getConversationPagedMembers', { answer });
    if (unknown === 2) sim.failNext('getConversationMembers', { answer });
    expect(await connection.probe(chat.id)).toMatchObject({
      ok: true,
      target: { name: name === 'the id' ? chat.id : name },
    });
  });
});

describe('Teams manifest', () => {
  it('matches the fields in package.json and does not import the connection', async () => {
    const file = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(file).toMatchObject({
      keywords: ['gateway-platform'],
      gatewayPlatform: { apiVersion: teams.apiVersion, id: teams.id, name: teams.name },
    });
    const source = await readFile(new URL('../src/index.ts', import.meta.url), 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1]);
    expect(imports).toEqual([
      'node:fs/promises',
      '@gateway/platform-kit',
      './clouds.js',
      './credentials.js',
      './icon.js',
      './sign-in/endpoint.js',
    ]);
    expect(await teams.guide()).toContain('{{webhook_url}}');
  });

  it('derives the account key from id, secret and tenant, with an empty tenant equal to none', () => {
    const account = (app_password: string, app_tenant_id?: string) =>
      teams.account({ app_id: 'a', app_password, app_tenant_id });
    expect(new Set([account('s'), account('t'), account('s', 'x'), account('s', '')]).size).toBe(3);
    expect(teams.credentials.safeParse({ app_id: 'a', app_password: 's', app_tenant_id: '../evil' }).success).toBe(
      false,
    );
  });

  it.each(['19:abc@thread.tacv2', '19:abc@thread.v2', 'a:1abc', '19:abc@thread.tacv2;messageid=17'])(
    'matches the target %s',
    (target) => {
      expect(target).toMatch(new RegExp(teams.target.pattern!));
    },
  );
});
