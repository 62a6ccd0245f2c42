import { PrismaClient } from '../../generated/sqlite/client.js';
import { clientOptions, observed, type OnPrismaQuery } from '../prisma.js';
import type { Connection } from './connection.js';
import { prismaSqlite } from './prisma-adapter.js';
import type { Writer } from './writer.js';

/** All other writes wait for a transaction. */
const TRANSACTION_TIMEOUT_MS = 5000;

/** The Prisma client on the reader and the writer. */
export function createPrisma(reader: Connection, writer: Writer, onQuery?: OnPrismaQuery): PrismaClient {
  return observed(
    new PrismaClient({ adapter: prismaSqlite(reader, writer), ...clientOptions(TRANSACTION_TIMEOUT_MS, onQuery) }),
    onQuery,
  );
}
