import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';

const DAY_MS = 86_400_000;

describe('retention of the audit log', () => {
  onEveryEngine((engine) => {
    it('is off by default, and deletes old entries and ended keys only when it is on, with an entry about it', async () => {
      const clock = manualClock();
      const env = await engine.empty();
      const gateway = await startKeyedGateway({ env, clock });
      const entries = async () => (await gateway.request('GET', '/v1/audit?limit=200')).json;
      const keys = async () => (await gateway.request('GET', '/v1/keys')).json;
      const names = async () => (await keys()).map(({ name }: { name: string }) => name).toSorted();
      const old = await makeKey(gateway, { preset: 'agent', name: 'revoked long ago' });
      await makeKey(gateway, { preset: 'agent', name: 'in use' });
      expect((await gateway.request('DELETE', `/v1/keys/${old.id}`)).status).toBe(200);
      const startedAt = clock.now();
      clock.advance(40 * DAY_MS);
      const late = await makeKey(gateway, { preset: 'agent', name: 'revoked now' });
      expect((await gateway.request('DELETE', `/v1/keys/${late.id}`)).status).toBe(200);
      const before = await entries();
      const ofOld = before.filter(({ at }: { at: string }) => Date.parse(at) <= startedAt);
      expect(ofOld.length).toBeGreaterThanOrEqual(4);
      clock.advance(2 * 3_600_000);
      // A pass of the background work with the default settings has begun after this.
      await until(async () => (await gateway.request('POST', '/v1/settings/preview')).json.last_run !== null);
      expect(await entries()).toEqual(before);

      const change = { audit_retention_enabled: true, audit_retention_days: 30 };
      const preview = await gateway.request('POST', '/v1/settings/preview', { body: change });
      expect(preview.json.would_remove).toMatchObject({ prompts: 0, audit: ofOld.length });
      expect((await gateway.request('PATCH', '/v1/settings', { body: change })).json).toMatchObject(change);
      await until(async () => (await keys()).length === 3);
      const [removed, updated, ...rest] = await entries();
      expect(removed).toMatchObject({
        action: 'audit.removed',
        actor: { kind: 'system', id: null },
        resource: { kind: 'audit', id: 'retention' },
        changes: [
          { field: 'entries', after: ofOld.length },
          { field: 'keys', after: 1 },
          { field: 'until', after: new Date(clock.now() - 30 * DAY_MS).toISOString() },
        ],
      });
      expect(updated).toMatchObject({ action: 'settings.updated' });
      expect(rest).toEqual(before.slice(0, before.length - ofOld.length));
      // The key of the configuration has not ended, and a key that was revoked within the time stays.
      expect(await names()).toEqual(['Bootstrap key (GATEWAY_API_KEY)', 'in use', 'revoked now']);
    });

    it('never deletes the revoked key of the configuration, so that a restart does not bring it back', async () => {
      const clock = manualClock();
      const env = await engine.empty();
      const gateway = await startKeyedGateway({ env, clock });
      const admin = await makeKey(gateway, { preset: 'admin', name: 'another' });
      const { id } = (await gateway.request('GET', '/v1/keys')).json.find(({ name }: { name: string }) =>
        name.startsWith('Bootstrap'),
      );
      const patch = { audit_retention_enabled: true, audit_retention_days: 1 };
      expect((await admin.request('DELETE', `/v1/keys/${id}`)).status).toBe(200);
      clock.advance(3 * DAY_MS);
      expect((await admin.request('PATCH', '/v1/settings', patch)).status).toBe(200);
      await until(async () => (await admin.request('GET', '/v1/audit')).json[0].action === 'audit.removed');
      await gateway.stop();
      const again = await startKeyedGateway({ env, clock });
      const reply = await again.request('GET', '/v1/keys', { headers: { 'x-api-key': adminKey } });
      expect(reply.status).toBe(401);
    });
  });
});
