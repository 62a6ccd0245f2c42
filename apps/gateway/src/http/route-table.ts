import type { Route } from '@gateway/contract';

interface Match<Target> {
  /** Null: no route of this path accepts the method. */
  readonly target: Target | null;
  /** The path as declared, of the route or of the first route that accepts other methods. */
  readonly path: string;
  /** Decoded, by name. */
  readonly params: Readonly<Record<string, string>>;
}

export interface RouteTable<Target> {
  /** Null: no route has this path. Throws `URIError` when a parameter is not valid percent-encoding. */
  find(method: string, path: string): Match<Target> | null;
}

interface Entry<Target> {
  readonly method: string;
  readonly path: string;
  /** Of the path; a parameter as `{name}`. */
  readonly segments: readonly string[];
  readonly target: Target;
}

/**
 * Finds the route of a request in the way of Express, which is slower: the first declared route that matches is used, upper and lower
 * case are equal, one slash may follow the path, and GET routes serve HEAD.
 */
export function routeTable<Target>(
  routes: readonly (Pick<Route, 'method' | 'path'> & { readonly target: Target })[],
): RouteTable<Target> {
  /** By number of segments, in the order of declaration. */
  const entries = new Map<number, Entry<Target>[]>();
  for (const { method, path, target } of routes) {
    const segments = path.split('/');
    const entry = { method, path, segments, target };
    const others = entries.get(segments.length);
    if (others) others.push(entry);
    else entries.set(segments.length, [entry]);
  }

  function search(given: string, path: string): Match<Target> | null {
    const method = given === 'HEAD' ? 'GET' : given;
    const segments = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
    let other: Match<Target> | null = null;
    for (const entry of entries.get(segments.length) ?? []) {
      if (!matches(entry.segments, segments)) continue;
      const params = paramsOf(entry.segments, segments);
      if (entry.method === method) return { target: entry.target, path: entry.path, params };
      other ??= { target: null, path: entry.path, params };
    }
    return other;
  }

  /** The matches of paths without parameters, by method and path. */
  const exact = new Map<string, Match<Target> | null>();
  for (const { method, path } of routes) if (!path.includes('{')) exact.set(`${method} ${path}`, search(method, path));

  return { find: (method, path) => exact.get(`${method} ${path}`) ?? search(method, path) };
}

function matches(declared: readonly string[], given: readonly string[]): boolean {
  return declared.every((segment, index) => {
    const other = given[index] ?? '';
    return segment.startsWith('{') ? other !== '' : segment === other || segment === other.toLowerCase();
  });
}

function paramsOf(declared: readonly string[], given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, segment] of declared.entries())
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = decodeURIComponent(given[index] ?? '');
  return params;
}
