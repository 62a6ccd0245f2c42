import type { GroupRecord, PersonRecord } from '@gateway/contract';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAllRows } from '../../components/ui/list/data-table/use-all-rows.js';
import type { Names } from './names.js';
import { groupsQuery, peopleQuery } from './people.js';
import { useMay } from '../session/session.js';

export interface Directory extends Names {
  /** The people are loaded. */
  readonly isLoaded: boolean;
}

/** The latest people and groups, 200 of each; empty while they load. */
export function useDirectory(): Directory {
  const { people, groups } = usePeopleAndGroups();
  return directoryOf(people.data, groups.data);
}

/** All people and groups, up to 2,000 of each; empty while they load. */
export function useWholeDirectory() {
  const queries = usePeopleAndGroups();
  const people = queries.people.data;
  const groups = queries.groups.data;
  const directory = useMemo(() => directoryOf(people, groups), [people, groups]);
  const loaded = {
    people: useAllRows(queries.people, true, directory.people.length),
    groups: useAllRows(queries.groups, true, directory.groups.length),
  };
  return { ...directory, queries, loaded };
}

function usePeopleAndGroups() {
  const enabled = useMay('people:read');
  return {
    people: useInfiniteQuery({ ...peopleQuery, enabled }),
    groups: useInfiniteQuery({ ...groupsQuery, enabled }),
  };
}

type Pages<Row> = UseInfiniteQueryResult<{ readonly pages: readonly { readonly items: readonly Row[] }[] }>['data'];

const directoryOf = (people: Pages<PersonRecord>, groups: Pages<GroupRecord>): Directory => ({
  isLoaded: people !== undefined,
  people: people?.pages.flatMap(({ items }) => items) ?? [],
  groups: groups?.pages.flatMap(({ items }) => items) ?? [],
});
