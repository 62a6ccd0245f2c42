import type { DeliveryFilter, StatusRange } from '@gateway/core';
import type { Database } from '../../open.js';
import type { Condition } from '../../sql/conditions.js';

/** The deliveries that the indexes of the queue have: none that was delivered. */
export function isPending(table = ''): string {
  return `${table}state = 'pending' AND ${table}delivered_at IS NULL`;
}

/** The conditions of a filter that no index answers. */
export function otherConditions(
  engine: Database['engine'],
  { statuses, eventType, path }: Pick<DeliveryFilter, 'statuses' | 'eventType' | 'path'>,
): Condition[] {
  return [
    ...(statuses === undefined ? [] : [statusIn(statuses)]),
    ...(eventType === undefined ? [] : [['event_type = ?', eventType] as const]),
    ...(path === undefined ? [] : [pathBegins(engine, path)]),
  ];
}

/** The channel of a filter as a condition. */
export function channelOf({ channelId, channelIds }: DeliveryFilter): Condition[] {
  if (channelId !== undefined) return [['channel_id = ?', channelId]];
  if (channelIds === undefined) return [];
  if (channelIds.length === 0) return [['1 = 0']];
  return [[`channel_id IN (${channelIds.map(() => '?').join(', ')})`, ...channelIds]];
}

/** The status of the last attempt. Null: the last attempt got no response. */
function statusIn(statuses: readonly (StatusRange | null)[]): Condition {
  const each = statuses.map((range): Condition =>
    range === null
      ? ['(last_status IS NULL AND last_error IS NOT NULL)']
      : ['last_status BETWEEN ? AND ?', range.from, range.to],
  );
  return [`(${each.map(([sql]) => sql).join(' OR ')})`, ...each.flatMap(([, ...params]) => params)];
}

/** Whether path and query of the URL begin with `path`: what follows the first slash after the host. User and password contain none. */
function pathBegins(engine: Database['engine'], path: string): Condition {
  const position = engine === 'postgresql' ? 'strpos' : 'instr';
  const afterScheme = `substr(url, ${position}(url, '://') + 3)`;
  return [`substr(${afterScheme}, ${position}(${afterScheme}, '/'), ?) = ?`, [...path].length, path];
}
