import pg from 'pg';
import { expect, it } from 'vitest';
import { onPostgres } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

/** More than the connections of a gateway, which are 10. */
const BURST = 60;

onPostgres((engine) => {
  it('a burst of new people that wait for each other leaves connections for readers', async () => {
    const env = await engine.empty();
    const gateway = await startTestGateway({ env });
    const locker = new pg.Client({ connectionString: env.DATABASE_URL });
    await locker.connect();
    try {
      await locker.query('BEGIN');
      await locker.query('SELECT 1 FROM organization FOR UPDATE');
      const created = Array.from({ length: BURST }, (_, number) =>
        gateway.request('POST', '/v1/people/new', { body: { person_id: `p-${number}`, name: `Person ${number}` } }),
      );
      await until(async () => {
        const { rows } = await locker.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      for (let read = 0; read < 5; read += 1) expect((await gateway.request('GET', '/v1/prompts')).status).toBe(200);
      await locker.query('COMMIT');
      const statuses = (await Promise.all(created)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([201]));
    } finally {
      await locker.end();
    }
    const { json } = await gateway.request('GET', `/v1/people?limit=${BURST + 1}`);
    expect(json).toHaveLength(BURST);
  });
});
