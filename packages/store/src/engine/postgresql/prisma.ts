import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/postgresql/client.js';
import type { PrismaClient as SharedClient } from '../../generated/sqlite/client.js';
import { clientOptions, observed, type OnPrismaQuery } from '../prisma.js';
import type { Target } from './pool.js';

/** Longer than the server's limits (pool.ts), so that a transaction which waits for a row lock is not ended early. */
const TRANSACTION_TIMEOUT_MS = 30_000;

/** The Prisma client on the pool, in the shape of the SQLite one: `seq` is a number although the column has 64 bits. */
export function createPrisma(pool: pg.Pool, { schema }: Target, onQuery?: OnPrismaQuery): SharedClient {
  const adapter = new PrismaPg(pool, schema ? { schema } : {});
  const client = observed(new PrismaClient({ adapter, ...clientOptions(TRANSACTION_TIMEOUT_MS, onQuery) }), onQuery);
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
