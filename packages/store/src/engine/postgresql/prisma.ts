import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/postgresql/client.js';
import type { PrismaClient as SharedClient } from '../../generated/sqlite/client.js';
import { clientOptions, observed, type OnPrismaQuery } from '../prisma.js';
import type { Target } from './pool.js';

/** The Prisma client on the pool, in the shape of the SQLite one: `seq` is a number although the column has 64 bits. */
export function createPrisma(pool: pg.Pool, { schema }: Target, onQuery?: OnPrismaQuery): SharedClient {
  const adapter = new PrismaPg(pool, schema ? { schema } : {});
  const client = observed(new PrismaClient({ adapter, ...clientOptions(onQuery) }), onQuery);
  const shaped = client.$extends({
    query: {
      $allModels: {
        async $allOperations({ args, query }) {
          const result: unknown = await query(args);
          return Array.isArray(result) ? result.map(withNumber) : withNumber(result);
        },
      },
    },
  });
  return shaped as unknown as SharedClient;
}

function withNumber(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || !('seq' in row)) return row;
  return { ...row, seq: Number(row.seq) };
}
