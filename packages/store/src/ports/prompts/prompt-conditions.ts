import type { PromptFilter } from '@gateway/core';
import type { Condition } from '../../sql/conditions.js';
import type { Port } from '../port.js';

type Account = NonNullable<PromptFilter['answeredBy']>[number];

/**
 * The organization of prompts that are found by a time. Without the plus, SQLite would read all prompts of the organization by their
 * key: it prefers an equation to a range.
 */
export function ownByTime(engine: Port['engine']): string {
  return `${engine === 'sqlite' ? '+' : ''}organization_id = ?`;
}

/**
 * The prompts in the indexes of lists and statistics: all but those that are being posted. SQLite takes such an index only for
 * these words. No index serves them.
 */
export const isPosted = `state != 'posting'`;

/** The pending prompts in the index by the end, which has no answered ones. */
export const pendingByEnd = `state = 'pending' AND answered_at IS NULL AND ${isPosted}`;

/** The prompts of an API key; false: of all. */
export function askedBy({ apiKeyId }: PromptFilter): Condition | false {
  if (apiKeyId === undefined) return false;
  return apiKeyId === null ? ['api_key_id IS NULL'] : ['api_key_id = ?', apiKeyId];
}

/** The prompts that an account answered. Only an answered prompt has `answered_by_id`. */
export function answeredBy({ id, platform }: Account): Condition {
  if (platform === null) return ['answered_by_id = ?', id];
  return [`answered_by_id = ? AND ${answerPlatform} = ?`, id, platform];
}

/** The platform of the chat that a prompt was answered in. */
export const answerPlatform = `coalesce(answer_detail ->> 'platform', platform)`;

/** Of an answered prompt, whether a person gave the answer, not a rule, a standing approval or a policy. Without terms it is null. */
export const byPerson = `coalesce(decided_by, 'person') = 'person'`;

/** Whether a column is one of the options that let the action run. */
export function isApprovingOption(engine: Port['engine'], column: string): string {
  return engine === 'postgresql'
    ? `jsonb_exists(terms -> 'approvingOptions', ${column})`
    : `EXISTS (SELECT 1 FROM json_each(terms, '$.approvingOptions') WHERE value = ${column})`;
}

/** Whether one of the conditions is true. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return [`(${conditions.map(([sql]) => `(${sql})`).join(' OR ')})`, ...conditions.flatMap(([, ...params]) => params)];
}

/** The same condition in a form that no index serves. The planner then takes the index of another one. */
export function withoutIndex([sql, ...params]: Condition): Condition {
  return [`(${sql}) IS TRUE`, ...params];
}
