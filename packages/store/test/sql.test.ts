import { expect, test } from 'vitest';
import type { Message, Prompt } from '../src/generated/sqlite/client.js';
import { insertInto } from '../src/sql/insert.js';
import type { Tables } from '../src/sql/rows.js';
import type { Sql } from '../src/sql/sql.js';
import { ConstraintViolation } from '../src/storage-error.js';
import { freshDatabase, onEveryEngine } from './engines.js';

const at = new Date('2026-03-04T05:06:07.089Z');

const message = (id: string, text = 'hello') =>
  insertInto('message', {
    organizationId: 'default',
    id,
    channelId: 'c1',
    direction: 'inbound',
    text,
    platform: 'any',
    createdAt: at,
  });

const prompt = (
  num: number,
  more: Partial<
    Omit<
      Tables['prompt'],
      'options' | 'messageRef' | 'otherMessages' | 'terms' | 'answerDetail' | 'answerFiles' | 'takenBy'
    >
  > & {
    messageRef?: string;
  } = {},
) =>
  insertInto('prompt', {
    organizationId: 'default',
    num,
    channelId: 'c1',
    platform: 'any',
    chatId: '1',
    account: 'a',
    text: 'Deploy?',
    options: '["Yes","No"]',
    allowText: true,
    notifyOnExpiry: false,
    nonce: 'n',
    state: 'pending',
    createdAt: at,
    ...more,
  });

const ids = async (sql: Sql) => (await sql.all<Message>('SELECT id FROM message ORDER BY seq')).map(({ id }) => id);

