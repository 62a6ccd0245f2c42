import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageUnavailable } from '../../storage-error.js';
import type { Connection } from './connection.js';

/** A transaction that is alone on the connection until it ends. */
export interface ExclusiveTransaction {
  connection: Connection;
  commit(): void;
  rollback(): void;
}

/** All writes, one after the other. */
export interface Writer {
  /**
   * Runs `unit` inside a commit that it may share with others, and resolves after COMMIT returned. If it throws, only
   * its own changes are rolled back. `single`: it executes one statement, which is atomic without a savepoint.
   */
  share<T>(unit: (connection: Connection) => T | Promise<T>, options?: { single?: boolean }): Promise<T>;
  /** Resolves when the transaction is open. Every other write waits until it ends. */
  beginExclusive(): Promise<ExclusiveTransaction>;
  /**
   * Truncates the write-ahead log soon, because it contains deleted data: a moment after the last of many calls, and within 5 s of the
   * first one. Each truncation writes every page of the log to the file and waits for the disk twice.
   */
  scheduleWalTruncate(): void;
  /** The number of COMMITs so far. */
  readonly commits: number;
  /** Waits for queued writes, rejects later ones and closes the connection. */
  close(): Promise<void>;
}

interface Unit {
  run(connection: Connection): unknown;
  single: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A job that is alone on the connection while it runs. */
type Exclusive = () => Promise<void>;

/** Limits how long the first unit of a commit waits for the last one. */
const MAX_UNITS_PER_COMMIT = 256;

const TRUNCATE_DELAY_MS = 100;
const MAX_TRUNCATE_DELAY_MS = 5000;
/** The delay after a failure, when another program is reading the file. */
const TRUNCATE_RETRY_MS = 5000;

export function createWriter(connection: Connection): Writer {
  const queue: (Unit | Exclusive)[] = [];
  let draining: Promise<void> | undefined;
  let closed = false;
  let commits = 0;
  let truncateTimer: NodeJS.Timeout | undefined;
  /** The latest time of the scheduled truncation; null: none is scheduled. */
  let truncateBy: number | null = null;

  function enqueue(entry: Unit | Exclusive): void {
    if (closed) throw new StorageUnavailable('The database is closed.');
    queue.push(entry);
    draining ??= drain();
  }

  /** Starts in the next turn of the event loop, so that all writes of this turn share a commit. */
  async function drain(): Promise<void> {
    while (queue.length > 0) {
      await nextTurn();
      if (isUnit(queue[0])) await commitTogether();
      else await (queue.shift() as Exclusive)();
    }
    draining = undefined;
  }

  function scheduleTruncate(ms: number): void {
    if (closed) return;
    clearTimeout(truncateTimer);
    truncateBy ??= performance.now() + MAX_TRUNCATE_DELAY_MS;
    const delay = Math.max(0, Math.min(ms, truncateBy - performance.now()));
    truncateTimer = setTimeout(() => {
      truncateBy = null;
      enqueue(async () => {
        if (!truncateWal(connection)) scheduleTruncate(TRUNCATE_RETRY_MS);
      });
    }, delay).unref();
  }

  async function commitTogether(): Promise<void> {
    const units: Unit[] = [];
    while (isUnit(queue[0]) && units.length < MAX_UNITS_PER_COMMIT) units.push(queue.shift() as Unit);
    const stored: { unit: Unit; value: unknown }[] = [];
    try {
      connection.run('BEGIN IMMEDIATE', []);
      for (const unit of units) {
        try {
          stored.push({ unit, value: await runUnit(unit) });
        } catch (error) {
          unit.reject(error);
          // A full disk or an I/O error may roll back the whole transaction, other units included.
          if (!connection.inTransaction) throw error;
        }
      }
      connection.run('COMMIT', []);
      commits += 1;
    } catch (error) {
      undo();
      for (const unit of units) unit.reject(unavailable(error));
      return;
    }
    for (const { unit, value } of stored) unit.resolve(value);
  }

  async function runUnit(unit: Unit): Promise<unknown> {
    if (unit.single) return unit.run(connection);
    connection.run('SAVEPOINT unit', []);
    try {
      const value = await unit.run(connection);
      connection.run('RELEASE unit', []);
      return value;
    } catch (error) {
      if (connection.inTransaction) {
        connection.run('ROLLBACK TO unit', []);
        connection.run('RELEASE unit', []);
      }
      throw error;
    }
  }

  function undo(): void {
    try {
      if (connection.inTransaction) connection.run('ROLLBACK', []);
    } catch {
      // SQLite has rolled it back already. If it has not, the next BEGIN fails.
    }
  }

  return {
    share: <T>(run: (connection: Connection) => T | Promise<T>, { single = false } = {}) =>
      new Promise<T>((resolve, reject) => enqueue({ run, single, resolve, reject })),
    beginExclusive: () =>
      new Promise((resolve, reject) =>
        enqueue(
          () =>
            new Promise<void>((end) => {
              try {
                connection.run('BEGIN IMMEDIATE', []);
              } catch (error) {
                end();
                return reject(error);
              }
              resolve({
                connection,
                commit() {
                  try {
                    if (!connection.inTransaction) throw unavailable(new Error('the transaction was rolled back'));
                    connection.run('COMMIT', []);
                    commits += 1;
                  } finally {
                    undo();
                    end();
                  }
                },
                rollback() {
                  undo();
                  end();
                },
              });
            }),
        ),
      ),
    scheduleWalTruncate: () => scheduleTruncate(TRUNCATE_DELAY_MS),
    get commits() {
      return commits;
    },
    async close() {
      closed = true;
      clearTimeout(truncateTimer);
      await draining;
      truncateWal(connection);
      connection.close();
    },
  };
}

function isUnit(entry: Unit | Exclusive | undefined): entry is Unit {
  return typeof entry === 'object';
}

/**
 * Truncates the write-ahead log, which contains what was deleted since the last checkpoint. SQLite truncates it at the
 * last close, but not while prepared statements exist, and the garbage collector frees those late. False: not truncated,
 * because the disk is full or another program reads the file. No data is lost, and no write waits for that program.
 */
function truncateWal(connection: Connection): boolean {
  try {
    connection.script('PRAGMA busy_timeout = 0');
    const [[busy] = []] = connection.query('PRAGMA wal_checkpoint(TRUNCATE)', []).rows;
    return busy === 0;
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    return false;
  } finally {
    connection.script('PRAGMA busy_timeout = 1000');
  }
}

function unavailable(cause: unknown): StorageUnavailable {
  if (cause instanceof StorageUnavailable) return cause;
  return new StorageUnavailable('The database could not store this; nothing was changed.', { cause });
}
