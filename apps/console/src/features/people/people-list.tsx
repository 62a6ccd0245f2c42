import type { GroupRecord, PersonRecord } from '@gateway/contract';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Contact } from 'lucide-react';
import { useMemo } from 'react';
import type { EntryActionsProps } from '../../components/entry-actions.js';
import { EntryRow } from '../../components/entry-row.js';
import { Card } from '../../components/ui/card.js';
import type { AllRows } from '../../components/ui/list/data-table/use-all-rows.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { useRoomForTable } from '../../lib/records/media.js';
import { NoneFound } from './none-found.js';
import { PeopleTable } from './people-table.js';
import { Accounts, GroupBadges } from './person-parts.js';
import { t } from './texts.js';

interface Props {
  readonly query: UseInfiniteQueryResult;
  readonly loaded: AllRows;
  /** How many people there are. */
  readonly all: number;
  /** Those that the filters leave. */
  readonly found: readonly PersonRecord[];
  readonly groups: readonly GroupRecord[];
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly actionsOf: (person: PersonRecord) => EntryActionsProps;
}

/** The people: a table, on a narrow window a list. */
export function PeopleList({ query, loaded, all, found, groups, sort, onSort, actionsOf }: Props) {
  const asTable = useRoomForTable();
  const groupNames = useMemo(() => new Map(groups.map(({ group_id, name }) => [group_id, name])), [groups]);
  return (
    <Card flush>
      <h2 className="sr-only">{t.title}</h2>
      <Loaded query={query}>
        {() => {
          if (all === 0)
            return (
              <Empty icon={Contact} title={t.people.none}>
                <p>{t.people.what}</p>
              </Empty>
            );
          if (found.length === 0) return <NoneFound tab="people" />;
          if (asTable)
            return (
              <PeopleTable
                rows={found}
                groupNames={groupNames}
                sort={sort}
                onSort={onSort}
                query={query}
                actionsOf={actionsOf}
              />
            );
          return (
            <ul aria-label={t.title}>
              {found.map((person) => (
                <EntryRow key={person.person_id} id={person.person_id} {...actionsOf(person)}>
                  <Accounts person={person} />
                  <GroupBadges person={person} names={groupNames} />
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