onEveryEngine((engine) => {
  test("raw SQL and the Prisma client return each other's rows in the same shape", async () => {
    const db = await freshDatabase(engine);
    const prisma = await db.prisma();
    const text = 'Grüße 👩‍👩‍👧 \u202e"\'\\ ? $1\n';
    await db.sql.run(...prompt(1, { text, messageRef: '{"nested":[1,null,"é"]}', expiresAt: at, apiKeyId: null }));
    const [direct] = await db.sql.all<Prompt>('SELECT * FROM prompt');
    expect(direct).toMatchObject({
      num: 1,
      text,
      options: ['Yes', 'No'],
      allowText: true,
      notifyOnExpiry: false,
      messageRef: { nested: [1, null, 'é'] },
      createdAt: at,
      expiresAt: at,
      answeredAt: null,
      closeAttempts: 0,
    });
    expect(await prisma.prompt.findFirst({ where: { createdAt: { gte: at }, allowText: true } })).toEqual(direct);

    const { organizationId, num, ...rest } = direct!;
    const copy = {
      ...rest,
      organizationId,
      num: num + 1,
      options: ['A'],
      messageRef: { a: 1 },
      otherMessages: [{ b: 2 }],
      terms: { c: 3 },
      answerDetail: { d: 4 },
      answerFiles: { f: 6 },
      takenBy: { e: 5 },
    };
    const created = await prisma.prompt.create({ data: copy });
    expect(await db.sql.first<Prompt>('SELECT * FROM prompt WHERE num = ?', [2])).toEqual(created);
  });

  test('raw SQL and the Prisma client return seq as a number, beyond 32 bits too', async () => {
    const db = await freshDatabase(engine);
    const prisma = await db.prisma();
    await db.sql.run(...message('first'));
    const big = Number.MAX_SAFE_INTEGER - 1;
    await db.sql.run('UPDATE message SET seq = ?', [big]);
    expect(await db.sql.all('SELECT seq FROM message')).toEqual([{ seq: big }]);
    expect(await prisma.message.findFirst({ select: { seq: true } })).toMatchObject({ seq: big });
    expect(await db.sql.all('SELECT id FROM message WHERE seq = ?', [BigInt(big)])).toEqual([{ id: 'first' }]);
    expect(await db.sql.all('SELECT count(*) AS total, sum(seq) AS added FROM message')).toEqual([
      { total: 1, added: big },
    ]);
  });

  test('compares and sorts dates in time order', async () => {
    const db = await freshDatabase(engine);
    for (const [num, year] of [1969, 1999, 2026, 2300].entries()) {
      await db.sql.run(...prompt(num + 1, { createdAt: new Date(Date.UTC(year, 0, 1, 0, 0, 0, 1)) }));
    }
    const since = 'SELECT created_at FROM prompt WHERE created_at > ? ORDER BY created_at DESC';
    const rows = await db.sql.all<Prompt>(since, [new Date(Date.UTC(1999, 0, 1, 0, 0, 0, 1))]);
    expect(rows.map(({ createdAt }) => createdAt.toISOString())).toEqual([
      '2300-01-01T00:00:00.001Z',
      '2026-01-01T00:00:00.001Z',
    ]);
  });

  test('lets one of fifty concurrent compare-and-sets win and stores its second write once', async () => {
    const db = await freshDatabase(engine);
    await db.sql.run(...prompt(1));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, person) =>
        db.sql.write(async (tx) => {
          const changed = await tx.run(
            "UPDATE prompt SET state = 'answered', answer = ? WHERE num = 1 AND state = 'pending'",
            [`${person}`],
          );
          if (changed === 1) await tx.run(...message(`won by ${person}`));
          return changed;
        }),
      ),
    );
    expect(outcomes.filter((changed) => changed === 1)).toHaveLength(1);
    const row = await db.sql.first<Prompt>('SELECT answer FROM prompt');
    expect(await ids(db.sql)).toEqual([`won by ${row?.answer}`]);
  });

  test('RETURNING returns decoded rows outside and inside a unit of work', async () => {
    const db = await freshDatabase(engine);
    const [statement, params] = message('a');
    expect(await db.sql.all(`${statement} RETURNING id, created_at`, params)).toEqual([{ id: 'a', createdAt: at }]);
    const counted = await db.sql.write((tx) =>
      tx.first("UPDATE organization SET prompt_seq = prompt_seq + 1 WHERE id = 'default' RETURNING prompt_seq"),
    );
    expect(counted).toEqual({ promptSeq: 1 });
  });

  test('reports constraint violations with kind and columns, without values', async () => {
    const db = await freshDatabase(engine);
    await db.sql.run(...message('secret-id'));
    const attempt = insertInto('delivery_attempt', {
      organizationId: 'default',
      deliveryId: 'none',
      number: 1,
      startedAt: at,
      durationMs: 1,
    });
    const refusal = async (action: Promise<unknown>) =>
      action.then(
        () => undefined,
        (error: unknown) => error,
      );
    const unique = await refusal(db.sql.run(...message('secret-id')));
    expect(unique).toBeInstanceOf(ConstraintViolation);
    expect(unique).toMatchObject({ kind: 'unique', fields: ['organization_id', 'id'] });
    expect(String(unique)).not.toContain('secret-id');
    expect(await refusal(db.sql.write((tx) => tx.run(...attempt)))).toMatchObject({ kind: 'foreignKey' });
    expect(await refusal(db.sql.run('UPDATE message SET text = NULL'))).toMatchObject({
      kind: 'notNull',
      fields: ['text'],
    });
  });

  test('the Prisma client reports constraint violations with its own codes', async () => {
    const prisma = await (await freshDatabase(engine)).prisma();
    const data = {
      organizationId: 'default',
      id: 'a',
      channelId: 'c',
      direction: 'in',
      text: 't',
      platform: 'p',
      createdAt: at,
    };
    await prisma.message.create({ data });
    await expect(prisma.message.create({ data })).rejects.toMatchObject({ code: 'P2002' });
    const orphan = { organizationId: 'default', deliveryId: 'none', number: 1, startedAt: at, durationMs: 1 };
    await expect(prisma.deliveryAttempt.create({ data: orphan })).rejects.toMatchObject({ code: 'P2003' });
    await expect(prisma.$executeRawUnsafe('UPDATE message SET text = NULL')).rejects.toThrow();
    expect(await prisma.message.count()).toBe(1);
  });

  test('fails a unit of work after a failed statement even if it caught the error, and stores nothing', async () => {
    const db = await freshDatabase(engine);
    await db.sql.run(...message('taken'));
    const unit = db.sql.write(async (tx) => {
      await tx.run(...message('new'));
      await tx.run(...message('taken')).catch(() => {});
      return 'fine';
    });
    await expect(unit).rejects.toMatchObject({ kind: 'unique' });
    expect(await ids(db.sql)).toEqual(['taken']);
  });

  test('rolls back a unit of work that throws, and rejects later use of its tx', async () => {
    const db = await freshDatabase(engine);
    let kept: Sql | undefined;
    const unit = db.sql.write(async (tx) => {
      kept = tx;
      await tx.run(...message('undone'));
      throw new Error('changed my mind');
    });
    await expect(unit).rejects.toThrow('changed my mind');
    await expect(kept!.run(...message('late'))).rejects.toThrow('has ended');
    expect(await ids(db.sql)).toEqual([]);
  });

  test('ignores question marks inside quotes', async () => {
    const db = await freshDatabase(engine);
    const row = await db.sql.first(`SELECT 'it''s ?' AS "why?", CAST(? AS TEXT) AS answer`, ['yes']);
    expect(row).toEqual({ 'why?': "it's ?", answer: 'yes' });
  });

  test('deletes the attempts of a deleted delivery', async () => {
    const db = await freshDatabase(engine);
    const own = {
      organizationId: 'default',
      id: 'd',
      eventType: 'e',
      channelId: 'c',
      url: 'u',
      destination: 'o',
      body: '{}',
    };
    await db.sql.run(
      ...insertInto('delivery', { ...own, signed: true, erase: false, state: 'pending', runAt: at, createdAt: at }),
    );
    const attempt = { organizationId: 'default', deliveryId: 'd', number: 1, startedAt: at, durationMs: 1 };
    await db.sql.run(...insertInto('delivery_attempt', attempt));
    expect(await db.sql.run('DELETE FROM delivery')).toBe(1);
    expect(await db.sql.all('SELECT number FROM delivery_attempt')).toEqual([]);
  });
});
