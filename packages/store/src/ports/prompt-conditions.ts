import type { PromptFilter } from '@gateway/core';
import type { Condition } from '../sql/conditions.js';

type Account = NonNullable<PromptFilter['answeredBy']>[number];

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

/** Whether one of the conditions is true. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return [`(${conditions.map(([sql]) => `(${sql})`).join(' OR ')})`, ...conditions.flatMap(([, ...params]) => params)];
}

/** The same condition in a form that no index serves. The planner then takes the index of another one. */
export function withoutIndex([sql, ...params]: Condition): Condition {
  return [`(${sql}) IS TRUE`, ...params];
}
