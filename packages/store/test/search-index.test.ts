import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/open.js';
import { createStore } from '../src/store.js';
import { onServer } from '../src/testing/test-database.js';
import { onPostgres } from './engines.js';

onPostgres((engine) => {
  test('starts without the right to create pg_trgm, reports it, and creates the index when the extension exists', async () => {
    const name = `gateway_test_${randomUUID().replaceAll('-', '')}`;
    await onServer(`CREATE ROLE ${name} LOGIN`);
    // After the database with the tables of the role has been dropped.
    onTestFinished(() => onServer(`DROP ROLE ${name}`));
    const superuser = (await engine.bare()).url ?? '';
    const administration = new pg.Client(superuser);
    await administration.connect();
    await administration.query(`GRANT CREATE ON SCHEMA public TO ${name}`);
    const url = Object.assign(new URL(superuser), { username: name }).href;
    const options = { dataDir: tmpdir(), url };

    const without = await createStore(await openDatabase(options));
    expect(without.searchIndexProblem).toBe('permission denied to create extension "pg_trgm"');
    expect(await without.messages.list('default', { q: 'refund' }, { limit: 1, before: null })).toEqual([]);
    await without.close();

    await administration.query('CREATE EXTENSION pg_trgm');
    const withExtension = await openDatabase(options);
    expect(withExtension.searchIndexProblem).toBeNull();
    expect(
      await withExtension.sql.all(`SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%gin_trgm_ops%' ORDER BY 1`),
    ).toEqual([{ indexname: 'message_text_search' }, { indexname: 'prompt_search' }]);
    await withExtension.close();
    await administration.end();
  });

  test('creates the search index in a schema that is not the one of pg_trgm', async () => {
    const { url = '' } = await engine.bare();
    const first = await openDatabase({ dataDir: tmpdir(), url });
    await first.close();
    const second = await openDatabase({ dataDir: tmpdir(), url: `${url}?schema=second` });
    onTestFinished(() => second.close());
    expect(second.searchIndexProblem).toBeNull();
    expect(
      await second.sql.all(`SELECT count(*) AS count FROM pg_indexes WHERE indexdef LIKE '%gin_trgm_ops%'`),
    ).toEqual([{ count: 4 }]);
  });
});
