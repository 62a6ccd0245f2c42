import type { GrantRecord } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { t } from './texts.js';

/** What it covers, in words. */
export const coverOf = ({ covers, action }: GrantRecord): string => shownText(covers ?? t.deletedCover(action.name));

/** Why it has ended: a sentence with the place `{name}`, and who ended it. Null: it is active. */
export function endOf({ ended_reason: reason, ended_by: by }: GrantRecord) {
  if (reason === null) return null;
  const { plain, by: named } = t.ends[reason];
  return by === null || named === null ? { text: plain, name: '' } : { text: named, name: enderName(by) };
}

function enderName({ kind, name }: NonNullable<GrantRecord['ended_by']>): string {
  if (kind === 'key') return name === null ? t.enders.unnamedKey : t.enders.key(name);
  return name ?? t.enders[kind];
}
