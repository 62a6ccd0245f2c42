import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAllRows } from '../../components/ui/list/data-table/use-all-rows.js';
import type { Names } from './names.js';
import { groupsQuery, peopleQuery } from './people.js';
import { useMay } from '../session/session.js';

export interface Directory extends Names {
  /** The people are loaded. */
  readonly isLoaded: boolean;
}

/** All people and groups, up to 2,000 of each; empty while they load. */
export function useDirectory() {
  const enabled = useMay('people:read');
  const queries = {
    people: useInfiniteQuery({ ...peopleQuery, enabled }),
    groups: useInfiniteQuery({ ...groupsQuery, enabled }),
  };
  const peoplePages = queries.people.data;
  const groupPages = queries.groups.data;
  const people = useMemo(() => peoplePages?.pages.flatMap(({ items }) => items) ?? [], [peoplePages]);
  const groups = useMemo(() => groupPages?.pages.flatMap(({ items }) => items) ?? [], [groupPages]);
  const loaded = {
    people: useAllRows(queries.people, true, people.length),
    groups: useAllRows(queries.groups, true, groups.length),
  };
  return { isLoaded: peoplePages !== undefined && loaded.people !== 'loading', people, groups, queries, loaded };
}
