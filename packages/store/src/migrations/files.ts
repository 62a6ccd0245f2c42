import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  /** The name of the folder: a timestamp and what changes. */
  name: string;
  sql: string;
  /** Hex SHA-256 of the SQL, as Prisma computes it. */
  checksum: string;
}

/** The folder with one folder per engine. The relative path is the same from src and from dist. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url));

/** The migrations of an engine, oldest first. */
export async function readMigrations(engine: 'sqlite' | 'postgresql', folder = migrationsFolder): Promise<Migration[]> {
  const entries = await readdir(join(folder, engine), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const text = await readFile(join(folder, engine, name, 'migration.sql'), 'utf8');
      const sql = text.replaceAll('\r\n', '\n'); // a checkout on Windows must not count as an edit
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
