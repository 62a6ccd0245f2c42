import { formatPromptId, type GrantRecord } from '@gateway/contract';
import { grantState, type GrantRow } from '@gateway/core';
import { snake } from './field-names.js';

/** A standing approval as the API shows it. `now`: milliseconds. */
export function grantRecord(row: GrantRow, now: number): GrantRecord {
  const { endedAt, reason } = grantState(row, now);
  return {
    grant_id: row.grantId,
    given_by: row.givers.map((giver) => snake(giver, 'personId', 'operatorId', 'platform', 'userId', 'name')),
    given_at: row.givenAt.toISOString(),
    prompt_id: formatPromptId(row.promptNum),
    channel_id: row.channelId,
    rule: { rule_id: row.ruleId, version: row.ruleVersion },
    key_id: row.keyId,
    action: {
      name: row.actionName,
      same: row.same === null ? null : (JSON.parse(row.same) as Record<string, unknown>),
    },
    ...snake(row, 'covers', 'until', 'uses', 'maxUses', 'lastUsedAt'),
    ended_at: endedAt?.toISOString() ?? null,
    ended_by: row.endedBy,
    ended_reason: reason,
  };
}
