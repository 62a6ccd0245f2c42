import type { PromptCounts, PromptFilter, PromptPage } from '@gateway/core';
import { mergedPages } from '../channels/channel-pages.js';
import { allOf, among, directionOf, following, ifAmong, type Condition } from '../../sql/conditions.js';
import { anyOf, answeredBy, askedBy, isPosted, pendingByEnd, withoutIndex } from './prompt-conditions.js';
import { listByEnd } from './prompt-list-by-end.js';
import type { Port } from '../port.js';
import type { SqlValue } from '../../sql/sql.js';
import type { PromptRow } from '../../sql/rows.js';
import { timeBounds } from '../figures/seq-at.js';
import { searchTexts } from '../figures/text-search.js';

/** The largest value of a 32-bit column. PostgreSQL rejects a larger number, and a client may send one. */
export const largestNum = 2 ** 31 - 1;

/** A prompt whose policy decides at the end stays pending until that has happened. */
export const overdue = 'expires_at <= ? AND timeout_answer IS NULL';

/** A page of prompts in the state that a reader sees at `filter.now`. Prompts in internal states are never listed. */
export async function listPrompts(
  port: Pick<Port, 'engine' | 'sql'>,
  organizationId: string,
  filter: PromptFilter,
  page: PromptPage,
): Promise<PromptRow[]> {
  if (page.endingAfter !== undefined) return listByEnd(port, organizationId, filter, page.limit, page.endingAfter);
  const { engine, sql } = port;
  const answerers = filter.answeredBy?.map(answeredBy);
  if (answerers?.length === 0) return [];
  const direction = directionOf(page);
  // By number or correlation id, prompts are few; a search reads the newest of all its channels.
  const isFew = (filter.nums ?? filter.correlationIds) !== undefined;
  const isMerged = !isFew && filter.q === undefined && answerers === undefined;
  // Pending prompts are few, too. All others are found by the key or the person, and not by their state.
  const byState = filter.state === 'pending';
  const asked = askedBy(filter);
  const isByPart = !byState && (asked !== false || answerers !== undefined);
  // Of the index of keys, PostgreSQL knows the order of the numbers only where it compares with a value.
  const byId = filter.correlationIds && correlated(engine, filter.correlationIds);
  // Without statistics SQLite would rather walk all prompts in the order of their numbers than sort the few of an id.
  const byNum = byId ? `num + 0 ${direction}` : `num ${direction}`;
  const order = filter.apiKeyId === null && isByPart && !answerers ? `api_key_id ${direction}, ${byNum}` : byNum;
  const stateOf = (state: Condition) => (isByPart || byId ? withoutIndex(state) : state);
  const inChannels = ifAmong(engine, 'channel_id', isMerged ? undefined : filter.channelIds);
  const conditions = [
    ['organization_id = ?', organizationId],
    [isPosted],
    filter.channelId !== undefined && ['channel_id = ?', filter.channelId],
    asked && byState ? withoutIndex(asked) : asked,
    byId,
    filter.nums && [among(engine, 'num', 'integer'), JSON.stringify(filter.nums)],
    byId && inChannels ? withoutIndex(inChannels) : inChannels,
    following('num', bounded(page)),
    ...(await timeBounds(port.sql, 'prompt', organizationId, filter)),
  ] satisfies (Condition | false | undefined)[];
  const firstOf = (limit: number, ...more: Condition[]) => {
    const within = (state: Condition) => allOf(stateOf(state), ...conditions, ...more);
    return filter.state === 'expired'
      ? expiredPrompts(within, filter.now, limit, order, direction)
      : ordered(within(visible(filter)), limit, order);
  };
  const firstPrompts = (limit: number, ...more: Condition[]) => {
    if (!answerers) return firstOf(limit, ...more);
    if (isFew) return firstOf(limit, anyOf(answerers), ...more);
    return mergedPages(answerers, (answerer) => firstOf(limit, answerer, ...more), 'num', limit, direction);
  };
  if (filter.channelIds && isMerged) {
    const inChannel = (id: string) => firstPrompts(page.limit, ['channel_id = ?', id]);
    return sql.all<PromptRow>(...mergedPages(filter.channelIds, inChannel, 'num', page.limit, direction));
  }
  if (filter.q === undefined) return sql.all<PromptRow>(...firstPrompts(page.limit));
  const list = {
    table: 'prompt',
    position: 'num',
    organizationId,
    newest: firstPrompts,
    conditions: [visible(filter), ...conditions, answerers && anyOf(answerers)],
  } as const;
  return searchTexts<PromptRow>(port, list, filter.q, page.limit, { signal: filter.signal });
}

