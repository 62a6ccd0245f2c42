import { expect, test } from 'vitest';
import { createStore } from '../src/store.js';
import { ConstraintViolation, StorageUnavailable } from '../src/storage-error.js';
import { openDatabase } from '../src/open.js';
import { refuseWrites } from '../src/testing/refuse-writes.js';
import { onEveryEngine, onPostgres } from './engines.js';
import { freshStore, newAudit, newChannel, newKey, now, org, twoStores, until } from './ports/fixture.js';

const all = { limit: 200, before: null };

onEveryEngine((engine) => {
  test('rejects an administrative write with StorageUnavailable and counts it when the database refuses writes', async () => {
    const options = await engine.empty();
    const store = await createStore(await openDatabase(options));
    try {
      await store.keys.insert(newKey('before'));
      const restore = await refuseWrites({
        DATA_DIR: options.dataDir,
        ...(options.url && { DATABASE_URL: options.url }),
      });
      try {
        // PostgreSQL ends the sessions: the first query may find a lost connection, a later one a read-only database.
        for (let number = 0; number < 3; number += 1)
          await expect(store.keys.insert(newKey(`refused-${number}`))).rejects.toThrow(StorageUnavailable);
        expect(store.failures()).toBe(3);
      } finally {
        await restore();
      }
      await until(() =>
        store.keys.insert(newKey('after')).then(
          () => true,
          () => false,
        ),
      );
      expect((await store.keys.list(org, all)).map(({ id }) => id)).toEqual(['after', 'before']);
    } finally {
      await store.close();
    }
  });

  test('reports a duplicate key as ConstraintViolation without row values', async () => {
    const { keys } = await freshStore(engine);
    await keys.insert(newKey('k1', { name: 'confidential' }));
    const error = await keys.insert(newKey('k1', { name: 'confidential' })).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConstraintViolation);
    expect(String(error)).not.toContain('confidential');
  });

  test('rolls back an administrative write that fails half-way', async () => {
    const { keys, audit } = await freshStore(engine);
    await keys.insert(newKey('taken'));
    const entries = [newAudit('key.rolled', 'taken'), newAudit('key.created', 'taken')];
    await expect(
      keys.roll({ organizationId: org, id: 'taken', at: now, until: now }, newKey('taken'), entries),
    ).rejects.toThrow(ConstraintViolation);
    expect(await keys.get(org, 'taken')).toMatchObject({ revokedAt: null, expiresAt: null });
    expect(await audit.list(org, {}, all)).toEqual([]);
  });

  test('applies one of many concurrent channel updates from one revision, with one audit entry and one stream event', async () => {
    const [store, other] = await twoStores(engine);
    await store.channels.insert(newChannel('c1'));
    const begin = await store.streamEvents.newest();
    const updated = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? store : other).channels.update(
          org,
          'c1',
          1,
          { updatedAt: now, isActive: false },
          newAudit('channel.updated', 'c1'),
        ),
      ),
    );
    expect(updated.filter(Boolean)).toHaveLength(1);
    expect(await store.audit.list(org, {}, all)).toHaveLength(1);
    expect((await store.streamEvents.newest()) - begin).toBe(1);
  });
});

onPostgres((engine) => {
  test('serves administrative and hot queries concurrently with a pool of two connections', async () => {
    const store = await createStore(await openDatabase({ ...(await engine.empty()), poolSize: 2 }));
    try {
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 ? store.keys.insert(newKey(`k${index}`)) : store.probe('small'),
        ),
      );
      expect(await store.keys.list(org, all)).toHaveLength(20);
    } finally {
      await store.close();
    }
  });
});
