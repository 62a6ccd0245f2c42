import type { PromptRecord } from '@gateway/contract';
import type { Names } from '../../../lib/records/names.js';

/** Whether an operator has the prompt, also as the person that names the operator. */
export function isTaker(
  operatorId: string,
  { taken_by: taker }: Pick<PromptRecord, 'taken_by'>,
  { people }: Pick<Names, 'people'>,
) {
  if (taker === null) return false;
  if (taker.person_id === null) return taker.operator_id === operatorId;
  const person = people.find(({ person_id }) => person_id === taker.person_id);
  return (person?.operator_id ?? taker.operator_id) === operatorId;
}