/** Overdue prompts that are not marked yet count as pending no longer, and as expired when they are marked, seconds later. */
export async function countByState(
  { sql }: Port,
  organizationId: string,
  now: Date,
  most: number,
): Promise<PromptCounts> {
  const counted = (state: keyof PromptCounts, more = '') =>
    `(SELECT count(*) FROM (SELECT num FROM prompt WHERE organization_id = ? AND state = '${state}'${more} ORDER BY num DESC LIMIT ?) AS ${state}_prompts) AS ${state}`;
  const counts = await sql.first<PromptCounts>(
    `SELECT ${counted('pending', ` AND ${unexpired}`)}, ${counted('answered')}, ${counted('expired')}`,
    [organizationId, now, most, organizationId, most, organizationId, most],
  );
  return counts ?? { pending: 0, answered: 0, expired: 0 };
}

/** Found by number. A condition on the state that an index answers would read all closed prompts. */
export async function closedAmong(
  { engine, sql }: Port,
  organizationId: string,
  nums: readonly number[],
  now: Date,
): Promise<PromptRow[]> {
  return sql.all<PromptRow>(
    `SELECT * FROM prompt WHERE organization_id = ? AND ${among(engine, 'num', 'integer')}
       AND CASE WHEN state = 'pending' THEN ${overdue} ELSE state IN ('answered', 'expired') END`,
    [organizationId, JSON.stringify(nums.filter((num) => num <= largestNum)), now],
  );
}

/**
 * Written so that no index by time serves it: with statistics of ANALYZE, SQLite would look up both ranges of times and sort all
 * pending prompts by number.
 */
export const unexpired = `(${overdue}) IS NOT TRUE`;

/**
 * Reads the pending prompts of the organization, newest first. A prompt without terms has no posts in other chats. The inner query has
 * a limit because PostgreSQL would answer EXISTS from a hash of the whole table.
 */
export async function openIn(
  { engine, sql }: Pick<Port, 'engine' | 'sql'>,
  organizationId: string,
  channelIds: readonly string[],
  now: Date,
  limit: number,
): Promise<PromptRow[]> {
  const ids = JSON.stringify(channelIds);
  return sql.all<PromptRow>(
    `SELECT * FROM prompt WHERE organization_id = ? AND state = 'pending' AND ${unexpired}
       AND (${among(engine, 'channel_id')} OR terms IS NOT NULL AND (
         SELECT p.seq FROM prompt_post p
         WHERE p.organization_id = prompt.organization_id AND p.prompt_num = prompt.num AND p.kind = 'question'
           AND ${among(engine, 'p.channel_id')} AND p.message_id IS NOT NULL
         ORDER BY p.seq LIMIT 1) IS NOT NULL)
     ORDER BY num DESC LIMIT ?`,
    [organizationId, now, ids, ids, limit],
  );
}

/** One id is compared with a value, of which the planner knows more than of a list. */
function correlated(engine: Port['engine'], ids: readonly string[]): Condition {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) return ['correlation_id = ?', id];
  return [among(engine, 'correlation_id'), JSON.stringify(ids)];
}

function visible({ state, now }: PromptFilter): Condition {
  if (state === undefined) return [`state NOT IN ('posting', 'orphaned')`];
  if (state === 'pending') return [`state = 'pending' AND ${unexpired}`, now];
  if (state === 'expired') return [`(state = 'expired' OR state = 'pending' AND ${overdue})`, now];
  return ['state = ?', state];
}

/** A larger number than a prompt can have is the same as the largest. */
function bounded({ before, after, ...page }: PromptPage): PromptPage {
  const most = (num: number | null) => num && Math.min(num, largestNum);
  return { ...page, before: most(before), ...(after !== undefined && { after: most(after) }) };
}

function ordered([where, params]: [string, SqlValue[]], limit: number, order: string): [string, SqlValue[]] {
  return [`SELECT * FROM prompt WHERE ${where} ORDER BY ${order} LIMIT ?`, [...params, limit]];
}

/**
 * Prompts marked as expired, and overdue ones that the background pass has not processed yet: two index ranges. The overdue
 * ones are few, so they are found by time first. By organization and state, all pending prompts would be read.
 */
function expiredPrompts(
  within: (state: Condition) => [string, SqlValue[]],
  now: Date,
  limit: number,
  order: string,
  direction: 'ASC' | 'DESC',
): [string, SqlValue[]] {
  const [marked, markedParams] = ordered(within([`state = 'expired'`]), limit, order);
  const [alsoOverdue, overdueParams] = within([`state = 'pending'`]);
  return [
    `WITH overdue AS MATERIALIZED (SELECT * FROM prompt WHERE ${pendingByEnd} AND ${overdue})
     SELECT * FROM (SELECT * FROM (${marked}) AS marked UNION ALL SELECT * FROM overdue WHERE ${alsoOverdue}) AS expired
     ORDER BY num ${direction} LIMIT ?`,
    [now, ...markedParams, ...overdueParams, limit],
  ];
}
