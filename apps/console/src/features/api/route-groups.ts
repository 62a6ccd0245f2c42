import { routes, type Route } from '@gateway/contract';

export interface RouteGroup {
  readonly tag: string;
  readonly routes: readonly Pick<Route, 'method' | 'path' | 'summary' | 'scopes'>[];
}

/** All routes grouped by tag, in the order of the contract. */
export function routeGroups(all: readonly Route[] = routes): readonly RouteGroup[] {
  const groups = new Map<string, Route[]>();
  for (const route of all) groups.set(route.tag, [...(groups.get(route.tag) ?? []), route]);
  return [...groups].map(([tag, members]) => ({ tag, routes: members }));
}
