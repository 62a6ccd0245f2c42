import { describe, expect, it } from 'vitest';
import pg from 'pg';
import { createKey, getKey, listAudit, listKeys, revokeKey } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { adminKey, as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';

const minute = 60_000;

onEveryEngine((engine) => {
  describe('the bootstrap key (GATEWAY_API_KEY)', () => {
    it('is created at the first start with all rights, and audited', async () => {
      const gateway = await startKeyedGateway({ engine });
      const [only, ...others] = await gateway.call(listKeys, {});
      expect(others).toEqual([]);
      expect(only).toMatchObject({
        name: 'Bootstrap key (GATEWAY_API_KEY)',
        scopes: ['admin'],
        key_prefix: adminKey.slice(0, 5),
        revoked_at: null,
      });
      expect(await gateway.call(listAudit, {})).toMatchObject([
        {
          action: 'key.created',
          actor: { kind: 'system', id: null, name: null },
          resource: { kind: 'key', id: only?.id },
          address: null,
        },
      ]);
    });

    it('is not replaced when the setting changes', async () => {
      const env = await engine.empty();
      const before = await startKeyedGateway({ env });
      const keys = await before.call(listKeys, {});
      await before.stop();
      const after = await startKeyedGateway({
        env: { ...env, GATEWAY_API_KEY: 'another admin key for tests' },
        apiKey: adminKey,
      });
      expect((await after.call(listKeys, {})).map(({ id }) => id)).toEqual(keys.map(({ id }) => id));
      expect((await as(after, 'another admin key for tests')('GET', '/v1/keys')).status).toBe(401);
      expect(after.logLines.join('\n')).toContain('GATEWAY_API_KEY has no effect');
      expect(after.logLines.join('\n')).not.toContain('another admin key');
    });

    it('stays revoked after a restart', async () => {
      const env = await engine.empty();
      const before = await startKeyedGateway({ env });
      const [first] = await before.call(listKeys, {});
      const { key, request } = await makeKey(before, { preset: 'admin' });
      expect((await request('DELETE', `/v1/keys/${first?.id}`)).status).toBe(200);
      await before.stop();
      const after = await startKeyedGateway({ env });
      expect((await after.request('GET', '/v1/keys')).status).toBe(401);
      expect((await as(after, key)('GET', '/v1/keys')).json).toHaveLength(2);
      expect(after.logLines.join('\n')).not.toContain('GATEWAY_API_KEY');
    });

    it('is not created without authentication, nor when a key exists', async () => {
      const env = await engine.empty();
      const open = await startTestGateway({ env: { ...env, GATEWAY_API_KEY: adminKey } });
      expect(await open.call(listKeys, {})).toEqual([]);
      const { key } = await open.call(createKey, { body: { name: 'made in the open', preset: 'admin' } });
      expect(await open.call(listAudit, {})).toMatchObject([
        { actor: { kind: 'open', id: null, name: null }, address: '127.0.0.1' },
      ]);
      await open.stop();
      const closed = await startKeyedGateway({ env });
      expect((await closed.request('GET', '/v1/keys')).status).toBe(401);
      expect((await as(closed, key)('GET', '/v1/keys')).json).toHaveLength(1);
    });
  });

  describe('last_used_at of a key', () => {
    it('is recorded to the minute within five seconds', async () => {
      const clock = manualClock(Date.UTC(2030, 0, 1, 12, 0, 30));
      const gateway = await startKeyedGateway({ engine, clock });
      const agent = await makeKey(gateway, { preset: 'agent' });
      const lastUse = async () => (await gateway.call(getKey, { params: { id: agent.id } })).last_used_at;
      const settled = async (expected: string) => {
        clock.advance(5000);
        await until(async () => (await lastUse()) === expected);
      };
      clock.advance(minute);
      expect(await lastUse()).toBeNull();
      await agent.request('GET', '/v1/prompts');
      await settled('2030-01-01T12:01:00.000Z');
      await agent.request('GET', '/v1/prompts');
      await settled('2030-01-01T12:01:00.000Z');
      clock.advance(minute);
      expect((await agent.request('GET', '/v1/keys')).status).toBe(403);
      await settled('2030-01-01T12:02:00.000Z');
      await gateway.call(revokeKey, { params: { id: agent.id } });
      clock.advance(minute);
      expect((await agent.request('GET', '/v1/prompts')).status).toBe(401);
      clock.advance(5000);
      expect(await lastUse()).toBe('2030-01-01T12:02:00.000Z');
    });

    it('is stored when the gateway stops', async () => {
      const env = await engine.empty();
      const before = await startKeyedGateway({ env, clock: manualClock(Date.UTC(2030, 0, 1)) });
      const agent = await makeKey(before, { preset: 'agent' });
      await agent.request('GET', '/v1/prompts');
      await before.stop();
      const after = await startKeyedGateway({ env });
      expect(await after.call(getKey, { params: { id: agent.id } })).toMatchObject({
        last_used_at: '2030-01-01T00:00:00.000Z',
      });
    });
  });
});

describe('a request that waits for an answer', () => {
  it('ends when its key is revoked', async () => {
    const { telegram, env } = await startTelegram();
    const clock = manualClock();
    const gateway = await startKeyedGateway({ env, clock });
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
    const agent = await makeKey(gateway, { preset: 'agent' });
    await agent.request('POST', '/v1/prompts/new', { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] });
    const before = clock.waiting;
    const waiting = agent.request('GET', '/v1/prompts/1?wait=60');
    await until(() => clock.waiting >= before + 2);
    await gateway.call(revokeKey, { params: { id: agent.id } });
    expect((await waiting).json).toMatchObject({ state: 'pending', answer: null });
  });
});

onPostgres((engine) => {
  describe('two gateways on one database', () => {
    it('create one bootstrap key when they start together, and both accept it', async () => {
      const env = await engine.empty();
      const both = await Promise.all([startKeyedGateway({ env }), startKeyedGateway({ env })]);
      for (const gateway of both) expect(await gateway.call(listKeys, {})).toHaveLength(1);
    });

    it('accept each other’s new keys at once and reject revoked keys within 5 s', async () => {
      const env = await engine.empty();
      const [here, there] = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
      const agent = await makeKey(here, { preset: 'agent' });
      const elsewhere = as(there, agent.key);
      expect((await elsewhere('GET', '/v1/prompts')).status).toBe(200);
      await here.call(revokeKey, { params: { id: agent.id } });
      await until(async () => (await elsewhere('GET', '/v1/prompts')).status === 401, 5000);
    });

    it('reject a revoked key after 5 s without a notification', async () => {
      const env = await engine.empty();
      const clock = manualClock();
      const gateway = await startKeyedGateway({ env, clock });
      const agent = await makeKey(gateway, { preset: 'agent' });
      expect((await agent.request('GET', '/v1/prompts')).status).toBe(200);
      const client = new pg.Client({ connectionString: env.DATABASE_URL });
      await client.connect();
      await client.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [agent.id]);
      await client.end();
      clock.advance(5000);
      expect((await agent.request('GET', '/v1/prompts')).status).toBe(401);
    });
  });
});
