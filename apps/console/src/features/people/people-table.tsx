import type { PersonRecord } from '@gateway/contract';
import { useMemo } from 'react';
import { EntryActions, type EntryActionsProps } from '../../components/entry-actions.js';
import { EntryName } from '../../components/entry-name.js';
import { DataTable, type Column } from '../../components/ui/list/data-table/data-table.js';
import type { PagedRows } from '../../components/ui/list/data-table/use-all-rows.js';
import { Time } from '../../components/ui/time.js';
import { Accounts, GroupBadges } from './person-parts.js';
import { t } from './texts.js';

interface Props {
  readonly rows: readonly PersonRecord[];
  /** The name of each group by its id. */
  readonly groupNames: ReadonlyMap<string, string>;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly query: PagedRows;
  readonly actionsOf: (person: PersonRecord) => EntryActionsProps;
}

type Parts = Pick<Props, 'groupNames' | 'actionsOf'>;

const columnsOf = ({ groupNames, actionsOf }: Parts): readonly Column<PersonRecord>[] => [
  {
    id: 'name',
    label: t.columns.name,
    cell: ({ person_id, name }) => <EntryName id={person_id} name={name} />,
    sortBy: ({ name }) => name,
    className: 'w-1/4',
  },
  {
    id: 'accounts',
    label: t.columns.accounts,
    cell: (person) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-soft">
        <Accounts person={person} />
      </span>
    ),
    // Those who cannot answer come first or last.
    sortBy: ({ identities, operator_id }) => identities.length + (operator_id === null ? 0 : 1),
  },
  {
    id: 'groups',
    label: t.columns.groups,
    cell: (person) => (
      <span className="flex flex-wrap gap-1">
        <GroupBadges person={person} names={groupNames} />
      </span>
    ),
    sortBy: ({ groups: [first] }) => (first === undefined ? null : (groupNames.get(first) ?? first)),
  },
  {
    id: 'added',
    label: t.columns.added,
    cell: ({ created_at }) => <Time at={created_at} />,
    sortBy: ({ created_at }) => created_at,
    newestFirst: true,
    className: 'text-soft',
  },
  {
    id: 'actions',
    label: '',
    cell: (person) => <EntryActions {...actionsOf(person)} />,
    className: 'text-right',
  },
];

export function PeopleTable({ groupNames, actionsOf, ...table }: Props) {
  const columns = useMemo(() => columnsOf({ groupNames, actionsOf }), [groupNames, actionsOf]);
  return <DataTable {...table} label={t.title} columns={columns} rowId={({ person_id }) => person_id} />;
}
