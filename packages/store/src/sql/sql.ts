/**
 * The direct door for hot statements: one text of SQL for SQLite and PostgreSQL, on the Prisma client's own connections.
 *
 *     const rows = await db.sql.all<Prompt>('SELECT * FROM prompt WHERE organization_id = ?', [org]); // Prisma's type
 *
 *     const won = await db.sql.write(async (tx) => {
 *       const changed = await tx.run(`UPDATE prompt SET state = 'answered' WHERE … AND state = 'pending'`, [ … ]);
 *       if (changed === 1) await tx.run('INSERT INTO delivery …', [ … ]);
 *       return changed === 1;
 *     });
 *
 * Statements use `?` for parameters (rewritten to $1… for PostgreSQL). Rows come back as the Prisma client would give
 * them: columns are camelCase (`answered_at AS x` keeps `x`), dates are Date, booleans boolean, Json columns parsed,
 * integers number. What is computed rather than read from a column (`max(created_at)`, `a = b`) is a plain number on
 * SQLite; turn it into a Date or boolean in the caller. Json parameters are passed as JSON text.
 *
 * `write` is the unit of work: all of it is stored or nothing, and nobody sees half of it. The rules are the same on
 * both engines:
 * - It resolves only after COMMIT returned. Throwing inside it rolls it back and rejects with what was thrown.
 * - Once a statement of it has failed the whole unit fails with that error, even if the error is caught inside. Write
 *   `ON CONFLICT DO NOTHING` rather than catching a constraint.
 * - `work` awaits nothing but `tx` and has no side effects: on SQLite others wait meanwhile (more than 5 s rolls it
 *   back; a nested `write` would wait for itself), on PostgreSQL it is run again after a deadlock.
 *
 * On SQLite `tx` answers synchronously, so its awaits take microtasks only. The units and single writes of one turn of
 * the event loop run back to back, each in a savepoint, and share one commit and one fsync: fifty concurrent callers
 * cost about as much as one. Reads outside `write` use a second connection, which sees every acknowledged write and
 * never waits for a writer. PostgreSQL: READ COMMITTED; row locks decide between concurrent units, so write
 * compare-and-set as `UPDATE … WHERE state = …` and look at the count.
 */

export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null;

/** Errors of every method: StorageUnavailable (retryable), ConstraintViolation, or the driver's own for broken SQL. */
export interface Sql {
  /** The rows a statement gives; also for `INSERT/UPDATE/DELETE … RETURNING`, which then counts as a write. */
  all<Row>(statement: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /** The first row, if there is one. */
  first<Row>(statement: string, params?: readonly SqlValue[]): Promise<Row | undefined>;
  /** Executes one statement and gives the number of rows it changed. */
  run(statement: string, params?: readonly SqlValue[]): Promise<number>;
}

export interface SqlDatabase extends Sql {
  /** A unit of work, see the head of this file. */
  write<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
}

const changing = /^\s*(?:insert|update|delete|replace)\b|^\s*with\b[^]*\b(?:insert|update|delete)\b/i;

/** Whether a statement changes data. */
export function isWrite(statement: string): boolean {
  return changing.test(statement);
}
