/**
 * Raw SQL for hot statements: one text for SQLite and PostgreSQL, on the connections that the Prisma client uses.
 *
 *     const rows = await db.sql.all<Prompt>('SELECT * FROM prompt WHERE organization_id = ?', [org]); // rows.ts
 *
 *     const won = await db.sql.write(async (tx) => {
 *       const changed = await tx.run(`UPDATE prompt SET state = 'answered' WHERE … AND state = 'pending'`, [ … ]);
 *       if (changed === 1) await tx.run('INSERT INTO delivery …', [ … ]);
 *       return changed === 1;
 *     });
 *
 * Statements use `?` for parameters (rewritten to $1… for PostgreSQL). Rows have the shape of the Prisma client's:
 * columns are camelCase (`answered_at AS x` keeps `x`), dates are Date, booleans boolean, Json columns parsed, integers
 * number. A computed value (`max(created_at)`, `a = b`) is a plain number on SQLite; the caller converts it to a Date or
 * boolean. Json parameters are passed as JSON text.
 *
 * A unit whose statements need no decision of the program between them is a list of steps (steps.ts): PostgreSQL runs it
 * in one round trip.
 *
 * `write` is the unit of work: everything in it is stored or nothing, and no reader sees a part of it. The rules are the
 * same on both engines:
 * - It resolves only after COMMIT returned. An error inside it rolls it back and rejects the promise.
 * - Once a statement has failed, the whole unit fails with that error, even if the error is caught inside. Write
 *   `ON CONFLICT DO NOTHING` instead of catching a constraint violation.
 * - `work` awaits only `tx` and has no side effects: on SQLite all other writes wait for it (after 5 s it is rolled back;
 *   a nested `write` would wait for itself), on PostgreSQL it runs again after a deadlock.
 *
 * On SQLite `tx` works synchronously, so its awaits take microtasks only. The units and single writes of one turn of the
 * event loop run back to back, each in a savepoint, and share one commit and one fsync: fifty concurrent callers cost
 * about as much as one. Reads outside `write` use a second connection, which sees every acknowledged write and never
 * waits for the writer. PostgreSQL: READ COMMITTED; row locks decide between concurrent units, so write
 * a compare-and-set as `UPDATE … WHERE state = …` and check the count.
 */

export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null;

/** Errors of every method: StorageUnavailable (retryable), ConstraintViolation, or the driver's own for invalid SQL. */
export interface Sql {
  /** Returns the rows of a statement, which may be `INSERT/UPDATE/DELETE … RETURNING`. */
  all<Row>(statement: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /** Returns the first row, if there is one. */
  first<Row>(statement: string, params?: readonly SqlValue[]): Promise<Row | undefined>;
  /** Executes one statement and returns the number of changed rows. */
  run(statement: string, params?: readonly SqlValue[]): Promise<number>;
}

export interface SqlDatabase extends Sql {
  /** Runs a unit of work; see the top of this file. */
  write<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * For reads of many rows. They do not delay other requests: on SQLite they run on a thread of their own, on PostgreSQL they use
   * a part of the connections. Few run at the same time, the others wait. Rejects with StorageUnavailable when too many wait.
   */
  readonly background: {
    /** Like `all`. If `signal` aborts while the statement waits, its rows are not needed: it is not executed and returns none. */
    all<Row>(statement: string, params?: readonly SqlValue[], signal?: AbortSignal): Promise<Row[]>;
  };
}

const changing = /^\s*(?:insert|update|delete|replace)\b|^\s*with\b[^]*\b(?:insert|update|delete)\b/i;

/** Whether a statement changes data. */
export function isWrite(statement: string): boolean {
  return changing.test(statement);
}
