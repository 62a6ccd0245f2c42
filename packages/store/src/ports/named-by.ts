import type { NamedBy } from '@gateway/core';
import type { Transaction } from '../engine/prisma.js';
import type { Port } from './port.js';

/** The entry of a list of approvers: `{ person }` or `{ group }`. */
type Named = { readonly person: string } | { readonly group: string };

/** Returns a function that finds what names a person or group as an approver; null: nothing does. */
export function namedBy({ engine }: Pick<Port, 'engine'>) {
  /** Whether a Json array of approvers contains the entry of two parameters, its kind and its id. */
  const holds = (approvers: string) =>
    engine === 'postgresql'
      ? `EXISTS (SELECT 1 FROM jsonb_array_elements(${approvers}) entry WHERE entry ->> $2 = $3)`
      : `EXISTS (SELECT 1 FROM json_each(${approvers}) entry WHERE entry.value ->> ?2 = ?3)`;
  const steps =
    engine === 'postgresql'
      ? `jsonb_array_elements(rules -> 'steps') step WHERE ${holds(`step -> 'approvers'`)}`
      : `json_each(rules, '$.steps') step WHERE ${holds(`step.value -> 'approvers'`)}`;
  const first = engine === 'postgresql' ? '$1' : '?1';
  const statement = `
    SELECT 'policy' AS kind, policy_id AS id FROM policy
    WHERE organization_id = ${first} AND EXISTS (SELECT 1 FROM ${steps}) LIMIT 1`;

  return async (tx: Transaction, organizationId: string, named: Named): Promise<NamedBy | null> => {
    const [[kind, id] = []] = Object.entries(named);
    const [found] = await tx.$queryRawUnsafe<{ kind: NamedBy['kind']; id: string }[]>(
      statement,
      organizationId,
      kind,
      id,
    );
    return found ? { refused: 'named', ...found } : null;
  };
}
