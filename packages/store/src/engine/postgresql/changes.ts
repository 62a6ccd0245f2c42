import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Change } from '@gateway/core';
import pg from 'pg';
import type { SqlDatabase } from '../../sql/sql.js';

/** Announcements between instances on one PostgreSQL database. */
export interface PostgresChanges {
  /** Notifies the other instances, together with all other changes of this turn of the event loop. Never fails. */
  send(changes: readonly Change[]): void;
  close(): Promise<void>;
}

const topic = 'gateway_changes';
/** PostgreSQL rejects payloads of 8000 bytes or more. */
const MAX_PAYLOAD_BYTES = 7500;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;
/** A query at this interval detects a connection that was lost silently. */
const HEARTBEAT_MS = 15_000;

/**
 * Listens on a separate connection and passes on what other instances announce; `everything` after a lost connection.
 * NOTIFY is a separate statement after the commit: inside a transaction it would serialize all commits of the database.
 */
export async function postgresChanges(
  { pool, sql }: { pool: pg.Pool; sql: SqlDatabase },
  onChanges: (changes: readonly Change[]) => void,
): Promise<PostgresChanges> {
  const self = randomUUID();
  const closing = new AbortController();
  let unsent: Change[] = [];
  let sending: Promise<void> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let started = () => {};
  const firstTry = new Promise<void>((resolve) => (started = resolve));

  async function sendAll(): Promise<void> {
    await nextTurn();
    while (unsent.length > 0) {
      const changes = distinct(unsent);
      unsent = [];
      // Readers poll as well, so a notification that is lost with a broken connection is only late.
      await sql.all('SELECT pg_notify(?, ?)', [topic, payloadOf(self, changes)]).catch(() => {});
    }
    sending = undefined;
  }

  async function listenUntilClosed(): Promise<void> {
    for (let missed = false; !closing.signal.aborted; missed = true) {
      await listenOnce(missed).catch(() => {});
      started();
      await delay(retryMs, undefined, { signal: closing.signal }).catch(() => {});
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    }
  }

  /** Resolves or rejects when the connection is lost. */
  async function listenOnce(missed: boolean): Promise<void> {
    // This must be the pool's own options object: a copy loses the password, which the driver makes non-enumerable.
    const client = new pg.Client(pool.options);
    const broken = new AbortController();
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    client.on('notification', ({ payload }) => {
      const { from, changes } = JSON.parse(payload ?? '') as Payload;
      if (from !== self) onChanges(changes);
    });
    const over = AbortSignal.any([broken.signal, closing.signal]);
    try {
      await client.connect();
      await client.query(`LISTEN ${topic}`);
      retryMs = FIRST_RETRY_MS;
      started();
      if (missed) onChanges([{ kind: 'everything' }]);
      while (!over.aborted) {
        await delay(HEARTBEAT_MS, undefined, { signal: over }).catch(() => {});
        if (!over.aborted) await client.query('SELECT 1');
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  const listening = listenUntilClosed();
  await firstTry;
  return {
    send(changes) {
      if (closing.signal.aborted) return;
      unsent.push(...changes);
      sending ??= sendAll();
    },
    async close() {
      closing.abort();
      await sending;
      await listening;
    },
  };
}

interface Payload {
  readonly from: string;
  readonly changes: readonly Change[];
}

function payloadOf(from: string, changes: readonly Change[]): string {
  const payload = JSON.stringify({ from, changes } satisfies Payload);
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return payload;
  return JSON.stringify({ from, changes: [{ kind: 'everything' }] } satisfies Payload);
}

function distinct(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}
