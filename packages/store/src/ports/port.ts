import type { Change } from '@gateway/core';
import type { Database } from '../open.js';

/**
 * What every port works with. The ports speak SQL throughout, also where it is not hot: one way to read and write, one
 * text for both engines, and the Prisma client (0.3 s and 60 MB to load) stays unloaded. Prisma gives the schema, the
 * migrations and its check that they agree.
 */
export interface Port extends Pick<Database, 'engine' | 'sql' | 'forget'> {
  /** Tells this instance at once and the others soon. Call it after the commit. */
  announce(...changes: readonly Change[]): void;
}

/** Keeps concurrent takers out of each other's way; SQLite has one writer, so nobody to skip. */
export function skipLocked({ engine }: Pick<Port, 'engine'>): string {
  return engine === 'postgresql' ? 'FOR UPDATE SKIP LOCKED' : '';
}
