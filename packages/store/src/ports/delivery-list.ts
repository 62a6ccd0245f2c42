import type { DeliveryFilter, Page } from '@gateway/core';
import { mergedPages } from './channel-pages.js';
import { allOf, olderThan, type Condition } from '../sql/conditions.js';
import type { SqlValue } from '../sql/sql.js';

/** More than a prompt, a message or an event can have. */
const MAX_FEW = 10_000;
const states = ['pending', 'delivered', 'dead'] as const;

/** A page of deliveries, newest first, as one statement that reads no more than the page from an index. */
export function deliveryList(
  organizationId: string,
  filter: DeliveryFilter,
  page: Page,
): [statement: string, params: SqlValue[]] {
  if (matchesFew(filter)) return withinFew(organizationId, filter, page);
  const { channelIds, ...rest } = filter;
  if (channelIds) {
    const inChannel = (channelId: string) => deliveryList(organizationId, { ...rest, channelId }, page);
    return mergedPages(channelIds, inChannel, 'seq', page.limit);
  }
  // A channel's deliveries are indexed by state, so the newest of all are among the newest of each state.
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

/** The number of dead deliveries that match, as one statement that an index answers. */
export function deadCount(
  organizationId: string,
  filter: Omit<DeliveryFilter, 'state'>,
): [statement: string, params: SqlValue[]] {
  if (matchesFew(filter)) {
    const [statement, params] = withinFew(
      organizationId,
      { ...filter, state: 'dead' },
      { limit: MAX_FEW, before: null },
    );
    return [`SELECT count(*) AS count FROM (${statement}) AS dead`, params];
  }
  const [where, params] = allOf(
    ['organization_id = ?', organizationId],
    filter.channelId !== undefined && ['channel_id = ?', filter.channelId],
    oneOf(filter.channelIds),
    ['state = ?', 'dead'],
  );
  return [`SELECT count(*) AS count FROM delivery WHERE ${where}`, params];
}

function oneOf(channelIds: readonly string[] | undefined): Condition | undefined {
  return channelIds && [`channel_id IN (${channelIds.map(() => '?').join(', ')})`, ...channelIds];
}

/** Whether the filter names one event, message or prompt. */
function matchesFew({ eventId, messageId, promptNum }: DeliveryFilter): boolean {
  return (eventId ?? messageId ?? promptNum) !== undefined;
}

/** An event or a message has one delivery, and a prompt a few. Materialized, so that the planner does not search all deliveries in the order of the list. */
function withinFew(organizationId: string, filter: DeliveryFilter, { limit, before }: Page): [string, SqlValue[]] {
  const [few, fewParams] = allOf(
    ['organization_id = ?', organizationId],
    filter.eventId !== undefined && ['id = ?', filter.eventId],
    filter.promptNum !== undefined && ['prompt_num = ?', filter.promptNum],
    filter.messageId !== undefined && ['message_id = ?', filter.messageId],
  );
  const [where, params] = allOf(
    ['organization_id = ?', organizationId],
    filter.channelId !== undefined && ['channel_id = ?', filter.channelId],
    oneOf(filter.channelIds),
    filter.state !== undefined && ['state = ?', filter.state],
    olderThan('seq', before),
  );
  return [
    `WITH few AS MATERIALIZED (SELECT * FROM delivery WHERE ${few})
     SELECT * FROM few WHERE ${where} ORDER BY seq DESC LIMIT ?`,
    [...fewParams, ...params, limit],
  ];
}
