import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Change } from '@gateway/core';
import pg from 'pg';
import type { SqlDatabase } from '../../sql/sql.js';

/** Announcements between instances on one PostgreSQL database. */
export interface PostgresChanges {
  /**
   * Notifies the other instances, if there are any: at once, or together with the changes of `NOTIFY_INTERVAL_MS` after the
   * last notification. Never fails.
   */
  send(changes: readonly Change[]): void;
  /** Whether no other instance was heard for 45 s. False while that is not known: in the first 2 s, and without a connection. */
  isAlone(): boolean;
  close(): Promise<void>;
}

const topic = 'gateway_changes';
/** PostgreSQL rejects payloads of 8000 bytes or more. */
const MAX_PAYLOAD_BYTES = 7500;
/** The shortest time between two notifications: under load one serves the changes of many requests. */
const NOTIFY_INTERVAL_MS = 25;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;
/** A query at this interval detects a connection that was lost silently, and other instances are told of this one. */
const HEARTBEAT_MS = 15_000;
/** An instance that was not heard for this long is gone. */
const GONE_MS = 3 * HEARTBEAT_MS;
/** How long a new instance waits to hear whether there are others. */
const ANSWER_MS = 2000;

/**
 * Listens on a separate connection and passes on what other instances announce; `everything` after a lost connection.
 * Each instance also tells that it exists, so one that hears no other does not notify.
 *
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
  let isListening = false;
  /** Until when there may be other instances, as `performance.now()`. */
  let othersUntil = 0;
  let started = () => {};
  const firstTry = new Promise<void>((resolve) => (started = resolve));

  const isAlone = () => isListening && performance.now() >= othersUntil;

  /** Readers poll as well, so a notification that is lost with a broken connection is only late. */
  async function notify(payload: Omit<Payload, 'from'>): Promise<void> {
    await sql.all('SELECT pg_notify(?, ?)', [topic, textOf({ from: self, ...payload })]).catch(() => {});
  }

  function hear({ changes, asks }: Payload): void {
    const hasMissed = isAlone();
    othersUntil = performance.now() + GONE_MS;
    if (asks || hasMissed) void notify({ changes: hasMissed ? [{ kind: 'everything' }] : [] });
    onChanges(changes);
  }

  async function sendAll(): Promise<void> {
    await nextTurn();
    while (unsent.length > 0) {
      const changes = distinct(unsent);
      unsent = [];
      await notify({ changes });
      await delay(NOTIFY_INTERVAL_MS, undefined, { signal: closing.signal }).catch(() => {});
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
      const heard = JSON.parse(payload ?? '') as Payload;
      if (heard.from !== self) hear(heard);
    });
    const over = AbortSignal.any([broken.signal, closing.signal]);
    try {
      await client.connect();
      await client.query(`LISTEN ${topic}`);
      retryMs = FIRST_RETRY_MS;
      isListening = true;
      othersUntil = performance.now() + (missed ? GONE_MS : ANSWER_MS);
      await notify({ changes: [], asks: true });
      started();
      if (missed) onChanges([{ kind: 'everything' }]);
      while (!over.aborted) {
        await delay(HEARTBEAT_MS, undefined, { signal: over }).catch(() => {});
        if (over.aborted) break;
        await client.query('SELECT 1');
        await notify({ changes: [] });
      }
    } finally {
      isListening = false;
      await client.end().catch(() => {});
    }
  }

  const listening = listenUntilClosed();
  await firstTry;
  return {
    isAlone,
    send(changes) {
      if (closing.signal.aborted || isAlone()) return;
      unsent.push(...changes.map(forOthers));
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
  /** Asks the others to tell that they exist. */
  readonly asks?: boolean;
}

function textOf(payload: Payload): string {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES) return text;
  return JSON.stringify({ ...payload, changes: [{ kind: 'everything' }] } satisfies Payload);
}

/** The instance that enqueued a delivery attempts it. The others only have new events in their streams. */
function forOthers(change: Change): Change {
  return change.kind === 'delivery' ? { kind: 'event' } : change;
}

function distinct(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}
