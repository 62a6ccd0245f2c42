import type { Route } from '@gateway/contract';
import { HttpError } from './errors.js';
import { similarNames } from './similar-names.js';

interface Requested {
  readonly method: string;
  readonly path: string;
}

/** The errors for requests that match no route. */
export interface WrongAddress {
  /** 405, when the declared path belongs to a route but not with this method; null: it accepts the method, or belongs to no route. */
  method(request: Requested, declared?: string): HttpError | null;
  /** 404 */
  unknown(request: Pick<Requested, 'path'>): HttpError;
}

export function explainWrongAddresses(routes: readonly Pick<Route, 'method' | 'path'>[]): WrongAddress {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of routes) methods.set(path, (methods.get(path) ?? new Set()).add(method));
  const literal = [...methods.keys()].filter((path) => !path.includes('{'));
  const shown = literal.filter((path) => !path.startsWith('/console/'));

  return {
    method(request, declared = request.path.toLowerCase().replace(/\/$/, '')) {
      const known = methods.get(declared);
      if (!known || known.has(request.method)) return null;
      const allow = [...known, ...(known.has('GET') ? ['HEAD'] : [])].join(', ');
      const below = literal.filter((each) => each.startsWith(`${declared}/`) && methods.get(each)?.has(request.method));
      const others = below.length === 0 ? '' : ` ${request.method} is accepted by ${below.join(', ')}.`;
      const detail = `${request.path} does not accept ${request.method}, only ${allow}.${others}`;
      return new HttpError(405, { detail }, { allow });
    },
    unknown({ path }) {
      const similar = similarNames(path, shown);
      const question = similar.length === 0 ? '' : ` (did you mean ${similar.join(' or ')}?)`;
      return new HttpError(404, { detail: `There is no ${path}${question}.` });
    },
  };
}
