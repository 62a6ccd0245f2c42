import { expect, test } from 'vitest';
import { StorageUnavailable } from '../../src/storage-error.js';
import { database, message, now, storedIds } from './fixture.js';

const viaPrisma = (id: string) => ({
  data: {
    organizationId: 'default',
    id,
    channelId: 'c',
    direction: 'inbound',
    text: 't',
    platform: 'any',
    createdAt: now,
  },
});

test('keeps a write that was acknowledged during an interactive transaction that rolls back', async () => {
  const db = await database();
  const prisma = await db.prisma();
  const others: Promise<unknown>[] = [];
  const transaction = prisma.$transaction(async (tx) => {
    await tx.message.create(viaPrisma('undone'));
    others.push(db.sql.run(...message('direct')), prisma.message.create(viaPrisma('client')));
    await tx.message.create(viaPrisma('undone too'));
    throw new Error('roll back');
  });
  await expect(transaction).rejects.toThrow('roll back');
  await Promise.all(others);
  expect(await storedIds(db.sql)).toEqual(['direct', 'client']);
});

test('shows readers acknowledged writes and nothing of an open transaction', async () => {
  const db = await database();
  const prisma = await db.prisma();
  await prisma.$transaction(async (tx) => {
    await tx.message.create(viaPrisma('a'));
    expect(await storedIds(db.sql)).toEqual([]);
    expect(await prisma.message.count()).toBe(0);
    expect(await tx.message.count()).toBe(1);
  });
  expect(await storedIds(db.sql)).toEqual(['a']);
  await db.sql.write(async (tx) => {
    await tx.run(...message('b'));
    expect(await storedIds(db.sql)).toEqual(['a']);
    expect(await tx.all('SELECT id FROM message')).toHaveLength(2);
  });
  expect(await prisma.message.count()).toBe(2);
});

test('serializes overlapping interactive transactions', async () => {
  const prisma = await (await database()).prisma();
  const next = () =>
    prisma.$transaction(async (tx) => {
      const { promptSeq } = await tx.organization.findUniqueOrThrow({ where: { id: 'default' } });
      await tx.organization.update({ where: { id: 'default' }, data: { promptSeq: promptSeq + 1 } });
    });
  await Promise.all(Array.from({ length: 20 }, next));
  expect(await prisma.organization.findFirst()).toMatchObject({ promptSeq: 20 });
});

test('close waits for earlier writes and rejects later ones', async () => {
  const db = await database();
  const before = db.sql.run(...message('before'));
  const closing = db.close();
  await before;
  await closing;
  await expect(db.sql.run(...message('after'))).rejects.toThrow(StorageUnavailable);
});

test(
  'rolls back a unit of work that awaits something else, so that other writes continue',
  { tags: ['slow'] },
  async () => {
    const db = await database();
    const waiting = db.sql.write(async (tx) => {
      await tx.run(...message('undone'));
      await db.sql.write((nested) => nested.run(...message('nested')));
    });
    const other = db.sql.run(...message('other'));
    await expect(waiting).rejects.toThrow('more than 5 s');
    await other;
    await db.sql.run(...message('later'));
    expect(await storedIds(db.sql)).toEqual(['other', 'nested', 'later']);
  },
);
