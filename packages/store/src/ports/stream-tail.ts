import { setTimeout as delay } from 'node:timers/promises';
import type { StreamTail } from '@gateway/core';
import type { Port } from './port.js';
import type { StreamEventRow } from '../sql/rows.js';

type Source = Pick<Port, 'engine' | 'sql'>;

const GAP_POLL_MS = 20;
/** Longer than PostgreSQL lets a unit of work idle (postgresql/pool.ts): what is missing by then was rolled back. */
const MAX_GAP_WAIT_MS = 15_000;

/**
 * Follows the stream's table. SQLite has one writer, so numbers become visible in order. On PostgreSQL two units of work
 * take the numbers 7 and 8, and 8 may be committed first: to go on from 8 would lose 7 for ever. So what lies behind a
 * missing number waits until that has come, or until nobody is left who could write it.
 */
export function openTail(source: Source, signal: AbortSignal): Promise<StreamTail> {
  return source.engine === 'sqlite' ? sqliteTail(source) : gapAwareTail(source, signal);
}

async function sqliteTail({ sql }: Source): Promise<StreamTail> {
  const begin = (await sql.first<Pick<StreamEventRow, 'seq'>>(newest))?.seq ?? 0;
  let position = begin;
  return {
    begin,
    async next(limit) {
      const rows = await sql.all<StreamEventRow>(following, [position, limit]);
      position = rows.at(-1)?.seq ?? position;
      return rows;
    },
  };
}

const newest = 'SELECT seq FROM stream_event ORDER BY seq DESC LIMIT 1';
const following = 'SELECT * FROM stream_event WHERE seq > ? ORDER BY seq LIMIT ?';
/** The oldest transaction that is still under way, as of the snapshot that the rows are read in. */
const oldest = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest';

/** Rows up to `upTo` are complete once every transaction before `mark` is over. */
interface Awaited {
  readonly upTo: number;
  readonly mark: number;
  readonly until: number;
}

/**
 * A unit takes its number after it has changed a row, so whoever holds a number below one that was seen has a transaction
 * id already, and one that is given out after that sight (`mark`) is larger. When all before it are over, what is still
 * missing was rolled back. This costs nothing while nothing is missing, and a few looks otherwise. A transaction that
 * somebody else leaves open for long, in whatever database of the server, holds a gap open for at most 15 s.
 */
async function gapAwareTail({ sql }: Source, signal: AbortSignal): Promise<StreamTail> {
  const all = following.replace('*', `*, ${oldest}`);

  async function awaitAll(upTo: number): Promise<Awaited> {
    const given = await sql.first<{ mark: number }>('SELECT pg_current_xact_id()::text::bigint AS mark');
    return { upTo, mark: given?.mark ?? 0, until: performance.now() + MAX_GAP_WAIT_MS };
  }
  const isOver = (awaited: Awaited, oldestUnderWay: number) =>
    oldestUnderWay > awaited.mark || performance.now() >= awaited.until;
  const lookAgain = () => delay(GAP_POLL_MS, undefined, { signal }).catch(() => {});

  const begin = (await sql.first<Pick<StreamEventRow, 'seq'>>(newest))?.seq ?? 0;
  const begun = await awaitAll(begin);
  while (!signal.aborted) {
    const look = await sql.first<{ oldest: number }>(`SELECT ${oldest}`);
    if (isOver(begun, look?.oldest ?? 0)) break;
    await lookAgain();
  }

  let position = begin;
  let awaited: Awaited | null = null;

  /** How many of these rows nothing can come before any more. */
  function settled(rows: readonly (StreamEventRow & { oldest: number })[]): number {
    let completeTo = position;
    if (awaited && rows[0] && isOver(awaited, rows[0].oldest)) {
      completeTo = awaited.upTo;
      awaited = null;
    }
    let last = position;
    const gap = rows.findIndex(({ seq }) => {
      const isNext = seq <= completeTo || seq === last + 1;
      last = seq;
      return !isNext;
    });
    return gap === -1 ? rows.length : gap;
  }

  return {
    begin,
    async next(limit) {
      while (!signal.aborted) {
        const rows = await sql.all<StreamEventRow & { oldest: number }>(all, [position, limit]);
        const count = settled(rows);
        if (count > 0 || rows.length === 0) {
          position = rows[count - 1]?.seq ?? position;
          return rows.slice(0, count).map(withoutSnapshot);
        }
        awaited ??= await awaitAll(rows.at(-1)?.seq ?? position);
        await lookAgain();
      }
      return [];
    },
  };
}

function withoutSnapshot({ organizationId, seq, type, resourceId, at }: StreamEventRow): StreamEventRow {
  return { organizationId, seq, type, resourceId, at };
}
