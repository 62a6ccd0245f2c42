import type { NewPolicy, PolicyPatch, PolicyRecord } from '@gateway/contract';
import {
  stepsWithin,
  type FileOf,
  type PolicyChange,
  type PolicyInput,
  type PolicyRow,
  type Principal,
} from '@gateway/core';
import { snake } from './field-names.js';
import { managedBy } from './managed.js';

/** What a configuration file declares of a policy. Those that were stored before the field existed do not wait. */
export const declaredPolicy = (row: PolicyRow) => ({
  ...snake(row, 'policyId', 'name'),
  ...row.rules,
  pause_steps_while_taken_sec: row.rules.pause_steps_while_taken_sec ?? 0,
});

/** A policy as a reader sees it: without other channels than the reader's. */
export const policyRecord = (row: PolicyRow, fileOf: FileOf, reader: Principal): PolicyRecord => ({
  ...declaredPolicy(row),
  steps: stepsWithin(reader, row.rules.steps),
  ...managedBy(fileOf, 'policy', row.policyId),
  ...snake(row, 'createdAt', 'updatedAt'),
});

export const policyInput = ({ policy_id: policyId, name, ...rules }: NewPolicy): PolicyInput => ({
  policyId,
  name,
  rules,
});

export const policyChange = ({ policy_id: _fixed, name, ...rules }: PolicyPatch): PolicyChange => ({ name, rules });
