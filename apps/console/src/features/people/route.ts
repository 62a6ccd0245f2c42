import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../routes/shell-route.js';
import { lazyPage } from '../../lib/load/lazy-page.js';
import { oneOf, search, text, type Search } from '../../lib/search.js';

const peopleSearch = {
  /** The people when left out. */
  tab: oneOf('groups'),
  q: text,
  /** Only the members of this group. */
  group: text,
  /** The column that the table is sorted by: see `DataTable`. By name when left out. */
  sort: text,
} as const;
export type PeopleSearch = Search<typeof peopleSearch>;

export const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: search(peopleSearch),
  component: lazyPage(() => import('./people-page.js'), 'PeoplePage'),
});
