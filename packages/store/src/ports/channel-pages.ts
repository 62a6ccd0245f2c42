import type { SqlValue } from '../sql/sql.js';

type Statement = [sql: string, params: SqlValue[]];

/**
 * A newest-first page of the rows of several channels: the page of each, merged. Each is read from the index of its channel; with the
 * channels in one condition, an engine would sort all their rows or read those of all channels.
 */
export function mergedPages(
  channelIds: readonly string[],
  pageOf: (channelId: string) => Statement,
  position: 'seq' | 'num',
  limit: number,
): Statement {
  const pages = channelIds.map(pageOf);
  const all = pages.map(([sql]) => `SELECT * FROM (${sql}) AS one_channel`).join(' UNION ALL ');
  return [
    `SELECT * FROM (${all}) AS each_channel ORDER BY ${position} DESC LIMIT ?`,
    [...pages.flatMap(([, params]) => params), limit],
  ];
}
