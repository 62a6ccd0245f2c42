import { describe, expect, it } from 'vitest';
import { listAudit, listKeys, revokeKey } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';

const hour = 3_600_000;
const day = 24 * hour;

onEveryEngine((engine) => {
  describe('a rolled key', () => {
    it('is replaced by a key with its name and scopes, and works until its grace period ends', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock });
      const old = await makeKey(gateway, { name: 'deploy agent', scopes: ['prompts:read', 'prompts:write'] });
      const { status, json: fresh } = await gateway.request('POST', `/v1/keys/${old.id}/roll`);
      expect(status).toBe(201);
      const expiresAt = new Date(clock.now() + day).toISOString();
      expect(fresh).toMatchObject({
        name: 'deploy agent',
        scopes: ['prompts:read', 'prompts:write'],
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      });
      expect(fresh.id).not.toBe(old.id);
      const record = async () => (await gateway.request('GET', `/v1/keys/${old.id}`)).json;
      expect(await record()).toMatchObject({ expires_at: expiresAt, revoked_at: null });

      const replacement = as(gateway, fresh.key);
      for (const request of [old.request, replacement]) expect((await request('GET', '/v1/prompts')).status).toBe(200);
      clock.advance(day - 1);
      expect((await old.request('GET', '/v1/prompts')).status).toBe(200);
      clock.advance(1);
      const refused = await old.request('GET', '/v1/prompts');
      expect(refused.status).toBe(401);
      expect(refused.json.detail).toMatch(/ended|revoked/);
      expect((await replacement('GET', '/v1/prompts')).status).toBe(200);
      expect(await record()).toMatchObject({ expires_at: expiresAt, revoked_at: null });

      const entries = await gateway.call(listAudit, { query: { limit: '5' } });
      const [created, rolled] = entries.filter(({ action }) => action !== 'key.refused');
      expect(rolled).toMatchObject({ action: 'key.rolled', resource: { kind: 'key', id: old.id } });
      expect(created).toMatchObject({ action: 'key.created', resource: { kind: 'key', id: fresh.id } });
      expect(gateway.logLines.join('\n')).not.toContain(fresh.key);
    });

    it('is revoked at once without a grace period', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock });
      const old = await makeKey(gateway, { preset: 'agent' });
      expect((await old.request('GET', '/v1/prompts')).status).toBe(200);
      expect((await gateway.request('POST', `/v1/keys/${old.id}/roll`, { body: { grace_sec: 0 } })).status).toBe(201);
      expect((await old.request('GET', '/v1/prompts')).status).toBe(401);
      expect((await gateway.request('GET', `/v1/keys/${old.id}`)).json).toMatchObject({
        revoked_at: new Date(clock.now()).toISOString(),
        expires_at: null,
      });
    });

    it('cannot be rolled again, nor can a revoked or unknown key; one of five concurrent requests succeeds', async () => {
      const gateway = await startKeyedGateway({ engine });
      const roll = (id: string) => gateway.request('POST', `/v1/keys/${id}/roll`, { body: { grace_sec: 60 } });
      const old = await makeKey(gateway, { preset: 'agent' });
      const replies = await Promise.all(Array.from({ length: 5 }, () => roll(old.id)));
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
      expect(replies.find(({ status }) => status === 409)?.json.detail).toMatch(/rolled before .* replaced it/);
      expect(await gateway.call(listKeys, {})).toHaveLength(3);

      const revoked = await makeKey(gateway, { preset: 'agent' });
      await gateway.call(revokeKey, { params: { id: revoked.id } });
      const refused = await roll(revoked.id);
      expect(refused.status).toBe(409);
      expect(refused.json.detail).toMatch(/POST \/v1\/keys\/new/);
      expect((await roll('nothing')).status).toBe(404);
    });

    it('can be revoked during its grace period', async () => {
      const gateway = await startKeyedGateway({ engine });
      const old = await makeKey(gateway, { preset: 'agent' });
      await gateway.request('POST', `/v1/keys/${old.id}/roll`);
      expect((await gateway.request('DELETE', `/v1/keys/${old.id}`)).json.revoked_at).not.toBeNull();
      expect((await old.request('GET', '/v1/prompts')).status).toBe(401);
    });

    it('is rolled only by a caller that holds its scopes', async () => {
      const gateway = await startKeyedGateway({ engine });
      const keeper = await makeKey(gateway, { scopes: ['keys:write', 'prompts:read'] });
      const strong = await makeKey(gateway, { preset: 'admin' });
      const weak = await makeKey(gateway, { scopes: ['prompts:read'] });
      const refused = await keeper.request('POST', `/v1/keys/${strong.id}/roll`, {});
      expect(refused.status).toBe(403);
      expect(refused.json.detail).toContain('admin');
      expect((await strong.request('GET', '/v1/keys')).json[1].expires_at).toBeNull();
      expect((await keeper.request('POST', `/v1/keys/${weak.id}/roll`, {})).status).toBe(201);
    });

    it('does not count as a key with all rights, so its replacement cannot be revoked', async () => {
      const gateway = await startKeyedGateway({ engine });
      const [first] = await gateway.call(listKeys, {});
      const { json: fresh } = await gateway.request('POST', `/v1/keys/${first?.id}/roll`, { body: { grace_sec: 60 } });
      const refused = await gateway.request('DELETE', `/v1/keys/${fresh.id}`);
      expect(refused.status).toBe(400);
      expect(refused.json.detail).toMatch(/last key with all rights/);
      expect((await gateway.request('DELETE', `/v1/keys/${first?.id}`)).status).toBe(200);
    });
  });
});

describe('a request that waits for an answer', () => {
  it('ends when the grace period of its key ends', async () => {
    const { telegram, env } = await startTelegram();
    const clock = manualClock();
    const gateway = await startKeyedGateway({ env, clock });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
    const agent = await makeKey(gateway, { preset: 'agent' });
    await agent.request('POST', '/v1/prompts/new', { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] });
    await gateway.request('POST', `/v1/keys/${agent.id}/roll`, { body: { grace_sec: 10 } });
    const before = clock.waiting;
    let isOver = false;
    const waiting = agent.request('GET', '/v1/prompts/1?wait=60').finally(() => (isOver = true));
    await until(() => clock.waiting >= before + 2);
    await until(() => {
      clock.advance(500);
      return isOver;
    });
    expect((await waiting).json).toMatchObject({ state: 'pending', answer: null });
    expect((await agent.request('GET', '/v1/prompts')).status).toBe(401);
  });
});

onPostgres((engine) => {
  describe('two gateways on one database', () => {
    it('both reject a rolled key when its grace period ends', async () => {
      const env = await engine.empty();
      const clock = manualClock();
      const [here, there] = [await startKeyedGateway({ env, clock }), await startKeyedGateway({ env, clock })];
      const agent = await makeKey(here, { preset: 'agent' });
      const elsewhere = as(there, agent.key);
      expect((await elsewhere('GET', '/v1/prompts')).status).toBe(200);
      await here.request('POST', `/v1/keys/${agent.id}/roll`, { body: { grace_sec: 60 } });
      clock.advance(60_000);
      for (const request of [agent.request, elsewhere]) expect((await request('GET', '/v1/prompts')).status).toBe(401);
    });
  });
});
