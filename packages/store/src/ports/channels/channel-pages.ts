import type { SqlValue } from '../../sql/sql.js';

type Statement = [sql: string, params: SqlValue[]];

/**
 * A page of the rows of several channels, or of several accounts: the page of each, merged. Each is read from the index
 * of its channel; with the channels in one condition, an engine would sort all their rows or read those of all channels.
 */
export function mergedPages<Part>(
  parts: readonly Part[],
  pageOf: (part: Part) => Statement,
  position: 'seq' | 'num',
  limit: number,
  direction: 'ASC' | 'DESC' = 'DESC',
): Statement {
  const pages = parts.map(pageOf);
  const all = pages.map(([sql]) => `SELECT * FROM (${sql}) AS one_part`).join(' UNION ALL ');
  return [
    `SELECT * FROM (${all}) AS each_part ORDER BY ${position} ${direction} LIMIT ?`,
    [...pages.flatMap(([, params]) => params), limit],
  ];
}
