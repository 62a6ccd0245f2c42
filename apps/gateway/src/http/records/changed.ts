import type { FileOf, Warned, Warning } from '@gateway/core';

/** A record after a change, with what the change did to channels. */
export function changed<Row, Shown extends object>(
  { result, warnings }: Warned<Row>,
  record: (row: Row, fileOf: FileOf) => Shown,
  fileOf: FileOf,
): Shown & { warnings?: Warning[] } {
  return { ...record(result, fileOf), ...(warnings.length > 0 && { warnings: [...warnings] }) };
}
