import { t } from './texts.js';
import { Badge } from './ui/badge.js';

interface Owned {
  readonly managed_by?: string | undefined;
}

/** Why a record cannot be edited here: a configuration file owns it. Null: none does. */
export function managedReason({ managed_by: file }: Owned): string | null {
  return file === undefined ? null : t.managed.reason(file);
}

/** Names the configuration file that owns a record. */
export function ManagedBadge({ record: { managed_by: file } }: { readonly record: Owned }) {
  return file === undefined ? null : <Badge>{t.managed.badge(file)}</Badge>;
}
