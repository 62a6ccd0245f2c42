import type { FileOf, ManagedKind } from '@gateway/core';

/** The field that names the configuration file that owns a record; no field if none does. */
export function managedBy(fileOf: FileOf, kind: ManagedKind, id: string): { readonly managed_by?: string } {
  const file = fileOf(kind, id);
  return file === null ? {} : { managed_by: file };
}
