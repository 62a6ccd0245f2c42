import type { DeliveryFilter, DeliveryPage, OrderedPage } from '@gateway/core';
import { allOf, directionOf, following, type Condition } from '../../sql/conditions.js';
import type { SqlValue } from '../../sql/sql.js';
import type { DeliveryRow } from '../../sql/rows.js';
import { channelOf, otherConditions } from './delivery-conditions.js';
import type { Port } from '../port.js';
import { timeBounds } from '../figures/seq-at.js';

/** More than a prompt, a message or an event can have. */
const MAX_FEW = 10_000;
/** Deliveries that one request compares with conditions that no index answers. */
const MAX_SCANNED = 10_000;
const states = ['pending', 'delivered', 'dead'] as const;

type Statement = [statement: string, params: SqlValue[]];

/** Conditions whose rows an index has in the order of `seq`. */
type Range = readonly (Condition | false)[];

/**
 * A page of deliveries. State, channel, receiver and time are ranges of indexes. The other conditions are compared with
 * at most `MAX_SCANNED` deliveries of these ranges, so a page may have fewer rows than `limit` and still have a next one.
 */
export async function deliveryPage(
  { engine, sql }: Pick<Port, 'engine' | 'sql'>,
  organizationId: string,
  filter: DeliveryFilter,
  page: OrderedPage,
): Promise<DeliveryPage> {
  const { limit } = page;
  if (matchesFew(filter)) return pageOf(await sql.all(...withinFew(engine, '*', organizationId, filter, page)), limit);
  const direction = directionOf(page);
  const residual = residualOf(engine, filter);
  const ranges = rangesOf(organizationId, filter);
  // Of several lower or upper bounds, SQLite searches the index by the first one, so the nearest is first.
  const bounds = [following('seq', page), ...(await timeBounds(sql, 'delivery', organizationId, filter))];
  if (residual.length === 0) return pageOf(await sql.all(...merged('*', ranges, bounds, limit, direction)), limit);

  const [scanned, params] = merged('seq', ranges, bounds, MAX_SCANNED, direction);
  const [farthest, within] = direction === 'DESC' ? ['min', '>='] : ['max', '<='];
  const [scan] = await sql.background.all<{ count: number; last: number | null }>(
    `SELECT count(*) AS count, ${farthest}(seq) AS last FROM (${scanned}) AS scanned`,
    params,
  );
  if (!scan || scan.last === null) return { rows: [], next: null };
  const conditions = [[`seq ${within} ?`, scan.last] as const, ...bounds, ...residual];
  const rows = await sql.background.all<DeliveryRow>(...merged('*', ranges, conditions, limit, direction));
  if (rows.length === limit) return pageOf(rows, limit);
  return { rows, next: scan.count === MAX_SCANNED ? scan.last : null };
}

function pageOf(rows: DeliveryRow[], limit: number): DeliveryPage {
  return { rows, next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) };
}

/** The number of dead deliveries that match. Without other conditions than state, channel and receiver an index answers it. */
export async function deadCount(
  { engine, sql }: Pick<Port, 'engine' | 'sql'>,
  organizationId: string,
  filter: Omit<DeliveryFilter, 'state'>,
): Promise<number> {
  const dead = { ...filter, state: 'dead' as const };
  if (matchesFew(filter)) {
    const [statement, params] = withinFew(engine, 'seq', organizationId, dead, { limit: MAX_FEW, before: null });
    const row = await sql.first<{ count: number }>(`SELECT count(*) AS count FROM (${statement}) AS dead`, params);
    return row?.count ?? 0;
  }
  const conditions = [...(await timeBounds(sql, 'delivery', organizationId, dead)), ...residualOf(engine, dead)];
  const counts = rangesOf(organizationId, dead).map((range) => allOf(...range, ...conditions));
  const sum = counts.map(([where]) => `(SELECT count(*) FROM delivery WHERE ${where})`).join(' + ');
  const params = counts.flatMap(([, values]) => values);
  const [row] = await sql.background.all<{ count: number }>(`SELECT ${sum} AS count`, params);
  return row?.count ?? 0;
}

/** The ranges that together have the deliveries of a state, a channel or a receiver. */
function rangesOf(
  organizationId: string,
  { state, channelId, channelIds, destination }: DeliveryFilter,
): readonly Range[] {
  const own: Condition = ['organization_id = ?', organizationId];
  // The indexes of channels and receivers contain the state, so the first of all are among the first of each state.
  const inStates = (place: Condition) =>
    (state === undefined ? states : [state]).map((one) => [own, place, ['state = ?', one] as const]);
  if (destination !== undefined) return inStates(['destination = ?', destination]);
  const channels = channelId === undefined ? channelIds : [channelId];
  if (channels) return channels.flatMap((one) => inStates(['channel_id = ?', one]));
  if (state !== undefined) return [[own, ['state = ?', state]]];
  // The order of the key: the unique index of the organization has another one.
  return [[['seq > 0 AND (organization_id = ?) IS TRUE', organizationId]]];
}

/** The conditions that the ranges do not contain. */
function residualOf(engine: Port['engine'], filter: DeliveryFilter): Condition[] {
  return [...(filter.destination === undefined ? [] : channelOf(filter)), ...otherConditions(engine, filter)];
}

/** The first rows of all ranges: the first of each, merged. With all in one condition, an engine would sort all their rows. */
function merged(
  columns: string,
  ranges: readonly Range[],
  more: Range,
  limit: number,
  direction: 'ASC' | 'DESC',
): Statement {
  const each = ranges.map((range): Statement => {
    const [where, params] = allOf(...range, ...more);
    return [`SELECT ${columns} FROM delivery WHERE ${where} ORDER BY seq ${direction} LIMIT ?`, [...params, limit]];
  });
  const [first] = each;
  if (first && each.length === 1) return first;
  const all = each.map(([statement]) => `SELECT * FROM (${statement}) AS one`).join(' UNION ALL ');
  return [
    `SELECT * FROM (${all}) AS each_range ORDER BY seq ${direction} LIMIT ?`,
    [...each.flatMap(([, params]) => params), limit],
  ];
}

/** Whether the filter names one event, message or prompt. */
function matchesFew({ eventId, messageId, promptNum }: DeliveryFilter): boolean {
  return (eventId ?? messageId ?? promptNum) !== undefined;
}

/** An event or a message has one delivery, and a prompt a few. Materialized, so that the planner does not search all deliveries in the order of the list. */
function withinFew(
  engine: Port['engine'],
  columns: string,
  organizationId: string,
  filter: DeliveryFilter,
  page: OrderedPage,
): Statement {
  const [few, fewParams] = allOf(
    ['organization_id = ?', organizationId],
    filter.eventId !== undefined && ['id = ?', filter.eventId],
    filter.promptNum !== undefined && ['prompt_num = ?', filter.promptNum],
    filter.messageId !== undefined && ['message_id = ?', filter.messageId],
  );
  const [where, params] = allOf(
    ['organization_id = ?', organizationId],
    filter.destination !== undefined && ['destination = ?', filter.destination],
    ...channelOf(filter),
    ...otherConditions(engine, filter),
    filter.state !== undefined && ['state = ?', filter.state],
    filter.since !== undefined && ['created_at >= ?', filter.since],
    filter.until !== undefined && ['created_at < ?', filter.until],
    following('seq', page),
  );
  return [
    `WITH few AS MATERIALIZED (SELECT * FROM delivery WHERE ${few})
     SELECT ${columns} FROM few WHERE ${where} ORDER BY seq ${directionOf(page)} LIMIT ?`,
    [...fewParams, ...params, page.limit],
  ];
}
