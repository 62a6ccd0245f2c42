import type { Change } from '@gateway/core';
import type { PrismaQueries } from '../engine/prisma.js';
import type { Database } from '../open.js';
import type { InTurn } from '../sql/turns.js';

/**
 * What a port gets. A port uses `sql` for what agents, chat platforms and background passes ask, and `prisma`
 * for what only administration asks.
 */
export interface Port extends Pick<Database, 'engine' | 'sql' | 'scheduleWalTruncate'> {
  readonly prisma: PrismaQueries;
  /**
   * Runs the units of one key one after the other. On PostgreSQL, units that lock the same row would each hold a connection while they wait
   * for each other, so they wait before they take one. SQLite has one writer.
   */
  readonly inTurn: InTurn;
  /** Announces changes to this instance at once and to the others soon. Call it after the commit. */
  announce(...changes: readonly Change[]): void;
}

/** Lets instances that take rows at the same time skip each other's; SQLite has one writer. */
export function skipLocked({ engine }: Pick<Port, 'engine'>): string {
  return engine === 'postgresql' ? 'FOR UPDATE SKIP LOCKED' : '';
}
