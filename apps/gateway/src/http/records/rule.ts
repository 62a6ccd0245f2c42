import { type BodyOf, type RuleRecord, type RulePatch, type tryRules } from '@gateway/contract';
import { ruleInput, sees, type FileOf, type Principal, type RuleChange, type RuleRow } from '@gateway/core';
import { snake } from './field-names.js';
import { managedBy } from './managed.js';

/** What a configuration file declares of a rule. Its place in the file is its position. */
export const declaredRule = (row: RuleRow) => ({ ...snake(row, 'ruleId', 'actions', 'when'), then: row.then });

/** A rule as a reader sees it: without other channels than the reader's. */
export function ruleRecord(row: RuleRow, fileOf: FileOf, reader: Principal): RuleRecord {
  const { channels } = row.then;
  return {
    ...snake(row, 'ruleId', 'position'),
    ...declaredRule(row),
    then: { ...row.then, channels: channels && channels.filter((id) => sees(reader, id)) },
    version: row.version,
    ...managedBy(fileOf, 'rule', row.ruleId),
    ...snake(row, 'createdAt', 'updatedAt'),
  };
}

export const ruleChange = ({ rule_id: _fixed, ...change }: RulePatch): RuleChange => change;

/** A draft in the body of a request; null: there is none. */
export const draftOf = ({ rule }: Pick<BodyOf<typeof tryRules>, 'rule'>) => (rule ? ruleInput(rule) : null);
