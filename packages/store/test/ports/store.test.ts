import { MigrationRefused, StorageUnavailable, openStore } from '../../src/index.js';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onEveryEngine, onPostgres } from '../engines.js';
import { claim, enqueue, freshStores, newPrompt, org, settlement, until } from './fixture.js';

onEveryEngine((engine) => {
  test('keeps its data when it is opened again', async () => {
    const { url: databaseUrl, ...options } = await engine.empty();
    const first = await openStore({ databaseUrl, ...options });
    await first.probe('small');
    await first.prompts.open(newPrompt({ text: 'still there?' }));
    await first.close();
    await expect(first.probe('small')).rejects.toThrow(StorageUnavailable);

    const second = await openStore({ databaseUrl, ...options });
    onTestFinished(() => second.close());
    expect((await second.prompts.get(org, 1))?.text).toBe('still there?');
  });
});

test('leaves no erased text in the data directory after close', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-store-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const store = await openStore({ dataDir });
  const large = 'a secret '.repeat(2000);
  await enqueue(
    store,
    ...Array.from({ length: 20 }, (_, index) => ({ erase: true, body: index % 2 ? large : 'a secret' })),
  );
  await enqueue(store, { body: 'a kept one' });
  await store.deliveries.settle(
    (await claim(store, { perDestination: 64 })).map((row) => settlement(row, 'delivered')),
  );
  await store.close();

  // SQLite deletes its log when the garbage collector has finalized the last statement, which may be now.
  const content = (name: string) =>
    readFile(join(dataDir, name), 'latin1').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  const files = await Promise.all((await readdir(dataDir)).map(content));
  expect(files.filter((text) => text.includes('a kept one'))).toHaveLength(1);
  expect(files.filter((text) => text.includes('a secret'))).toEqual([]);
});

onPostgres((engine) => {
  test("sets the server's time limits for statements and idle transactions", async () => {
    const { database } = await freshStores(engine);
    const setting = async (name: string) => {
      const row = await database.sql.first<{ value: string }>('SELECT current_setting(?) AS value', [name]);
      return row?.value;
    };
    expect(await setting('statement_timeout')).toBe('25s');
    expect(await setting('idle_in_transaction_session_timeout')).toBe('10s');
  });

  test('survives a restart of the server with retryable errors', async () => {
    const { stores, database } = await freshStores(engine);
    const [store] = stores;
    await Promise.all(Array.from({ length: 20 }, () => store.probe('small')));
    const working = Array.from({ length: 40 }, () => enqueue(store, {}));
    const ended = database.sql.all(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const outcomes = await Promise.allSettled([...working, ended]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StorageUnavailable);
    }
    const acknowledged = outcomes.slice(0, -1).filter(({ status }) => status === 'fulfilled').length;
    await until(() =>
      store.probe('small').then(
        () => true,
        () => false,
      ),
    );
    const [stored] = await database.sql.all<{ count: number }>('SELECT count(*) AS count FROM delivery');
    expect(stored?.count).toBeGreaterThanOrEqual(acknowledged);
  });

  test('reports an unreachable server as retryable, without the password', async () => {
    const refusal = await openStore({
      databaseUrl: 'postgresql://user:s3cret@127.0.0.1:9/none',
      dataDir: '/nowhere',
    }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StorageUnavailable);
    expect(refusal).not.toBeInstanceOf(MigrationRefused);
    expect(String(refusal)).not.toContain('s3cret');
  });
});
