import type { GroupRecord, PersonRecord } from '@gateway/contract';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import type { EntryActionsProps } from '../../components/entry-actions.js';
import { EntryRow } from '../../components/entry-row.js';
import { ManagedBadge } from '../../components/managed.js';
import { Card } from '../../components/ui/card.js';
import type { AllRows } from '../../components/ui/list/data-table/use-all-rows.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { NoneFound } from './none-found.js';
import { t } from './texts.js';

/** Further members are behind the link to all of them. */
const SHOWN_MEMBERS = 8;

interface Props {
  readonly query: UseInfiniteQueryResult;
  readonly loaded: AllRows;
  /** How many groups there are. */
  readonly all: number;
  /** Those that the search leaves. */
  readonly found: readonly GroupRecord[];
  readonly people: readonly PersonRecord[];
  readonly actionsOf: (group: GroupRecord) => EntryActionsProps;
}

export function GroupList({ query, loaded, all, found, people, actionsOf }: Props) {
  const names = useMemo(() => new Map(people.map(({ person_id, name }) => [person_id, name])), [people]);
  return (
    <Card flush>
      <h2 className="sr-only">{t.groups.title}</h2>
      <Loaded query={query}>
        {() => {
          if (all === 0)
            return (
              <Empty icon={UsersRound} title={t.groups.none}>
                <p>{t.groups.what}</p>
              </Empty>
            );
          if (found.length === 0) return <NoneFound tab="groups" />;
          return (
            <ul aria-label={t.groups.title}>
              {found.map((group) => (
                <EntryRow key={group.group_id} id={group.group_id} {...actionsOf(group)}>
                  <ManagedBadge record={group} />
                  {group.members.length === 0 ? t.groups.noMembers : <Members group={group} names={names} />}
                </EntryRow>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {(loaded === 'part' || loaded === 'failed') && <MoreRows query={query} />}
    </Card>
  );
}

interface MembersProps {
  readonly group: GroupRecord;
  /** The name of each person by their id. */
  readonly names: ReadonlyMap<string, string>;
}

function Members({ group: { group_id, members }, names }: MembersProps) {
  const shown = members.slice(0, SHOWN_MEMBERS).map((id) => names.get(id) ?? id);
  return (
    <>
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {shown.join(', ')}
      </span>
      <Link to="/people" search={{ group: group_id }} className="text-accent underline underline-offset-2">
        {t.groups.showMembers(members.length)}
      </Link>
    </>
  );
}
