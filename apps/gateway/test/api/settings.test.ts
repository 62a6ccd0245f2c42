import { describe, expect, it } from 'vitest';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';

const path = '/v1/settings';
const read = async (gateway: TestGateway) => (await gateway.request('GET', path)).json;
const patch = (gateway: TestGateway, body: unknown) => gateway.request('PATCH', path, { body });

describe('retention settings', () => {
  const shared = startOnce(startTestGateway);

  onEveryEngine((engine) => {
    it('are off by default, accept partial changes and survive a restart', async () => {
      const env = await engine.empty();
      const gateway = await startTestGateway({ env });
      const defaults = await read(gateway);
      expect(defaults).toEqual({
        prompts_retention_enabled: false,
        prompts_retention_days: 30,
        messages_inbound_retention_enabled: false,
        messages_outbound_retention_enabled: false,
        messages_inbound_retention_days: 30,
        messages_outbound_retention_days: 30,
        messages_inbound_zero_retention: false,
        messages_outbound_zero_retention: false,
        audit_retention_enabled: false,
        audit_retention_days: 365,
        updated_at: expect.stringMatching(/^20.*Z$/),
      });
      const first = await patch(gateway, { prompts_retention_enabled: true, prompts_retention_days: 7 });
      expect(first).toMatchObject({
        status: 200,
        json: {
          ...defaults,
          prompts_retention_enabled: true,
          prompts_retention_days: 7,
          updated_at: expect.any(String),
        },
      });
      expect(Date.parse(first.json.updated_at)).toBeGreaterThan(Date.parse(defaults.updated_at) - 1);
      const second = await patch(gateway, {
        messages_inbound_zero_retention: true,
        updated_at: '1999-01-01T00:00:00.000Z',
      });
      expect(second.json).toEqual({
        ...first.json,
        messages_inbound_zero_retention: true,
        updated_at: expect.not.stringContaining('1999'),
      });
      expect(await read(gateway)).toEqual(second.json);
      await gateway.stop();
      expect(await read(await startTestGateway({ env }))).toEqual(second.json);
    });

    it('keep all of eight concurrent changes', async () => {
      const gateway = await startTestGateway({ env: await engine.empty() });
      const changes = [
        { prompts_retention_days: 11 },
        { prompts_retention_enabled: true },
        { messages_inbound_retention_days: 12 },
        { messages_inbound_retention_enabled: true },
        { messages_outbound_retention_days: 13 },
        { messages_outbound_retention_enabled: true },
        { messages_inbound_zero_retention: true },
        { messages_outbound_zero_retention: true },
      ];
      await Promise.all(changes.map((change) => patch(gateway, change)));
      expect(await read(gateway)).toMatchObject(Object.assign({}, ...changes) as object);
    });

    it('accept 1 to 3650 days, and a rejected change changes nothing', async () => {
      const gateway = await startTestGateway({ env: await engine.empty() });
      for (const prompts_retention_enabled of [false, true]) {
        for (const days of [0, 3651]) {
          const change = {
            prompts_retention_enabled,
            messages_inbound_retention_days: 5,
            prompts_retention_days: days,
          };
          const refused = await patch(gateway, change);
          expect(refused.status).toBe(400);
          expect(refused.json.issues).toMatchObject([{ path: ['prompts_retention_days'] }]);
        }
      }
      expect(await read(gateway)).toMatchObject({
        prompts_retention_enabled: false,
        prompts_retention_days: 30,
        messages_inbound_retention_days: 30,
      });
      for (const days of [1, 3650])
        expect((await patch(gateway, { prompts_retention_enabled: true, prompts_retention_days: days })).status).toBe(
          200,
        );
    });

    it('are audited only when they change', async () => {
      const gateway = await startTestGateway({ env: await engine.empty() });
      const before = await patch(gateway, { prompts_retention_days: 9 });
      expect((await patch(gateway, { prompts_retention_days: 9 })).json).toEqual(before.json);
      expect((await patch(gateway, {})).json).toEqual(before.json);
      await patch(gateway, { messages_inbound_retention_days: 0 });
      const { json } = await gateway.request('GET', '/v1/audit?action=settings.updated');
      expect(json).toMatchObject([{ actor: { kind: 'open' }, resource: { kind: 'settings', id: 'retention' } }]);
    });
  });

  it.each([
    ['inbound days of 0', { messages_inbound_retention_days: 0 }],
    ['inbound days of 3651', { messages_inbound_retention_days: 3651 }],
    ['outbound days of 0', { messages_outbound_retention_days: 0 }],
    ['outbound days of 1.5', { messages_outbound_retention_days: 1.5 }],
    ['days as a string', { prompts_retention_days: '7' }],
    ['negative days', { prompts_retention_days: -1 }],
    ['a switch that is null', { prompts_retention_enabled: null }],
    ['a switch as a string', { messages_inbound_zero_retention: 'true' }],
    ['an unknown field', { prompts_retention_weeks: 1 }],
    ['a field called __proto__', '{"__proto__":{"a":1}}'],
    ['an array', []],
    ['null', 'null'],
    ['invalid JSON', '{'],
  ])('reject %s with 400', async (_, body) => {
    const gateway = shared();
    const before = await read(gateway);
    const { status } = await gateway.request('PATCH', path, { body, headers: { 'content-type': 'application/json' } });
    expect(status).toBe(400);
    expect(await read(gateway)).toEqual(before);
  });

  onPostgres((engine) => {
    it('changed on one instance are used by the other within 5 s', async () => {
      const env = await engine.empty();
      const [one, other] = [await startTestGateway({ env }), await startTestGateway({ env })];
      await read(other);
      const { json } = await patch(one, { messages_outbound_zero_retention: true });
      await until(async () => (await read(other)).updated_at === json.updated_at, 5000);
      expect(await read(other)).toEqual(json);
    });
  });
});
