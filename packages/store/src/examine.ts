import type { DatabaseFindings } from '@gateway/core';
import type { Port } from './ports/port.js';

/** A quick check reads the whole file: a second or two at this size. The command gateway-server doctor checks larger ones as well. */
const MAX_CHECKED_BYTES = 1_073_741_824;

export async function examine({ engine, sql }: Pick<Port, 'engine' | 'sql'>): Promise<DatabaseFindings> {
  const [newest] = await sql.background.all<{ name: string }>(
    'SELECT max(migration_name) AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    [],
  );
  const migration = newest?.name ?? '';
  if (engine === 'postgresql') {
    const [row] = await sql.background.all<{ time: Date }>('SELECT now() AS time', []);
    return { engine, migration, serverTime: row?.time ?? null, damages: [] };
  }
  const [size] = await sql.background.all<{ bytes: number }>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    [],
  );
  const isLarge = (size?.bytes ?? 0) > MAX_CHECKED_BYTES;
  return { engine, migration, serverTime: null, damages: isLarge ? null : await quickCheck(sql) };
}

async function quickCheck(sql: Port['sql']): Promise<string[]> {
  const rows = await sql.background.all<{ quickCheck: string }>('PRAGMA quick_check(10)', []);
  return rows.map(({ quickCheck: line }) => line).filter((line) => line !== 'ok');
}
