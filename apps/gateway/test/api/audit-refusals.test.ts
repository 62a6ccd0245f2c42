import { describe, expect, it } from 'vitest';
import { generateKey } from '@gateway/core';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import type { TestGateway } from '../harness/gateway.js';
import { as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';

const entriesOf = async (gateway: TestGateway, action: string) =>
  (await gateway.request('GET', `/v1/audit?action=${action}&limit=200`)).json;

onEveryEngine((engine) => {
  describe('the audit log of refused requests', () => {
    it('records refused keys, with the id of a known key, and never the key itself', async () => {
      const gateway = await startKeyedGateway({ engine, clock: manualClock() });
      const ended = await makeKey(gateway, { preset: 'agent' });
      await gateway.request('DELETE', `/v1/keys/${ended.id}`);
      const guess = generateKey();
      for (const key of [guess, ended.key]) await as(gateway, key)('GET', '/v1/channels');
      const entries = await entriesOf(gateway, 'key.refused');
      expect(entries).toMatchObject([
        { resource: { kind: 'key', id: ended.id, name: 'a key' }, actor: { kind: 'system' }, address: '127.0.0.1' },
        { resource: { kind: 'key', id: 'unknown' }, actor: { kind: 'system' }, address: '127.0.0.1' },
      ]);
      expect(JSON.stringify(entries)).not.toContain(guess.slice(12));
    });

    it('records the same refusal once an hour and a bounded number of addresses', async () => {
      const clock = manualClock();
      const env = { ...(await engine.empty()), TRUSTED_PROXIES: '127.0.0.1' };
      const gateway = await startKeyedGateway({ env, clock });
      const guess = (address: string) =>
        gateway.request('GET', '/v1/channels', { headers: { 'x-api-key': 'wrong', 'x-forwarded-for': address } });
      for (let n = 0; n < 70; n += 1) await guess('203.0.113.9');
      const refused = () => entriesOf(gateway, 'key.refused');
      await until(async () => (await refused()).length > 0);
      expect(await refused()).toMatchObject([{ address: '203.0.113.9' }]);
      for (let n = 0; n < 120; n += 1) await guess(`198.51.100.${n}`);
      await until(async () => (await refused()).length === 100);
      clock.skip(3_600_000);
      await guess('203.0.113.9');
      await until(async () => (await refused()).length === 101);
    });

    it('records which key was denied which route, once per route', async () => {
      const gateway = await startKeyedGateway({ engine });
      const reader = await makeKey(gateway, { name: 'Reader', scopes: ['prompts:read'] });
      for (let n = 0; n < 3; n += 1) expect((await reader.request('GET', '/v1/channels/x')).status).toBe(403);
      expect((await reader.request('POST', '/v1/messages/send', {})).status).toBe(403);
      expect(await entriesOf(gateway, 'request.denied')).toMatchObject([
        { actor: { name: 'Reader', id: reader.id }, resource: { kind: 'request', id: 'POST /v1/messages/send' } },
        { actor: { name: 'Reader', id: reader.id }, resource: { kind: 'request', id: 'GET /v1/channels/{id}' } },
      ]);
    });
  });
});
