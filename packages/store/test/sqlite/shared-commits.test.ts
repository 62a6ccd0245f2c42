import { expect, test } from 'vitest';
import { PrismaClient } from '../../src/generated/sqlite/client.js';
import { prismaSqlite } from '../../src/engine/sqlite/prisma-adapter.js';
import { ConstraintViolation, StorageUnavailable } from '../../src/storage-error.js';
import { file, message, now, storedIds } from './fixture.js';

test('commits the writes of one event loop turn together', async () => {
  const { sql, writer } = await file();
  const before = writer.commits;
  await Promise.all(Array.from({ length: 50 }, (_, index) => sql.run(...message(`m${index}`))));
  expect(writer.commits - before).toBe(1);
  expect(await storedIds(sql)).toHaveLength(50);
});

test('commits units of work and single writes together in call order', async () => {
  const { sql, writer } = await file();
  const before = writer.commits;
  await Promise.all([
    sql.run(...message('a')),
    sql.write(async (tx) => {
      await tx.run(...message('b'));
      await tx.run(...message('c'));
    }),
    sql.run(...message('d')),
  ]);
  expect(writer.commits - before).toBe(1);
  expect(await storedIds(sql)).toEqual(['a', 'b', 'c', 'd']);
});

test('a failing statement does not affect others in a shared commit', async () => {
  const { sql, writer } = await file();
  const before = writer.commits;
  const outcomes = await Promise.allSettled([
    sql.run(...message('a')),
    sql.run(...message('a')),
    sql.run('INSERT INTO nowhere VALUES (1)'),
    sql.run(...message('b')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toHaveProperty('reason', expect.any(ConstraintViolation));
  expect(writer.commits - before).toBe(1);
  expect(await storedIds(sql)).toEqual(['a', 'b']);
});

test('rolls back a failing unit of work without affecting others in the commit', async () => {
  const { sql, writer } = await file();
  const before = writer.commits;
  const outcomes = await Promise.allSettled([
    sql.write((tx) => tx.run(...message('a'))),
    sql.write(async (tx) => {
      await tx.run(...message('b'));
      throw new Error('changed my mind');
    }),
    sql.write(async (tx) => {
      await tx.run(...message('c'));
      await tx.run(...message('a'));
    }),
    sql.write((tx) => tx.run(...message('d'))),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toHaveProperty('reason.message', 'changed my mind');
  expect(writer.commits - before).toBe(1);
  expect(await storedIds(sql)).toEqual(['a', 'd']);
});

test('acknowledges a write only after its commit returned', async () => {
  const { sql, writer } = await file();
  const before = writer.commits;
  const seen = await Promise.all([
    sql.run(...message('a')).then(() => writer.commits),
    sql.write((tx) => tx.run(...message('b'))).then(() => writer.commits),
  ]);
  expect(seen).toEqual([before + 1, before + 1]);
});

test('a full database rejects writes with a retryable error, keeps acknowledged ones and recovers', async () => {
  const { sql, writer, reader } = await file();
  const limit = (pages: number) =>
    writer.share((connection) => connection.query(`PRAGMA max_page_count = ${pages}`, []), { single: true });
  const [{ pageCount } = { pageCount: 0 }] = await sql.all<{ pageCount: number }>('PRAGMA page_count');
  await limit(pageCount + 40);

  const kept: string[] = [];
  const refusals: unknown[] = [];
  for (let round = 0; refusals.length === 0; round += 1) {
    await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        const id = `${round}-${client}`;
        const [statement, params] = message(id, 'x'.repeat(2000));
        const write = client % 2 === 0 ? sql.run(statement, params) : sql.write((tx) => tx.run(statement, params));
        await write.then(
          () => kept.push(id),
          (error: unknown) => refusals.push(error),
        );
      }),
    );
  }
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(StorageUnavailable);
  expect((await storedIds(sql)).sort()).toEqual(kept.sort());

  const prisma = new PrismaClient({ adapter: prismaSqlite(reader, writer) });
  const big = {
    organizationId: 'default',
    id: 'p',
    channelId: 'c',
    direction: 'in',
    text: 'x'.repeat(50_000),
    platform: 'any',
  };
  await expect(prisma.message.create({ data: { ...big, createdAt: now } })).rejects.toThrow(StorageUnavailable);

  await limit(1_000_000);
  await sql.run(...message('after'));
  expect(await storedIds(sql)).toContain('after');
});
