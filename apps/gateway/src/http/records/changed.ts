import type { Warned, Warning } from '@gateway/core';

/** A record after a change, with what the change did to channels and rules. */
export function changed<Row, Shown extends object>(
  { result, warnings }: Warned<Row>,
  record: (row: Row) => Shown,
): Shown & { warnings?: Warning[] } {
  return { ...record(result), ...(warnings.length > 0 && { warnings: [...warnings] }) };
}
