import { randomBytes } from 'node:crypto';
import type { Store } from '@gateway/core';
import { prismaQueries } from './engine/prisma.js';
import type { Database } from './open.js';
import type { Port } from './ports/port.js';
import type { SqlDatabase } from './sql/sql.js';
import { StorageUnavailable } from './storage-error.js';

/** As large as a busy commit. Random bytes, so that no engine compresses them. */
const LARGE_BYTES = 65_536;

/** Tells whether a database stores: `sql` and `prisma` are those of the database and count what they could not serve. */
export function writeProbe({
  sql: given,
  prisma: load,
}: Pick<Database, 'sql' | 'prisma'>): Pick<Port, 'sql' | 'prisma'> & Pick<Store, 'failures' | 'probe'> {
  let failures = 0;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof StorageUnavailable) failures += 1;
      throw error;
    }
  };
  const sql: SqlDatabase = {
    all: (...statement) => counted(given.all(...statement)),
    first: (...statement) => counted(given.first(...statement)),
    run: (...statement) => counted(given.run(...statement)),
    write: (work) => counted(given.write(work)),
    background: { all: (...statement) => counted(given.background.all(...statement)) },
  };
  return {
    sql,
    prisma: prismaQueries(load, () => (failures += 1)),
    failures: () => failures,
    async probe(size) {
      const filler = size === 'large' ? randomBytes(LARGE_BYTES).toString('base64') : '';
      await sql.run(
        `INSERT INTO gateway_state (name, value) VALUES ('write-probe', ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [`${new Date().toISOString()} ${filler}`],
      );
    },
  };
}
