import type { PersonRecord } from '@gateway/contract';
import { ManagedBadge } from '../../components/managed.js';
import { PlatformMark } from '../../components/platform-mark.js';
import { Badge } from '../../components/ui/badge.js';
import { t } from './texts.js';

/** How a person can answer. */
export function Accounts({ person }: { readonly person: PersonRecord }) {
  const { identities, operator_id } = person;
  return (
    <>
      <ManagedBadge record={person} />
      {identities.map(({ platform, user_id }) => (
        <span key={`${platform} ${user_id}`} className="inline-flex min-w-0 items-center gap-1.5">
          <PlatformMark id={platform} className="size-4" />
          <span className="break-all">{user_id}</span>
        </span>
      ))}
      {identities.length === 0 && operator_id === null && t.people.noAccount}
      {operator_id !== null && <Badge tone="info">{t.people.operator}</Badge>}
    </>
  );
}

interface GroupsProps {
  readonly person: PersonRecord;
  /** The name of each group by its id. */
  readonly names: ReadonlyMap<string, string>;
}

export const GroupBadges = ({ person, names }: GroupsProps) =>
  person.groups.map((id) => <Badge key={id}>{names.get(id) ?? id}</Badge>);
