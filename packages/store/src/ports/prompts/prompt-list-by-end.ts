import type { EndPosition, PromptFilter } from '@gateway/core';
import { allOf, among, ifAmong, type Condition } from '../../sql/conditions.js';
import type { PromptRow } from '../../sql/rows.js';
import { askedBy, pendingByEnd, withoutIndex } from './prompt-conditions.js';
import type { Port } from '../port.js';

/**
 * Pending prompts, the soonest end first, then those without an end, each oldest first where the ends are equal. Two ranges of the
 * index by state and end: the engines sort null at different places, and the second range is read only when the first has ended.
 */
export async function listByEnd(
  { engine, sql }: Pick<Port, 'engine' | 'sql'>,
  organizationId: string,
  filter: PromptFilter,
  limit: number,
  after: EndPosition | null,
): Promise<PromptRow[]> {
  const asked = askedBy(filter);
  const conditions = [
    [pendingByEnd],
    ['organization_id = ?', organizationId],
    filter.channelId !== undefined && ['channel_id = ?', filter.channelId],
    asked && withoutIndex(asked),
    filter.correlationIds && [among(engine, 'correlation_id'), JSON.stringify(filter.correlationIds)],
    ifAmong(engine, 'channel_id', filter.channelIds),
  ] satisfies (Condition | false | undefined)[];
  const read = async (order: string, most: number, ...range: (Condition | false)[]) => {
    const [where, params] = allOf(...range, ...conditions);
    return sql.all<PromptRow>(`SELECT * FROM prompt WHERE ${where} ORDER BY ${order} LIMIT ?`, [...params, most]);
  };

  const ending = async () => {
    if (after?.expiresAt === null) return [];
    // An overdue prompt stays pending until its policy has decided.
    const rest: Condition | false = after ? ['(expires_at > ? OR num > ?)', after.expiresAt, after.num] : false;
    const isVisible: Condition = ['(expires_at > ? OR timeout_answer IS NOT NULL)', filter.now];
    const from: Condition = after ? ['expires_at >= ?', after.expiresAt] : ['expires_at IS NOT NULL'];
    return read('expires_at, num', limit, from, rest, isVisible);
  };
  const found = await ending();
  if (found.length === limit) return found;
  const endless = await read(
    'num',
    limit - found.length,
    ['expires_at IS NULL'],
    after?.expiresAt === null && ['num > ?', after.num],
  );
  return [...found, ...endless];
}
