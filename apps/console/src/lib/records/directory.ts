import { useInfiniteQuery } from '@tanstack/react-query';
import type { Names } from './names.js';
import { groupsQuery, peopleQuery } from './people.js';
import { useMay } from '../session/session.js';

export interface Directory extends Names {
  /** The people are loaded. */
  readonly isLoaded: boolean;
}

/** All people and groups; empty while they load. */
export function useDirectory(): Directory {
  const enabled = useMay('people:read');
  const people = useInfiniteQuery({ ...peopleQuery, enabled });
  const groups = useInfiniteQuery({ ...groupsQuery, enabled });
  return {
    isLoaded: people.data !== undefined,
    people: people.data?.pages.flatMap(({ items }) => items) ?? [],
    groups: groups.data?.pages.flatMap(({ items }) => items) ?? [],
  };
}
