import { PrismaClient } from '../../generated/sqlite/client.js';
import { clientOptions, observed, type OnPrismaQuery } from '../prisma.js';
import type { Connection } from './connection.js';
import { prismaSqlite } from './prisma-adapter.js';
import type { Writer } from './writer.js';

/** The Prisma client on the reader and the writer. */
export function createPrisma(reader: Connection, writer: Writer, onQuery?: OnPrismaQuery): PrismaClient {
  return observed(new PrismaClient({ adapter: prismaSqlite(reader, writer), ...clientOptions(onQuery) }), onQuery);
}
