import { setTimeout as delay } from 'node:timers/promises';
import type { StreamTail } from '@gateway/core';
import type { Port } from '../port.js';
import type { StreamEventRow } from '../../sql/rows.js';

type Source = Pick<Port, 'engine' | 'sql'>;

const GAP_POLL_MS = 20;
/** Longer than PostgreSQL lets a unit of work idle (engine/postgresql/pool.ts): a number missing for this long was rolled back. */
const MAX_GAP_WAIT_MS = 15_000;

/**
 * Follows the stream's table. SQLite has one writer, so numbers become visible in order. On PostgreSQL two units of work
 * can take the numbers 7 and 8, and 8 may be committed first: continuing after 8 would lose 7. So rows after a missing
 * number wait until that row is visible, or until no transaction can write it any more.
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
/** The oldest transaction in progress, in the snapshot that reads the rows. */
const oldest = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest';

/** Rows up to `upTo` are complete once every transaction before `mark` has ended. */
interface Awaited {
  readonly upTo: number;
  readonly mark: number;
  readonly until: number;
}

/**
 * A unit takes its number after it has changed a row. So a unit with a smaller number than a visible one has a transaction
 * id already, and an id assigned later (`mark`) is larger. When all transactions before `mark` have ended, a number that is
 * still missing was rolled back. This costs a few queries, and only while a number is missing. A transaction that another
 * client of the server leaves open delays readers by at most MAX_GAP_WAIT_MS.
 */
async function gapAwareTail({ sql }: Source, signal: AbortSignal): Promise<StreamTail> {
  const all = following.replace('*', `*, ${oldest}`);

  async function awaitAll(upTo: number): Promise<Awaited> {
    const given = await sql.first<{ mark: number }>('SELECT pg_current_xact_id()::text::bigint AS mark');
    return { upTo, mark: given?.mark ?? 0, until: performance.now() + MAX_GAP_WAIT_MS };
  }
  const hasEnded = (awaited: Awaited, oldestInProgress: number) =>
    oldestInProgress > awaited.mark || performance.now() >= awaited.until;
  const pollAgain = () => delay(GAP_POLL_MS, undefined, { signal }).catch(() => {});

  const begin = (await sql.first<Pick<StreamEventRow, 'seq'>>(newest))?.seq ?? 0;
  const begun = await awaitAll(begin);
  while (!signal.aborted) {
    const look = await sql.first<{ oldest: number }>(`SELECT ${oldest}`);
    if (hasEnded(begun, look?.oldest ?? 0)) break;
    await pollAgain();
  }

  let position = begin;
  let awaited: Awaited | null = null;

  /** The number of leading rows before which no other row can appear. */
  function settled(rows: readonly (StreamEventRow & { oldest: number })[]): number {
    let completeTo = position;
    if (awaited && rows[0] && hasEnded(awaited, rows[0].oldest)) {
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
        await pollAgain();
      }
      return [];
    },
  };
}

function withoutSnapshot({ organizationId, seq, type, resourceId, at }: StreamEventRow): StreamEventRow {
  return { organizationId, seq, type, resourceId, at };
}
