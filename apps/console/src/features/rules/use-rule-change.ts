import type { RuleRecord } from '@gateway/contract';
import { showWarnings, type Changed } from '../../lib/records/show-warnings.js';
import { useSave } from '../../lib/forms/use-save.js';

type ChangedRule = RuleRecord & Pick<Changed, 'warnings'>;

/** A change of a rule. Afterwards the list is read again. */
export const useRuleChange = <Variables = void>(
  change: (variables: Variables) => Promise<ChangedRule>,
  onDone: () => void,
) =>
  useSave(change, {
    resources: ['rules', 'audit'],
    onSaved: ({ rule_id: name, warnings }) => showWarnings({ name, warnings }),
    onDone,
  });
