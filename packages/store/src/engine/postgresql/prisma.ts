import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/postgresql/client.js';
import type { PrismaClient as SharedClient } from '../../generated/sqlite/client.js';
import type { Target } from './pool.js';

const seq = { needs: { seq: true }, compute: (row: { seq: bigint }) => Number(row.seq) } as const;

/** The Prisma client on the pool, in the shape of the SQLite one: `seq` is a number although the column has 64 bits. */
export function createPrisma(pool: pg.Pool, { schema }: Target): SharedClient {
  const client = new PrismaClient({ adapter: new PrismaPg(pool, schema ? { schema } : {}) });
  const shaped = client.$extends({
    result: { channel: { seq }, message: { seq }, delivery: { seq }, apiKey: { seq } },
  });
  return shaped as unknown as SharedClient;
}
