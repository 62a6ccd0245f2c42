import type { DeliveryFilter, Page } from '@gateway/core';
import { allOf, olderThan } from './conditions.js';
import type { SqlValue } from './sql.js';

const states = ['pending', 'delivered', 'dead'] as const;

/** A page of deliveries, newest first, as one statement that reads no more than the page from an index. */
export function deliveryList(
  organizationId: string,
  filter: DeliveryFilter,
  page: Page,
): [statement: string, params: SqlValue[]] {
  if (filter.eventId !== undefined || filter.promptNum !== undefined) return ofFew(organizationId, filter, page);
  // A channel's deliveries are indexed by state: the newest of all are among the newest of each.
  if (filter.channelId === undefined || filter.state !== undefined) return newest(organizationId, filter, page);
  const each = states.map((state) => newest(organizationId, { ...filter, state }, page));
  const all = each.map(([statement]) => `SELECT * FROM (${statement}) AS one`).join(' UNION ALL ');
  return [
    `SELECT * FROM (${all}) AS each_state ORDER BY seq DESC LIMIT ?`,
    [...each.flatMap(([, params]) => params), page.limit],
  ];
}

function newest(
  organizationId: string,
  { state, channelId }: DeliveryFilter,
  { limit, before }: Page,
): [string, SqlValue[]] {
  const [where, params] = allOf(
    ['organization_id = ?', organizationId],
    channelId !== undefined && ['channel_id = ?', channelId],
    state !== undefined && ['state = ?', state],
    olderThan('seq', before),
  );
  return [`SELECT * FROM delivery WHERE ${where} ORDER BY seq DESC LIMIT ?`, [...params, limit]];
}

/** An event has one delivery and a prompt a few. Materialized, lest they be looked for among all in the order of the list. */
function ofFew(organizationId: string, filter: DeliveryFilter, { limit, before }: Page): [string, SqlValue[]] {
  const [few, fewParams] = allOf(
    ['organization_id = ?', organizationId],
    filter.eventId !== undefined && ['id = ?', filter.eventId],
    filter.promptNum !== undefined && ['prompt_num = ?', filter.promptNum],
  );
  const [where, params] = allOf(
    ['organization_id = ?', organizationId],
    filter.channelId !== undefined && ['channel_id = ?', filter.channelId],
    filter.state !== undefined && ['state = ?', filter.state],
    olderThan('seq', before),
  );
  return [
    `WITH few AS MATERIALIZED (SELECT * FROM delivery WHERE ${few})
     SELECT * FROM few WHERE ${where} ORDER BY seq DESC LIMIT ?`,
    [...fewParams, ...params, limit],
  ];
}
